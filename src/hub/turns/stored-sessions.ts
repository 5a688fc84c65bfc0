import type { AgentKind } from "#domain/agent";
import type { JsonObject } from "#domain/json";
import { everyone, whoIs, type Actor } from "#domain/people";
import type { Session } from "#domain/session";
import type { ThreadAccess } from "#domain/thread";
import { defined } from "#lib/defined";
import { authorOf, hubAuthor } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { TurnRunner } from "./run-turn.ts";
import type { SeatConfig } from "./seat-spec.ts";
import { removeSessionFolder } from "./session-folder.ts";
import type { SessionPlace } from "./session-place.ts";

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
  /** The session whose thread it shares, by name. */
  readonly threadOf?: string;
  /** Why it cannot be had here; it is listed all the same. */
  readonly unavailable?: string;
}

/** Sessions as the store has them: written from what is asked for, with their threads. */
export interface StoredSessions {
  put(spec: SessionSpec, source: Session["source"], where: SessionWhere): Promise<Session>;
  /** Brings the store in line with the config; a session's thread and history outlive its entry. */
  sync(specs: readonly SessionSpec[]): Promise<void>;
}

export interface SessionWhere {
  readonly by: Actor;
  readonly access: ThreadAccess;
  readonly thread?: Session["thread"];
}

export function createStoredSessions(
  deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings">,
  { runner, place }: { readonly runner: Pick<TurnRunner, "configure" | "end">; readonly place: SessionPlace },
): StoredSessions {
  const { store, clock, newId, log } = deps;

  const put: StoredSessions["put"] = async (spec, source, where) => {
    const known = await store.sessionByName(everyone, spec.name);
    const at = clock.now();
    const thread = known?.thread ?? where.thread ?? newId("thr");
    if (known === undefined && where.thread === undefined) {
      const createdBy = where.by.kind === "hub" ? hubAuthor : authorOf(where.by);
      await store.accept({ at, thread: { id: thread, topic: spec.name, access: where.access, createdBy, at, participants: [whoIs(where.by)] } });
    }
    const { name, kind, cliType } = spec;
    const { workDir, fault } = await place.of(spec);
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

  const drop = async (session: Session): Promise<void> => {
    await runner.end(session).catch((cause: unknown) => log.error({ cause, session: session.name }, "failed to end a session that is not configured any more"));
    await store.dropSession(session.id);
    await removeSessionFolder(deps, session);
    await place.leave(session);
  };

  /** One that has to share another's thread begins anew there; what was said before stays where it was said. */
  const putShared = async (spec: SessionSpec, threadOf: string): Promise<void> => {
    const thread = (await store.sessionByName(everyone, threadOf))?.thread;
    const known = await store.sessionByName(everyone, spec.name);
    if (known !== undefined && thread !== undefined && known.thread !== thread) await drop(known);
    await put(spec, "config", { by: { kind: "hub" }, access: "open", ...defined({ thread }) });
  };

  return {
    put,
    sync: async (specs) => {
      for (const session of await store.sessions(everyone)) {
        if (session.source === "config" && !specs.some((spec) => spec.name === session.name)) await drop(session);
      }
      for (const spec of specs.filter((one) => one.threadOf === undefined)) await put(spec, "config", { by: { kind: "hub" }, access: "open" });
      for (const spec of specs) if (spec.threadOf !== undefined) await putShared(spec, spec.threadOf);
    },
  };
}
