import type { Command, Holder, Language, Run } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isId, type AgentId, type RunId, type ThreadId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { nameOf, whoIs } from "#domain/people";
import type { SessionTool } from "#domain/session-tool";
import type { Surface } from "#domain/thread";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { CommandTable, HubDeps } from "#hub/deps";
import type { Gate } from "#hub/access/gate";
import { createCaps } from "#hub/bus/caps";
import type { RunCommand } from "./run-command.ts";
import type { SecretFiles } from "./secret-file.ts";
import { openArtifact, type OpenArtifact } from "#hub/files/open-artifact";
import { terminalTexts } from "./texts.ts";
import { commonTexts } from "#lib/words/common";
import { defined } from "#lib/defined";

/** How long a caller waits for somebody's yes, if it does not say. */
const askWaitMs = 50_000;

export interface ExecCall {
  readonly by: Actor;
  readonly surface: Surface;
  readonly line: string;
  /** The line's words, from a caller that has them as data. */
  readonly words?: readonly string[];
  /** A tool of a session's own agent instead of a command of the terminal. */
  readonly isTool?: true;
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
export interface CommandTerminal {
  /** Whatever is wrong with the line is the run's own result. A run without an exit code waits for somebody's yes. Throws NoSuchSession, NotFound. */
  exec(call: ExecCall): Promise<Run>;
  /** False when it is not under way. Throws NotAllowed. */
  stop(by: Actor, run: RunId): Promise<boolean>;
  /** Those of the terminal, or those that are typed behind the prefix. */
  commands(table: "terminal" | "chat"): readonly Command[];
  /** What the agents of sessions can do besides. */
  tools(): readonly SessionTool[];
  /** Names of the links that the operator has set up, read from the disk each time. Never a value of a secret file. */
  linksSetUp(): Promise<readonly string[]>;
  /** The file as the run left it; throws NotFound, and SubjectChanged for one that was changed since. */
  artifact(by: Actor, run: RunId, index: number): Promise<OpenArtifact>;
  /** Whose session a command belongs to that is typed there. */
  place(by: Actor, where: { readonly session?: string; readonly thread?: ThreadId }): Promise<{ readonly session: Holder; readonly thread?: ThreadId }>;
}

export function createTerminal(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "settings" | "terminalCommands">,
  parts: {
    readonly gate: Gate;
    readonly runCommand: RunCommand;
    readonly secretFiles: SecretFiles;
    readonly tables: Readonly<Record<"terminal" | "chat", CommandTable>>;
    readonly tools: readonly SessionTool[];
    readonly lastThread: (agent: AgentId) => ThreadId | undefined;
  },
): CommandTerminal {
  const { store, policy, clock, settings } = deps;
  const { gate, runCommand } = parts;
  const language = settings.language;
  const caps = createCaps(deps, gate);

  const place: CommandTerminal["place"] = async (by, where) => {
    if (by.kind === "agent") {
      const thread = by.only ?? parts.lastThread(by.id);
      return { session: by.id, ...defined({ thread }) };
    }
    if (by.kind === "session") return { session: by.id, thread: by.thread };
    const reader = policy.reader(by);
    if (where.session !== undefined) {
      const { session: named } = where;
      const byId = isId("ses", named) ? await store.session(named) : undefined;
      const found = byId === undefined ? await store.sessionByName(reader, named) : (await store.thread(reader, byId.thread)) === undefined ? undefined : byId;
      if (found === undefined) throw new ParleyError("NoSuchSession", say(language, terminalTexts.sessionMissingHere, { name: named.slice(0, 60) }));
      return { session: found.id, thread: found.thread };
    }
    if (where.thread === undefined) return { session: whoIs(by) };
    const thread = await store.thread(reader, where.thread);
    if (thread === undefined) {
      await gate.refused({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `thread ${where.thread}` });
      throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "thread" }));
    }
    return { session: thread.defaultSession ?? whoIs(by), thread: thread.id };
  };

  const seenRun = async (by: Actor, id: RunId): Promise<Run> => {
    const run = await store.run(policy.reader(by), id);
    if (run === undefined) throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "run" }));
    return run;
  };

  return {
    place,
    exec: async (call) => {
      const { by, surface, line, signal } = call;
      await caps.take(by, "runs");
      const where = await place(by, call);
      const running = await runCommand.start({
        by,
        surface,
        place: { ...defined({ thread: where.thread }), direct: false },
        language: call.language ?? language,
        table: call.isTool === true && by.kind === "session" ? "tools" : "terminal",
        line,
        session: where.session,
        ...defined({ words: call.words, stdin: call.stdin, timeoutMs: call.timeoutMs }),
        ...(call.key === undefined ? {} : { key: `${whoIs(by)}:exec:${call.key}` }),
        ...defined({ signal, progress: call.progress }),
      });
      call.started?.(running.id);
      // A session asks inside its own turn, which waits for the answer as for any other question of it.
      if (by.kind === "session" || (await running.held) === "ended") return running.ended;
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
      if (beganBy !== whoIs(by)) await gate.admit(by, "turn.stop", { beganBy, what: `stop ${id}`, sentence: () => say(language, terminalTexts.mayNotStopRun) });
      await store.record([{ at: clock.now(), kind: "stopped", who: whoIs(by), data: { run: run.id, by: nameOf(by), line: run.line } }]);
      return runCommand.stop(id);
    },
    commands: (table) => parts.tables[table].list(),
    tools: () => parts.tools,
    linksSetUp: async () => {
      const names = deps.terminalCommands.list().map(async ({ opens, secretsOf }) => {
        if (opens === undefined || secretsOf === undefined) return [];
        const file = await parts.secretFiles.read(secretsOf, language).catch(ignoreBadConfig);
        return file !== undefined && opens.isSetUp(file) ? [opens.link] : [];
      });
      return (await Promise.all(names)).flat();
    },
    artifact: async (by, id, index) => {
      const artifact = (await seenRun(by, id)).artifacts?.[index];
      if (artifact === undefined) throw new ParleyError("NotFound", say(language, commonTexts.notFound, { what: "artifact" }));
      return openArtifact(settings.workspace, artifact, language);
    },
  };
}

/** A file that cannot be used sets nothing up; the command says what is wrong with it when it is run. */
function ignoreBadConfig(cause: unknown): undefined {
  if (!(cause instanceof ParleyError && cause.code === "BadConfig")) throw cause;
}
