import { ParleyError } from "#domain/errors";
import { isId, type AgentId, type ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { nameOf, roleOf, whoIs, everyone } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { refuseClosed } from "#hub/road/refuse-closed";
import { busTexts } from "./texts.ts";
import { commonTexts } from "#lib/words/common";

/** What every verb of the bus asks first. */
export interface BusRules {
  /** Throws NotFound, recorded, for what one may not see. */
  seen(by: Actor, id: ThreadId): Promise<Thread>;
  /** What there is not, or what the actor may not see: recorded, and the same error for both. */
  missing(by: Actor, what: string, about: string, data?: JsonObject): Promise<ParleyError>;
  admit(by: Actor, right: Right, what: string): Promise<void>;
  /** For deeds beyond one thread: a join token opens its thread and nothing else. */
  beyondThread(by: Actor, what: string): Promise<void>;
  /** For deeds of whoever leads the thread, the person to whom that agent belongs, or an admin. */
  leads(by: Actor, thread: Thread, what: string): Promise<void>;
  /** For deeds of whoever takes part. */
  takesPart(by: Actor, thread: Thread, what: string): Promise<void>;
  /**
   * For closing, archiving and opening again, by whoever takes part. Where a session works, that takes it from its people or gives it back:
   * an agent needs what it needs to stop its turns, unless it leads the thread.
   */
  opensAndCloses(by: Actor, thread: Thread, what: string): Promise<void>;
  /** Nobody acts as somebody else: the agent itself, its owner, an admin. */
  isOrOwns(by: Actor, agent: { readonly id: AgentId; readonly owner?: string }, what: string): Promise<void>;
  /** Throws ThreadClosed. */
  isOpen(thread: Thread): Promise<void>;
  refuse(by: Actor, what: string): Promise<never>;
  /** The same for a refusal with a code of its own. */
  turnDown(by: Actor, error: ParleyError, what: string): Promise<never>;
}

/** How far back it is looked whether a person has spoken. */
const spokeLately = 1_000;

export function createRules({ store, policy, settings }: Pick<HubDeps, "store" | "policy" | "settings">, gate: Gate): BusRules {
  const language = settings.language;
  const isAdmin = (by: Actor): boolean => roleOf(by) === "owner" || roleOf(by) === "admin" || by.kind === "hub";

  const refuse = async (by: Actor, what: string): Promise<never> => {
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: what });
    throw new ParleyError("NotAllowed", say(language, busTexts.busMayNot, { what }));
  };

  const missing: BusRules["missing"] = async (by, what, about, data) => {
    await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: about.slice(0, 200) });
    return new ParleyError("NotFound", say(language, commonTexts.notFound, { what }), data === undefined ? {} : { data });
  };

  /** A person's line makes nobody a participant: the road of every message stays as short as it is. */
  const hasSpoken = async (who: string, thread: ThreadId): Promise<boolean> =>
    (await store.speakers(thread, { beforeSeq: Number.MAX_SAFE_INTEGER, limit: spokeLately })).some(({ id }) => id === who);

  /** The actor, or an agent that belongs to the actor: they may speak as that agent anyway. */
  const isOrHas = async (by: Actor, who: string): Promise<boolean> =>
    who === whoIs(by) || (by.kind === "person" && isId("agt", who) && (await store.registeredAgent(who))?.owner === by.id);

  const leads = async (by: Actor, thread: Thread): Promise<boolean> =>
    isAdmin(by) || isOrHas(by, (await store.details(everyone, thread.id))?.admin ?? thread.createdBy.id);

  const takesPart: BusRules["takesPart"] = async (by, thread, what) => {
    const who = whoIs(by);
    if (isAdmin(by) || (await isOrHas(by, thread.createdBy.id))) return;
    if ((await store.participants(thread.id)).includes(who)) return;
    if (by.kind !== "person" || !(await hasSpoken(who, thread.id))) await refuse(by, what);
  };

  const admit: BusRules["admit"] = (by, right, what) => gate.admit(by, right, { what, sentence: () => say(language, busTexts.busMayNot, { what }) });

  return {
    refuse,
    missing,
    takesPart,
    admit,
    turnDown: async (by, error, what) => {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: error.code, about: what });
      throw error;
    },
    seen: async (by, id) => {
      const thread = await store.thread(policy.reader(by), id);
      if (thread === undefined) throw await missing(by, "thread", `thread ${id}`);
      return thread;
    },
    beyondThread: async (by, what) => {
      if (by.kind === "agent" && by.only !== undefined) await refuse(by, what);
    },
    leads: async (by, thread, what) => {
      if (!(await leads(by, thread))) await refuse(by, what);
    },
    opensAndCloses: async (by, thread, what) => {
      await takesPart(by, thread, what);
      if (by.kind !== "agent" || (await leads(by, thread))) return;
      if ((await store.sessions(everyone)).some((session) => session.thread === thread.id)) await admit(by, "turn.stop", `${what}, where a session works`);
    },
    isOpen: async (thread) => refuseClosed(thread, language),
    isOrOwns: async (by, agent, what) => {
      const owns = whoIs(by) === agent.id || (agent.owner !== undefined && agent.owner === whoIs(by)) || isAdmin(by);
      if (!owns) await refuse(by, what);
    },
  };
}
