import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { AgentKind, SeatFacts } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { whoIs, everyone } from "#domain/people";
import type { Session } from "#domain/session";
import type { LinkStatus, Status } from "#domain/status";
import type { ThreadAccess } from "#domain/thread";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import type { Bus } from "#hub/bus/bus";
import type { HubDeps } from "#hub/deps";
import type { Tasks } from "#hub/tasks/tasks";
import { threadOf } from "#hub/road/read-facts";
import type { WorkStatus } from "#domain/work";
import type { Desk } from "./desk.ts";
import type { TurnRunner } from "./run-turn.ts";
import type { SeatConfig } from "./seat-spec.ts";
import { removeSessionFolder } from "./session-folder.ts";
import type { SessionPlace } from "./session-place.ts";
import type { StopSession } from "./stop-session.ts";
import { authorOf, hubAuthor } from "#hub/authors";
import { turnTexts } from "./texts.ts";
import { commonTexts } from "#lib/words/common";

const maxName = 40;

/** What the config asks for. */
export interface SessionSpec {
  readonly name: string;
  readonly kind: AgentKind;
  readonly cliType: string;
  readonly workDir: string;
  readonly settings: JsonObject;
  /** What its seat gets that is not stored. */
  readonly seat?: SeatConfig;
  /** It works in a git worktree of its own, made from the directory. */
  readonly worktree?: boolean;
  /** Why it cannot be had here; it is listed all the same. */
  readonly unavailable?: string;
}

export interface Sessions extends Omit<HubVerbs, "sendLinkCode" | "joinAccount" | "who" | "run" | "record"> {
  /** Brings the store in line with the config; a session's thread and history outlive its entry. */
  sync(specs: readonly SessionSpec[]): Promise<void>;
}

export function createSessions(
  deps: HubDeps & {
    readonly runner: TurnRunner;
    readonly stop: StopSession;
    readonly invite: Bus["invite"];
    readonly tasks: Pick<Tasks, "start" | "goOn">;
    readonly links: () => readonly LinkStatus[];
    readonly facts: (session: SessionId) => Promise<SeatFacts | undefined>;
    readonly statuses: () => ReadonlyMap<SessionId, WorkStatus>;
    readonly desk: Pick<Desk, "press" | "conversations" | "restart">;
    readonly showScreen: HubVerbs["screen"];
    readonly place: SessionPlace;
    readonly startedAt: number;
  },
): Sessions {
  const { store, policy, clock, newId, log, settings, runner } = deps;
  const language = settings.language;

  const put = async (
    spec: SessionSpec,
    source: Session["source"],
    where: { by: Actor; access: ThreadAccess; thread?: Session["thread"] },
  ): Promise<Session> => {
    const known = await store.sessionByName(everyone, spec.name);
    const at = clock.now();
    const thread = known?.thread ?? where.thread ?? newId("thr");
    if (known === undefined && where.thread === undefined) {
      const createdBy = where.by.kind === "hub" ? hubAuthor : authorOf(where.by);
      await store.accept({ at, thread: { id: thread, topic: spec.name, access: where.access, createdBy, at, participants: [whoIs(where.by)] } });
    }
    const { name, kind, cliType } = spec;
    const { workDir, fault } = await deps.place.of(spec);
    const unavailable = spec.unavailable ?? fault;
    const session = await store.putSession({
      id: known?.id ?? newId("ses"),
      name,
      thread,
      kind,
      cliType,
      workDir,
      settings: spec.settings,
      source,
      at: known?.at ?? at,
    });
    if (spec.seat !== undefined) runner.configure(session.id, spec.seat);
    if (unavailable !== undefined) await store.moveSession(session.id, "gone", unavailable);
    else if (session.state === "dead") await store.moveSession(session.id, "restarted", "");
    return session;
  };

  const named = async (by: Actor, name: string): Promise<Session> => {
    const session = await store.sessionByName(policy.reader(by), name);
    if (session === undefined) throw new ParleyError("NoSuchSession", say(language, commonTexts.sessionMissing, { name, prefix: settings.prefix }));
    return session;
  };

  const kindFor = (cli: string): AgentKind => {
    try {
      return deps.kindOf(cli);
    } catch (cause) {
      if (!(cause instanceof ParleyError) || !Array.isArray(cause.data?.["known"])) throw cause;
      throw new ParleyError("NotSupported", say(language, turnTexts.cliMissing, { cli, known: cause.data["known"].join(", ") }), { cause });
    }
  };

  const current: HubVerbs["current"] = async (_by, place) => {
    const thread = place.address === undefined ? place.thread : (await threadOf(deps, place.address))?.thread;
    const id = thread === undefined ? undefined : (await store.thread(everyone, thread))?.defaultSession;
    return id === undefined ? undefined : store.session(id);
  };

  return {
    sync: async (specs) => {
      for (const session of await store.sessions(everyone)) {
        if (session.source !== "config" || specs.some((spec) => spec.name === session.name)) continue;
        await runner
          .end(session)
          .catch((cause: unknown) => log.error({ cause, session: session.name }, "failed to end a session that is not configured any more"));
        await store.dropSession(session.id);
        await removeSessionFolder(deps, session);
        await deps.place.leave(session);
      }
      for (const spec of specs) await put(spec, "config", { by: { kind: "hub" }, access: "open" });
    },
    sessions: (by) => store.sessions(policy.reader(by)),
    current,
    listen: (address, to) => store.setListening(address, to),
    listening: (address) => store.listening(address),
    use: async (by, place, name) => {
      const session = await named(by, name);
      if (place.address !== undefined) {
        await store.bind(place.address, session.thread, clock.now());
        await store.accept({ at: clock.now(), joins: { thread: session.thread, who: whoIs(by) } });
      } else if (place.thread === session.thread) await store.setDefaultSession(session.thread, session.id);
      else throw new ParleyError("NoSuchSession", say(language, turnTexts.sessionElsewhere, { name }));
      return session;
    },
    create: async (by, place, { name, cli, directory, worktree = false }) => {
      if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(name) || Array.from(name).length > maxName) {
        throw new ParleyError("InvalidArgs", say(language, turnTexts.badSessionName, { name, max: maxName }));
      }
      if ((await store.sessionByName(everyone, name)) !== undefined)
        throw new ParleyError("NameTaken", say(language, commonTexts.nameTaken, { name, prefix: settings.prefix }));
      const kind = kindFor(cli);
      const workDir = directory === undefined ? settings.workspace : isAbsolute(directory) ? directory : join(settings.workspace, directory);
      const there = await stat(workDir).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (!there) throw new ParleyError("InvalidArgs", say(language, turnTexts.directoryMissing, { directory: workDir }));
      const spec: SessionSpec = { name, kind, cliType: cli, workDir, settings: {}, worktree };
      const { fault } = await deps.place.of(spec);
      if (fault !== undefined) throw new ParleyError("InvalidArgs", fault);
      const session = await put(spec, "store", {
        by,
        access: place.direct ? "closed" : "open",
        ...(place.address === undefined && place.thread !== undefined ? { thread: place.thread } : {}),
      });
      if (place.address !== undefined) await store.bind(place.address, session.thread, clock.now());
      return session;
    },
    screen: deps.showScreen,
    press: (by, surface, session, keys) => deps.desk.press(by, surface, session.id, keys),
    conversations: (by, session) => deps.desk.conversations(by, session.id),
    restart: (by, surface, session, conversation) => deps.desk.restart(by, surface, session.id, conversation),
    stop: (by, session, surface, how) => deps.stop(by, surface, session, how),
    invite: async (by, surface, place, agentName, named) => {
      const thread = named ?? place.thread ?? (place.address === undefined ? undefined : (await threadOf(deps, place.address))?.thread);
      if (thread === undefined) throw new ParleyError("NotFound", say(language, turnTexts.inviteNoPlace));
      const invited = await deps.invite(by, surface, agentName, thread);
      if (!invited.ok) throw new ParleyError(invited.code ?? "NotInvitable", invited.reason);
      return { agentName, reason: invited.reason, command: invited.commandExecuted };
    },
    deliver: (by, surface, place, { task, ...ask }) =>
      task === undefined ? deps.tasks.start(by, surface, place, ask) : deps.tasks.goOn(by, surface, task, ask.prompt),
    status: async (by): Promise<Status> => {
      const reader = policy.reader(by);
      const [sessions, open, dueDeliveries, people] = await Promise.all([
        store.sessions(reader),
        store.questions(reader, { state: "open" }),
        store.countDue(),
        store.people(),
      ]);
      return {
        version: settings.version,
        startedAt: deps.startedAt,
        links: deps.links(),
        sessions,
        statuses: deps.statuses(),
        openQuestions: open.length,
        dueDeliveries,
        redLines: deps.redLines(),
        facts: new Map(
          (await Promise.all(sessions.map(async ({ id }) => [id, await deps.facts(id)] as const))).flatMap(([id, facts]) =>
            facts === undefined ? [] : [[id, facts]],
          ),
        ),
        hasOwner: people.some((person) => person.role === "owner"),
      };
    },
    links: deps.links,
  };
}
