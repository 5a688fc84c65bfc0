import { randomBytes } from "node:crypto";
import type { NewRecord } from "#domain/audit";
import type { ErrorCode } from "#domain/errors";
import { ParleyError } from "#domain/errors";
import type { InvitationId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import { commandLine, fillArgv } from "#domain/invite-command";
import type { Actor } from "#domain/people";
import { makerOf, nameOf, whoIs } from "#domain/people";
import type { Surface, Thread } from "#domain/thread";
import { redactArgv } from "#lib/redact/redact-argv";
import { formatDuration } from "#lib/time/format-duration";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { hashOf } from "#hub/access/token-secrets";
import type { Bus, Invited } from "#hub/bus/bus";
import { freeShownName } from "#hub/bus/shown-name";
import type { HubDeps, Inviting } from "#hub/deps";
import { findThread } from "#hub/road/find-thread";
import type { Gate } from "#hub/access/gate";
import { argvOf, type InvitableAgents } from "./invitable.ts";
import { makeFolder } from "./invitation-folder.ts";
import { secretsOf, specOf } from "./invited-process.ts";
import { clip } from "#hub/outbox/chat-parts";
import { hubLine } from "#hub/authors";
import type { Visits } from "./invited-processes.ts";
import { invitingTexts } from "./texts.ts";
import { roadTexts } from "#hub/road/texts";
import { accessTexts } from "#hub/access/texts";
import { defined } from "#lib/defined";

const queued = "Agent invitation command queued successfully";
const mostRunning = 32;
const tokenOutlivesMs = 10 * 60_000;

export interface Invitations extends Pick<Bus, "invitable" | "invite" | "invitations"> {
  /** A person has said yes to what the gate would not let this actor do alone. */
  inviteAllowed(by: Actor, surface: Surface, agentName: string, thread: Thread, allowedBy: string): Promise<Invited>;
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
  const { store, policy, clock, newId, settings, gate, inviting, agents, visits } = deps;
  const language = settings.language;

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
      await store.putInvitation({ ...draft(by, agentName, thread), state: "refused", endedAt: clock.now(), reason: refusal.reason }, []);
    return refused(agentName, refusal);
  };

  const draft = (by: Actor, agentName: string, thread: Thread): Invitation => ({
    id: newId("inv"),
    agentName,
    thread: thread.id,
    by: whoIs(by),
    byName: nameOf(by),
    at: clock.now(),
    argv: [],
    state: "starting",
    reason: "",
    output: "",
  });

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

  const begin = async (by: Actor, surface: Surface, entry: Invitable, thread: Thread, allowedBy?: string): Promise<Invited> => {
    const hindrance = inTheWay(entry, thread);
    const release = hindrance === undefined ? visits.reserve(entry.name, thread.id) : undefined;
    if (release === undefined) return refuse(by, entry.name, thread, hindrance ?? twice(entry, nameOf(by), clock.now()));
    try {
      const unfit = await cannotRun(entry);
      return unfit === undefined ? await start(by, surface, entry, thread, allowedBy) : await refuse(by, entry.name, thread, unfit);
    } finally {
      release();
    }
  };

  const start = async (by: Actor, surface: Surface, entry: Invitable, thread: Thread, allowedBy?: string): Promise<Invited> => {
    let made: InvitationId | undefined;
    try {
      const token = randomBytes(32).toString("base64url");
      const agent = newId("agt");
      const url = inviting.address();
      const first = draft(by, entry.name, thread);
      made = first.id;
      const folder = await makeFolder(inviting, first.id, entry, { url, token });
      const values = { thread_id: thread.id, thread_topic: thread.topic, bus_address: url, agent_name: entry.name, mcp_config: folder.mcpConfig };
      const argv = argvOf({ argv: fillArgv(entry.argv, values) });
      const displayName = await freeShownName(deps, entry.displayName, agent);
      const environment = inviting.environment(entry.environment);
      const secrets = secretsOf({ token, argv, environment, names: entry.environment });
      const shown = redactArgv(argv, secrets);
      const invitation: Invitation = { ...first, agent, argv: shown };
      const about = { invitation: first.id, agent: entry.name, thread: thread.id, surface, ...defined({ allowed_by: allowedBy }) };
      const record = (kind: NewRecord["kind"], data: NewRecord["data"]): NewRecord => ({ at: first.at, kind, who: whoIs(by), data: { ...about, ...data } });
      await store.addToken(
        {
          id: newId("tok"),
          holder: { kind: "agent", agent, name: displayName, may: [], only: thread.id },
          label: `invitation ${first.id}`,
          ...makerOf(by),
          at: first.at,
          expiresAt: first.at + entry.maxRuntimeSeconds * 1000 + tokenOutlivesMs,
        },
        hashOf(token),
        record("access", { did: "join token created" }),
      );
      // Before the process: what was about to run is on record even if nothing comes after it.
      await store.putInvitation(invitation, [record("run", { did: "invited", by: nameOf(by), argv: shown, ...defined({ run_as: entry.runAs }) })]);
      await store.accept({
        at: first.at,
        message: {
          ...hubLine(newId, thread.id, first.at, say(language, invitingTexts.invitedLine, { who: nameOf(by), agent: displayName })),
          meta: { event: "invited" },
        },
        joins: { thread: thread.id, who: agent },
        fan: true,
      });
      deps.log.info({ ...about, argv: shown, by: whoIs(by) }, "an invited agent is being started");
      visits.begin(
        { invitation, agent, entry: { ...entry, displayName }, secrets },
        specOf({ invitation, topic: thread.topic, entry, argv, folder, token, url }, settings.workspace, environment),
      );
      return { ok: true, agentName: entry.name, reason: queued, commandExecuted: commandLine(shown), invitation };
    } catch (cause) {
      if (made !== undefined) await visits.abandon(made);
      throw cause;
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
    inviteAllowed: async (by, surface, agentName, thread, allowedBy) => {
      const entry = entryNamed(agentName);
      return "code" in entry ? refuse(by, agentName, thread, entry) : begin(by, surface, entry, thread, allowedBy);
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
