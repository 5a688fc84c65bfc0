import type { Address } from "#domain/channel";
import { ParleyError, type ErrorCode } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { noRouting, type Routing } from "#domain/routing";
import type { Actor } from "#domain/people";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { roleNeeded } from "#hub/access/role-needed";
import type { HubDeps } from "#hub/deps";
import type { Spoken } from "#hub/road/incoming-message";
import { plan, type Facts, type RoadDecision } from "#hub/road/plan";
import { readFacts, wordsOf, type FoundPlace } from "#hub/road/read-facts";
import { withUrgency } from "#hub/road/urgent-prompt";
import { createChooseSession, type Route } from "./choose-session.ts";
import type { InviteVerdict, RuleInvitations } from "./rule-invitations.ts";

/** Words that nobody said: where they would be said, by whom, and with which files. Without a place they come from a chat that has none yet. */
export interface RouteAsk {
  readonly text: string;
  readonly address?: Address;
  readonly thread?: ThreadId;
  /** A person's name; the caller otherwise. */
  readonly person?: string;
  readonly files?: readonly string[];
}

/** What chose the session: a name in front, the use command, a rule, `default_session`, or that it is the thread's own. */
export type ChosenBy = "name" | "chosen" | "rule" | "default" | "thread";

export interface TriedRoute {
  readonly decision: RoadDecision["to"];
  /** Of a refusal. */
  readonly code?: ErrorCode;
  readonly session?: string;
  readonly by?: ChosenBy;
  /** Its number. */
  readonly rule?: number;
  /** Left out where a thread would be made. */
  readonly thread?: { readonly id: ThreadId; readonly topic: string };
  readonly rules: Route["matches"];
  /** What becomes of the rules that invite and hold, by their number. */
  readonly invitations: ReadonlyMap<number, InviteVerdict>;
}

export interface RoutingVerbs {
  /** The rules in force. */
  rules(by: Actor): Promise<Routing>;
  /** Decides as the road does and carries nothing out; with a draft, as it would with other rules. */
  attempt(by: Actor, ask: RouteAsk, draft?: Routing): Promise<TriedRoute>;
}

export function createRoutingVerbs(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "settings">,
  { gate, invitations }: { readonly gate: Gate; readonly invitations: Pick<RuleInvitations, "verdict"> },
): RoutingVerbs {
  const { store, settings } = deps;
  const { language, routing = noRouting } = settings;
  const inForce = createChooseSession(deps);

  const admit = (by: Actor): Promise<void> =>
    gate.admit(by, "config.see", { what: "read the routing rules", sentence: () => roleNeeded(language, by, "admin") });

  const speakerOf = async (by: Actor, name: string | undefined): Promise<Actor> => {
    if (name === undefined) return by;
    const person = (await store.people()).find((one) => one.name === name);
    if (person === undefined) throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: `person ${name.slice(0, 64)}` }));
    return { kind: "person", id: person.id, name: person.name, role: person.role };
  };

  const spokenAs = (speaker: Actor, { text, thread, address, files = [] }: RouteAsk): Spoken => ({
    by: speaker,
    text,
    language,
    surface: address === undefined ? "api" : `chat:${address.channel}`,
    where: thread === undefined ? { kind: "chat", address: address ?? nowhere, direct: false } : { kind: "thread", thread },
    files: files.map((name) => ({ id: "", name, mime: "", bytes: 0 })),
  });

  return {
    rules: async (by) => {
      await admit(by);
      return routing;
    },
    attempt: async (by, ask, draft) => {
      await admit(by);
      const choose = draft === undefined ? inForce : createChooseSession({ ...deps, settings: { ...settings, routing: draft } });
      const spoken = withUrgency(spokenAs(await speakerOf(by, ask.person), ask), settings.prefix);
      const { facts, place } = await readFacts({ ...deps, choose }, spoken);
      const decision = plan(spoken, facts);
      const { matches: rules } = facts.route ?? place.route ?? (await choose.choose(wordsOf(spoken), place.thread));
      const verdicts = new Map<number, InviteVerdict>();
      const isSaid = decision.to === "prompt" || decision.to === "post";
      for (const [index, { rule, holds }] of rules.entries()) {
        if (isSaid && holds && "invite" in rule.to)
          verdicts.set(index + 1, await invitations.verdict(spoken.by, rule.to.invite, place.born === undefined ? place.thread?.id : undefined));
      }
      return { ...decided(decision, facts, place), rules, invitations: verdicts };
    },
  };
}

/** A chat that nobody has. */
const nowhere: Address = { channel: "?", room: "?" };

function decided(decision: RoadDecision, { route }: Facts, { thread, born, unbound }: FoundPlace): Omit<TriedRoute, "rules" | "invitations"> {
  const where = thread === undefined || born !== undefined ? undefined : { thread: { id: thread.id, topic: thread.topic } };
  if (decision.to === "refusal") return { decision: "refusal", code: decision.code, ...where };
  if (decision.to !== "prompt") return { decision: decision.to, ...where };
  const by = route?.by ?? (unbound === true ? "default" : "thread");
  return { decision: "prompt", session: decision.session.name, by, ...(by === "rule" && { rule: route?.rule ?? 0 }), ...where };
}
