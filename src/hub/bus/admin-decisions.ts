import { isId, type ThreadId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Message, Thread } from "#domain/thread";
import type { ThreadDetails } from "#domain/thread-details";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import type { AdminDecision, AgentRow, Bus } from "./bus.ts";
import type { Caps } from "./caps.ts";
import type { BusRules } from "./rules.ts";
import { busTexts } from "./texts.ts";

export interface AdminDecisionParts {
  readonly rules: BusRules;
  readonly caps: Caps;
  readonly agents: (by: Actor) => Promise<readonly AgentRow[]>;
  readonly members: Bus["members"];
  readonly detailsOf: (id: ThreadId) => Promise<ThreadDetails>;
}

/** Who leads a thread, decided by whoever leads it or by an admin, and said in the thread. */
export function createAdminDecisions(
  { store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { rules, caps, agents, members, detailsOf }: AdminDecisionParts,
): Bus["decideAdmin"] {
  const { language } = settings;

  const nameOfLeader = async (by: Actor, who: string, thread: Thread): Promise<string> => {
    if (who === whoIs(by)) return nameOf(by);
    const row = (await agents(by)).find(({ agent }) => agent.id === who);
    return row?.agent.displayName ?? row?.agent.name ?? (who === thread.createdBy.id ? thread.createdBy.name : who);
  };

  const decideAdmin: Bus["decideAdmin"] = async (by, id, { action, candidate, source }) => {
    const thread = await rules.seen(by, id);
    await rules.leads(by, thread, "decide who leads this thread");
    const before = (await detailsOf(id)).admin ?? thread.createdBy.id;
    const at = clock.now();
    // Without a message that asked for it there is nothing to take back.
    if (action === "cancel" && source === undefined) return { action, admin: before, before, at, alreadyDecided: false };
    const key = source === undefined ? undefined : `admin:${id}:${source}`;
    const decided = key === undefined ? undefined : await store.seen(key);
    if (decided !== undefined)
      return { action: actionIn(decided.message) ?? action, admin: before, before, at: decided.message?.at ?? at, alreadyDecided: true };
    const stays = action === "keep" || action === "cancel";
    const wanted = stays ? before : action === "takeover" ? whoIs(by) : await candidateIn(by, thread, candidate);
    await caps.take(by, "changes");
    await store.setDetails(id, { admin: wanted });
    const text = say(language, stays ? busTexts.stillLeads : busTexts.nowLeads, {
      who: shownName(nameOf(by)),
      name: shownName(await nameOfLeader(by, wanted, thread)),
    });
    const meta = { event: "admin_decision", decision: action, ...defined({ source_message_id: source }) };
    await store.accept({
      at,
      message: { ...hubLine(newId, id, at, text), meta },
      fan: true,
      ...(isId("agt", wanted) && { joins: { thread: id, who: wanted } }),
      ...defined({ key }),
    });
    return { action, admin: wanted, before, at, alreadyDecided: false };
  };

  /** One that takes part; in a thread that is open to all agents, any that is there to stay. */
  const candidateIn = async (by: Actor, { id, access }: Thread, candidate: string | undefined): Promise<string> => {
    const isOneOf = ({ agent }: AgentRow): boolean => agent.id === candidate;
    const found =
      (await members(by, id)).find(isOneOf) ??
      (access === "open" ? (await agents(by)).find((row) => isOneOf(row) && row.agent.goneAt === undefined && row.agent.invitedAs === undefined) : undefined);
    if (found === undefined || (await store.registeredAgent(found.agent.id)) === undefined)
      throw await rules.missing(by, "agent", `agent ${candidate ?? "without an id"} in ${id}`);
    return found.agent.id;
  };

  return decideAdmin;
}

const actions: ReadonlySet<unknown> = new Set(["switch", "keep", "takeover", "cancel"] satisfies AdminDecision["action"][]);

function actionIn(message: Message | undefined): AdminDecision["action"] | undefined {
  const decision = message?.meta?.["decision"];
  return actions.has(decision) ? (decision as AdminDecision["action"]) : undefined;
}
