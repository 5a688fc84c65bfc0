import type { ErrorCode } from "#domain/errors";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Surface, Thread } from "#domain/thread";
import { redactArgv } from "#lib/redact/redact-argv";
import { formatDuration } from "#lib/time/format-duration";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import type { Bus, Invited } from "#hub/bus/bus";
import type { HubDeps, Inviting } from "#hub/deps";
import { findThread } from "#hub/road/find-thread";
import type { Gate } from "#hub/access/gate";
import { argvOf, type InvitableAgents } from "./invitable.ts";
import { clip } from "#hub/outbox/chat-parts";
import type { Visits } from "./invited-processes.ts";
import { createStartInvitation, newInvitation, type Grounds } from "./start-invitation.ts";
import { invitingTexts } from "./texts.ts";
import { roadTexts } from "#hub/road/texts";
import { accessTexts } from "#hub/access/texts";
import { defined } from "#lib/defined";

const mostRunning = 32;

export interface Invitations extends Pick<Bus, "invitable" | "invite" | "invitations"> {
  /** A person has said yes to what the gate would not let this actor do alone. */
  inviteAllowed(by: Actor, surface: Surface, agentName: string, thread: Thread | string, allowedBy?: string): Promise<Invited>;
  /** A person's words invite it by a rule of the configuration; the person's own right was checked. */
  inviteByRule(by: Actor, surface: Surface, agentName: string, thread: ThreadId, rule: string): Promise<Invited>;
  /** Whether a rule may invite that agent, there, if a thread is given. */
  ruleEntry(agentName: string, thread: ThreadId | undefined): "yes" | "not-listed" | "not-allowed" | "here";
}

export interface InvitationDeps extends HubDeps {
  readonly gate: Gate;
  readonly inviting: Inviting;
  readonly agents: InvitableAgents;
  readonly visits: Visits;
  /** Puts an agent's wish before people; false when too many of its wishes wait for an answer. */
  readonly askPeople: (by: Actor, surface: Surface, entry: Invitable, thread: Thread) => Promise<boolean>;
}

type Refusal = { readonly code: ErrorCode; readonly reason: string };

/** What ran is the operator's own, and what it wrote may be anything: for those who may start it, and for whoever did. */
export function shownRun(policy: HubDeps["policy"], by: Actor): (run: Invitation) => Invitation {
  const mayInvite = policy.decide(by, "invite").verdict === "allow";
  return (run) => (mayInvite || run.by === whoIs(by) ? run : { ...run, argv: [], output: "" });
}

/** agent_invite: from the word that asks for it to a process that is on its way. */
export function createInvitations(deps: InvitationDeps): Invitations {
  const { store, policy, clock, settings, gate, inviting, agents, visits } = deps;
  const language = settings.language;
  const start = createStartInvitation(deps);

  const refused = (agentName: string, { code, reason }: Refusal): Invited => ({ ok: false, agentName, reason, commandExecuted: "", code });

  /** On record like every refusal; once a minute also as a row of the thread's invitations. */
  const refuse = async (by: Actor, agentName: string, thread: Thread | undefined, refusal: Refusal): Promise<Invited> => {
    const isFirst = await gate.refused({
      who: whoIs(by),
      name: nameOf(by),
      code: refusal.code,
      about: `invite ${clip(agentName)} into ${thread?.id ?? "no thread"}`,
    });
    if (isFirst && thread !== undefined)
      await store.putInvitation({ ...newInvitation(deps, by, agentName, thread), state: "refused", endedAt: clock.now(), reason: refusal.reason }, []);
    return refused(agentName, refusal);
  };

  const entryNamed = (name: string): Invitable | Refusal => {
    const invalid = agents.invalid().find((one) => one.name === name);
    if (invalid !== undefined) return { code: "NotInvitable", reason: say(language, invitingTexts.inviteInvalid, { agent: name, why: invalid.why }) };
    const entry = agents.entries().find((one) => one.name === name);
    if (entry === undefined) return { code: "NotInvitable", reason: `Agent '${clip(name)}' not found in configuration` };
    if (!entry.enabled) return { code: "NotInvitable", reason: say(language, invitingTexts.inviteDisabled, { agent: name, file: inviting.file.path }) };
    return entry;
  };

  const twice = (entry: Invitable, who: string, since: number): Refusal => ({
    code: "AlreadyInvited",
    reason: say(language, invitingTexts.inviteTwice, { agent: entry.displayName, who, span: formatDuration(language, clock.now() - since) }),
  });

  /** Never waits: between this and keeping a place nobody else can take it. */
  const inTheWay = (entry: Invitable, thread: Thread): Refusal | undefined => {
    if (thread.status === "closed" || thread.status === "archived")
      return { code: "ThreadClosed", reason: say(language, invitingTexts.inviteClosed, { status: thread.status }) };
    const there = visits.of(entry.name, thread.id);
    if (there !== undefined) return twice(entry, there.byName, there.at);
    return visits.count() < mostRunning ? undefined : { code: "QueueFull", reason: say(language, invitingTexts.inviteTooMany, { n: mostRunning }) };
  };

  const cannotRun = async (entry: Invitable): Promise<Refusal | undefined> => {
    const environment = inviting.environment(entry.environment);
    const { ok, says } = await inviting.processes.check({
      argv: argvOf(entry),
      cwd: settings.workspace,
      env: environment,
      ...defined({ runAs: entry.runAs }),
    });
    return ok ? undefined : { code: "NotSupported", reason: say(language, invitingTexts.inviteInvalid, { agent: entry.name, why: says }) };
  };

  const begin = async (by: Actor, surface: Surface, entry: Invitable, thread: Thread, grounds: Grounds = {}): Promise<Invited> => {
    const hindrance = inTheWay(entry, thread);
    const release = hindrance === undefined ? visits.reserve(entry.name, thread.id) : undefined;
    if (release === undefined) return refuse(by, entry.name, thread, hindrance ?? twice(entry, nameOf(by), clock.now()));
    try {
      const unfit = await cannotRun(entry);
      return unfit === undefined ? await start(by, surface, entry, thread, grounds) : await refuse(by, entry.name, thread, unfit);
    } finally {
      release();
    }
  };

  const threadFor = async (by: Actor, surface: Surface, which: string): Promise<Thread | Refusal> => {
    // Programs name a thread by its id; a topic is a word of people.
    const found = await findThread(store, policy.reader(by), which, surface !== "mcp" && surface !== "api");
    if (found === "several") return { code: "BadRequest", reason: say(language, commonTexts.threadAmbiguous, { thread: clip(which) }) };
    return found === "none" ? { code: "NotFound", reason: say(language, commonTexts.threadUnknown, { thread: clip(which) }) } : found;
  };

  return {
    invite: async (by, surface, agentName, which) => {
      if (visits.isStopping()) throw new ParleyError("ShuttingDown", say(language, roadTexts.shuttingDown));
      const thread = await threadFor(by, surface, which);
      if ("code" in thread) return refuse(by, agentName, undefined, thread);
      const entry = entryNamed(agentName);
      if (policy.decide(by, "invite").verdict !== "allow") {
        const isWish =
          by.kind === "agent" && by.only === undefined && !("code" in entry) && inTheWay(entry, thread) === undefined && (await cannotRun(entry)) === undefined;
        if (isWish) {
          return (await deps.askPeople(by, surface, entry, thread))
            ? refused(agentName, { code: "NeedsApproval", reason: say(language, invitingTexts.inviteAsked, { agent: entry.displayName }) })
            : refuse(by, agentName, thread, { code: "QueueFull", reason: say(language, invitingTexts.inviteWishes, { agent: entry.displayName }) });
        }
        return refuse(by, agentName, thread, { code: "NotAllowed", reason: say(language, invitingTexts.inviteMayNot, { agent: clip(agentName) }) });
      }
      return "code" in entry ? refuse(by, agentName, thread, entry) : begin(by, surface, entry, thread);
    },
    inviteAllowed: async (by, surface, agentName, given, allowedBy) => {
      const thread = typeof given === "string" ? await threadFor(by, surface, given) : given;
      if ("code" in thread) return refuse(by, agentName, undefined, thread);
      const entry = entryNamed(agentName);
      return "code" in entry ? refuse(by, agentName, thread, entry) : begin(by, surface, entry, thread, { allowedBy });
    },
    inviteByRule: async (by, surface, agentName, id, rule) => {
      const thread = await threadFor(by, surface, id);
      if ("code" in thread) return refuse(by, agentName, undefined, thread);
      const entry = entryNamed(agentName);
      return "code" in entry ? refuse(by, agentName, thread, entry) : begin(by, surface, entry, thread, { rule });
    },
    ruleEntry: (agentName, thread) => {
      const entry = entryNamed(agentName);
      if ("code" in entry) return "not-listed";
      if (entry.autoInvite !== true) return "not-allowed";
      return thread !== undefined && visits.of(agentName, thread) !== undefined ? "here" : "yes";
    },
    invitable: async (by) => {
      await gate.admit(by, "speak", { what: "list agents to invite", sentence: () => say(language, accessTexts.notAllowed, { account: whoIs(by) }) });
      const mayInvite = policy.decide(by, "invite").verdict === "allow";
      const reader = policy.reader(by);
      // The command is the operator's own; only those who may start it see it.
      const shown = <E extends Invitable>(entry: E): E => ({
        ...entry,
        argv: mayInvite ? redactArgv(entry.argv) : [],
        environment: mayInvite ? entry.environment : [],
      });
      const entries = await Promise.all(
        agents.entries().map(async (entry) => {
          const last = (await store.invitations(reader, { agentName: entry.name, limit: 10 })).find(({ state }) => state !== "refused");
          const health = agents.health(entry.name);
          return { ...shown(entry), ...defined({ health }), ...(last === undefined ? {} : { last: shownRun(policy, by)(last) }) };
        }),
      );
      const invalid = agents.invalid().map((one) => (one.waits === undefined ? one : { ...one, waits: shown(one.waits) }));
      return { entries, invalid, ...defined({ file: mayInvite ? deps.inviting.file.path : undefined }) };
    },
    invitations: async (by, which) => {
      await gate.admit(by, "speak", { what: "list invitations", sentence: () => say(language, accessTexts.notAllowed, { account: whoIs(by) }) });
      return (await store.invitations(policy.reader(by), which)).map(shownRun(policy, by));
    },
  };
}
