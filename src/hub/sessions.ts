import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { AgentKind } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { SessionId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Session } from "#domain/session";
import type { LinkStatus, Status } from "#domain/status";
import type { Surface, ThreadAccess } from "#domain/thread";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words";
import { authorOf } from "./accept.ts";
import type { Bus } from "./bus/bus.ts";
import type { HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import { threadOf } from "./route.ts";
import type { TurnRunner } from "./run-turn.ts";
import { hubAuthor } from "./speech.ts";

const everyone = { sees: "all" } as const;
const maxName = 40;

/** What the config asks for. */
export interface SessionSpec {
  readonly name: string;
  readonly kind: AgentKind;
  readonly cliType: string;
  readonly workDir: string;
  readonly settings: JsonObject;
  /** Why it cannot be had here; it is listed all the same. */
  readonly unavailable?: string;
}

export interface Sessions extends HubVerbs {
  /** Brings the store in line with the config; a session's thread and history outlive its entry. */
  sync(specs: readonly SessionSpec[]): Promise<void>;
  stopTurn(by: Actor, surface: Surface, session: SessionId): Promise<boolean>;
}

export function createSessions(
  deps: HubDeps & {
    readonly gate: Gate;
    readonly runner: TurnRunner;
    readonly invite: Bus["invite"];
    readonly links: () => readonly LinkStatus[];
    readonly startedAt: number;
  },
): Sessions {
  const { store, policy, clock, newId, settings, gate, runner } = deps;
  const language = settings.language ?? "en";

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
    const { name, kind, cliType, workDir } = spec;
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
    if (spec.unavailable !== undefined) await store.moveSession(session.id, "gone", spec.unavailable);
    else if (session.state === "dead") await store.moveSession(session.id, "restarted", "");
    return session;
  };

  const named = async (by: Actor, name: string): Promise<Session> => {
    const session = await store.sessionByName(policy.reader(by), name);
    if (session === undefined) throw new ParleyError("NoSuchSession", say(language, "sessionMissing", { name, prefix: settings.prefix }));
    return session;
  };

  const kindFor = (cli: string): AgentKind => {
    try {
      return deps.kindOf(cli);
    } catch (cause) {
      if (!(cause instanceof ParleyError) || !Array.isArray(cause.data?.["known"])) throw cause;
      throw new ParleyError("NotSupported", say(language, "cliMissing", { cli, known: cause.data["known"].join(", ") }), { cause });
    }
  };

  const stopTurn = async (by: Actor, surface: Surface, id: SessionId): Promise<boolean> => {
    const turn = runner.underWay(id);
    if (turn === undefined) return false;
    const session = (await store.session(id))?.name ?? "";
    await gate.admit(by, "turn.stop", {
      beganBy: turn.beganBy,
      what: `stop ${session}`,
      sentence: () => say(language, "mayNotStop", { session, who: turn.by.name }),
    });
    const stopped = await runner.interrupt(id, nameOf(by));
    if (stopped) await store.record([{ at: clock.now(), kind: "stopped", who: whoIs(by), data: { session: id, turn: turn.id, surface } }]);
    return stopped;
  };

  const current: HubVerbs["current"] = async (_by, place) => {
    const thread = place.address === undefined ? place.thread : (await threadOf(deps, place.address))?.thread;
    const id = thread === undefined ? undefined : (await store.thread(everyone, thread))?.defaultSession;
    return id === undefined ? undefined : store.session(id);
  };

  return {
    sync: async (specs) => {
      for (const session of await store.sessions(everyone)) {
        if (session.source === "config" && !specs.some((spec) => spec.name === session.name)) await store.dropSession(session.id);
      }
      for (const spec of specs) await put(spec, "config", { by: { kind: "hub" }, access: "open" });
    },
    stopTurn,
    sessions: (by) => store.sessions(policy.reader(by)),
    current,
    use: async (by, place, name) => {
      const session = await named(by, name);
      if (place.address !== undefined) {
        await store.bind(place.address, session.thread, clock.now());
        await store.accept({ at: clock.now(), joins: { thread: session.thread, who: whoIs(by) } });
      } else if (place.thread === session.thread) await store.setDefaultSession(session.thread, session.id);
      else throw new ParleyError("NoSuchSession", say(language, "sessionElsewhere", { name }));
      return session;
    },
    create: async (by, place, { name, cli, directory }) => {
      if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(name) || Array.from(name).length > maxName) {
        throw new ParleyError("InvalidArgs", say(language, "badSessionName", { name, max: maxName }));
      }
      if ((await store.sessionByName(everyone, name)) !== undefined)
        throw new ParleyError("NameTaken", say(language, "nameTaken", { name, prefix: settings.prefix }));
      const kind = kindFor(cli);
      const workDir = directory === undefined ? settings.workspace : isAbsolute(directory) ? directory : join(settings.workspace, directory);
      const there = await stat(workDir).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (!there) throw new ParleyError("InvalidArgs", say(language, "directoryMissing", { directory: workDir }));
      const spec: SessionSpec = { name, kind, cliType: cli, workDir, settings: {} };
      const session = await put(spec, "store", {
        by,
        access: place.direct ? "closed" : "open",
        ...(place.address === undefined && place.thread !== undefined ? { thread: place.thread } : {}),
      });
      if (place.address !== undefined) await store.bind(place.address, session.thread, clock.now());
      return session;
    },
    stop: (by, session, surface) => stopTurn(by, surface, session.id),
    invite: async (by, surface, place, agentName, named) => {
      const thread = named ?? place.thread ?? (place.address === undefined ? undefined : (await threadOf(deps, place.address))?.thread);
      if (thread === undefined) throw new ParleyError("NotFound", say(language, "inviteNoPlace"));
      const invited = await deps.invite(by, surface, agentName, thread);
      if (!invited.ok) throw new ParleyError(invited.code ?? "NotInvitable", invited.reason);
      return { agentName, reason: invited.reason, command: invited.commandExecuted };
    },
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
        openQuestions: open.length,
        dueDeliveries,
        redLines: deps.redLines(),
        hasOwner: people.some((person) => person.role === "owner"),
      };
    },
    links: deps.links,
  };
}
