import type { Command, Holder, Language, Run } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isId, type AgentId, type RunId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { Surface } from "#domain/thread";
import { pause } from "#lib/clock";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import type { Gate } from "./gate.ts";
import type { RunCommand } from "./run-command.ts";
import { openArtifact, type OpenArtifact } from "./open-artifact.ts";

/** How long a caller waits for somebody's yes, if it does not say. */
const askWaitMs = 50_000;

export interface ExecCall {
  readonly by: Actor;
  readonly surface: Surface;
  readonly line: string;
  readonly stdin?: string;
  readonly timeoutMs?: number;
  /** Id or name. Agents have their own. */
  readonly session?: string;
  readonly thread?: ThreadId;
  readonly key?: string;
  readonly language?: Language;
  /** The caller gave up; the run is stopped. */
  readonly signal?: AbortSignal;
  readonly progress?: (line: string) => void;
  /** Told of the run's id as soon as it is under way. */
  readonly started?: (run: RunId) => void;
}

/** `terminal_exec` and what belongs to it, for every door. */
export interface Terminal {
  /** Whatever is wrong with the line is the run's own result. A run without an exit code waits for somebody's yes. Throws NoSuchSession, NotFound. */
  exec(call: ExecCall): Promise<Run>;
  /** False when it is not under way. Throws NotAllowed. */
  stop(by: Actor, run: RunId): Promise<boolean>;
  commands(): readonly Command[];
  /** The file as the run left it; throws NotFound, and SubjectChanged for one that was changed since. */
  artifact(by: Actor, run: RunId, index: number): Promise<OpenArtifact>;
  /** Whose session a command belongs to that is typed there. */
  place(by: Actor, where: { readonly session?: string; readonly thread?: ThreadId }): Promise<{ readonly session: Holder; readonly thread?: ThreadId }>;
}

export function createTerminal(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "settings" | "terminalCommands">,
  parts: { readonly gate: Gate; readonly runCommand: RunCommand; readonly lastThread: (agent: AgentId) => ThreadId | undefined },
): Terminal {
  const { store, policy, clock, settings } = deps;
  const { gate, runCommand } = parts;
  const language = settings.language ?? "en";

  const place: Terminal["place"] = async (by, where) => {
    if (by.kind === "agent") {
      const thread = by.only ?? parts.lastThread(by.id);
      return { session: by.id, ...(thread === undefined ? {} : { thread }) };
    }
    if (by.kind === "session") return { session: by.id, thread: by.thread };
    const reader = policy.reader(by);
    if (where.session !== undefined) {
      const { session: named } = where;
      const byId = isId("ses", named) ? await store.session(named) : undefined;
      const found = byId === undefined ? await store.sessionByName(reader, named) : (await store.thread(reader, byId.thread)) === undefined ? undefined : byId;
      if (found === undefined) throw new ParleyError("NoSuchSession", say(language, "sessionMissing", { name: named.slice(0, 60), prefix: settings.prefix }));
      return { session: found.id, thread: found.thread };
    }
    if (where.thread === undefined) return { session: whoIs(by) };
    const thread = await store.thread(reader, where.thread);
    if (thread === undefined) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `thread ${where.thread}` });
      throw new ParleyError("NotFound", say(language, "notFound", { what: "thread" }));
    }
    return { session: thread.defaultSession ?? whoIs(by), thread: thread.id };
  };

  const seenRun = async (by: Actor, id: RunId): Promise<Run> => {
    const run = await store.run(policy.reader(by), id);
    if (run === undefined) throw new ParleyError("NotFound", say(language, "notFound", { what: "run" }));
    return run;
  };

  return {
    place,
    exec: async (call) => {
      const { by, surface, line, signal } = call;
      const where = await place(by, call);
      const running = await runCommand.start({
        by,
        surface,
        place: { ...(where.thread === undefined ? {} : { thread: where.thread }), direct: false },
        language: call.language ?? language,
        table: "terminal",
        line,
        session: where.session,
        ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
        ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
        ...(call.key === undefined ? {} : { key: `${whoIs(by)}:exec:${call.key}` }),
        ...(signal === undefined ? {} : { signal }),
        ...(call.progress === undefined ? {} : { progress: call.progress }),
      });
      call.started?.(running.id);
      if ((await running.held) === "ended") return running.ended;
      const gaveUp = new AbortController();
      const waited = pause(clock, Math.min(call.timeoutMs ?? askWaitMs, askWaitMs), gaveUp.signal).then(() => undefined);
      const ended = await Promise.race([running.ended, waited]);
      gaveUp.abort();
      return ended ?? seenRun({ kind: "operator" }, running.id);
    },
    stop: async (by, id) => {
      const run = await seenRun(by, id);
      const beganBy = runCommand.underWay(id);
      if (beganBy === undefined) return false;
      // Who began it needs no right to end it, agents and join tokens included.
      if (beganBy !== whoIs(by)) await gate.admit(by, "turn.stop", { beganBy, what: `stop ${id}`, sentence: () => say(language, "mayNotStopRun") });
      await store.record([{ at: clock.now(), kind: "stopped", who: whoIs(by), data: { run: run.id, by: nameOf(by), line: run.line } }]);
      return runCommand.stop(id);
    },
    commands: () => deps.terminalCommands.list(),
    artifact: async (by, id, index) => {
      const artifact = (await seenRun(by, id)).artifacts?.[index];
      if (artifact === undefined) throw new ParleyError("NotFound", say(language, "notFound", { what: "artifact" }));
      return openArtifact(settings.workspace, artifact, language);
    },
  };
}
