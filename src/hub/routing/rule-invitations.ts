import { everyone, nameOf, whoIs, type Actor } from "#domain/people";
import { noRouting } from "#domain/routing";
import type { ThreadId } from "#domain/ids";
import type { Message } from "#domain/thread";
import { KeyedQueue } from "#lib/keyed-queue";
import type { Gate } from "#hub/access/gate";
import type { HubDeps } from "#hub/deps";
import type { InvitingPart } from "#hub/inviting/inviting";
import { isPersonal, type Spoken } from "#hub/road/incoming-message";
import { wordsOf } from "#hub/road/read-facts";
import { createMatchRules, type RuleMatch } from "./match-rules.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whether a rule that holds invites its agent, or what keeps it from that. */
export type InviteVerdict = "yes" | "off" | "no-right" | "not-listed" | "not-allowed" | "here" | "hour" | "day" | "thread";

export interface RuleInvitations {
  /** Invites whom a person's words invite. Words of agents, of sessions and of third parties, and prompts for later, invite nobody. */
  after(spoken: Spoken, message: Message): void | Promise<void>;
  /** The same question without any effect. */
  verdict(by: Actor, agentName: string, thread: ThreadId | undefined): Promise<InviteVerdict>;
}

export function createRuleInvitations(
  { store, policy, clock, log, settings }: Pick<HubDeps, "store" | "policy" | "clock" | "log" | "settings">,
  { gate, inviting }: { readonly gate: Pick<Gate, "refused">; readonly inviting: Pick<InvitingPart, "inviteByRule" | "ruleEntry"> },
): RuleInvitations {
  const { routing = noRouting } = settings;
  const { enabled, perHour, perDay, perThread } = routing.invitations;
  const match = createMatchRules({ ...routing, rules: routing.rules.filter(({ to }) => "invite" in to) });
  const isOff = !enabled || !routing.rules.some(({ to }) => "invite" in to);
  /** One at a time, so that two messages do not share what is left of a budget. */
  const steps = new KeyedQueue<"invite">();

  /** Invitations by hand count too: they cost the same. */
  const overBudget = async (thread: ThreadId | undefined): Promise<InviteVerdict | undefined> => {
    const now = clock.now();
    const latest = await store.invitations(everyone, { started: true, limit: Math.max(perHour, perDay) });
    if (latest.filter(({ at }) => at > now - hourMs).length >= perHour) return "hour";
    if (latest.filter(({ at }) => at > now - dayMs).length >= perDay) return "day";
    if (thread === undefined) return undefined;
    const here = await store.invitations(everyone, { started: true, thread, limit: perThread });
    return here.filter(({ at }) => at > now - dayMs).length >= perThread ? "thread" : undefined;
  };

  const verdict: RuleInvitations["verdict"] = async (by, agentName, thread) => {
    if (!enabled) return "off";
    if (policy.decide(by, "invite").verdict !== "allow") return "no-right";
    const entry = inviting.ruleEntry(agentName, thread);
    if (entry !== "yes") return entry;
    return (await overBudget(thread)) ?? "yes";
  };

  const invite = async ({ by, surface }: Spoken, { thread }: Message, { rule }: RuleMatch): Promise<void> => {
    if (!("invite" in rule.to)) return;
    const agent = rule.to.invite;
    const decided = await verdict(by, agent, thread);
    if (decided === "yes") await inviting.inviteByRule(by, surface, agent, thread, rule.name);
    else if (decided === "hour" || decided === "day" || decided === "thread")
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "RateLimited", about: `invite ${agent} into ${thread} by a rule: budget per ${decided}` });
  };

  return {
    verdict,
    after: (spoken, message) => {
      if (isOff || !isPersonal(spoken.by) || spoken.where.kind === "link" || spoken.isPromptOnly === true) return undefined;
      const holding = match(wordsOf(spoken)).filter(({ holds }) => holds);
      if (holding.length === 0) return undefined;
      return steps
        .run("invite", async () => {
          for (const one of holding) await invite(spoken, message, one);
        })
        .catch((cause: unknown) => log.error({ cause, message: message.id }, "an invitation by a rule failed"));
    },
  };
}
