import { ParleyError } from "#domain/errors";
import type { CommandEnd } from "#domain/sandbox";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { TaskContext } from "#agents/delivery/task/task-context";
import type { TurnProgress } from "#agents/kit/loop/turn-progress";
import { deliveryTexts } from "#agents/delivery/texts";
import { inContainer, succeeded } from "#agents/delivery/tools/in-container";
import { deliveryTools } from "#agents/delivery/tools/tools";
import { cliCommands, pipeFolder, type WorkerCli } from "./cli-commands.ts";
import { openToolPipes } from "./tool-pipes.ts";
import { createToolServer } from "./tool-server.ts";

/** How a CLI is run, as the operator has configured it under `cli_adapters`. */
export interface WorkerSettings {
  readonly cli: WorkerCli;
  readonly args: readonly string[];
  /** Its key and whatever else it needs. Commands inside can read it; an archive that holds it is not sent. */
  readonly env: Readonly<Record<string, string>>;
}

export interface CliRun {
  readonly worker: WorkerSettings;
  readonly context: TaskContext;
  readonly progress: TurnProgress;
  readonly prompt: string;
  readonly language: TextLanguage;
  readonly signal: AbortSignal;
}

class ToolEnded extends Error {}

/** `text` is the end of what it printed. */
export interface CliEnd {
  readonly how: "ended" | "said" | "steps";
  readonly text: string;
}

const preparing = `set -e; mkdir -m 700 ${pipeFolder}; mkfifo -m 600 ${pipeFolder}/in ${pipeFolder}/out
printf %s "$FILE" > "${pipeFolder}/$NAME"; command -v "$CLI" >/dev/null || exit 127`;

/** Gives a task to a coding CLI inside the container, with our tools over MCP. It ends when a tool ends it, or when it exits. */
export async function runCli({ worker, context, progress, prompt, language, signal }: CliRun): Promise<CliEnd> {
  const { cli, args, env } = worker;
  const { command, files } = cliCommands[cli];
  const [[name, file] = ["", ""]] = Object.entries(files);
  const prepared = await inContainer(context, preparing, { env: { NAME: name, FILE: file, CLI: cli }, directory: "/tmpfs", signal });
  if (prepared.exitCode === 127) throw cliMissing(context, cli, language);
  succeeded(prepared, "Preparing the tools");

  const over = new AbortController();
  let calls = 0;
  const tools = deliveryTools(context);
  const handle = createToolServer({
    tools,
    signal,
    calling: async (call) => {
      if (++calls > context.settings.maxSteps) over.abort(new ToolEnded("steps"));
      await progress.began(call);
    },
    returned: async (call, { isError = false, text, ends = false }) => {
      await progress.done(call, isError, text);
      if (ends) over.abort(new ToolEnded("ended"));
    },
    failed: (cause) => over.abort(cause),
    send: (line) => pipes.send(line),
  });
  using pipes = await openToolPipes(context.folder.tmpfs, handle, (cause) => over.abort(cause));
  await context.record({ did: "command", command: cli, directory: "/workspace" });
  const line = command.replace("ARGS", args.map(quoted).join(" "));
  const what = { command: line, directory: "/workspace", outputChars: context.settings.outputChars, env: { ...env, PROMPT: prompt } };
  try {
    const end = await context.sandbox.run(what, context.settings.taskTimeoutMs, AbortSignal.any([signal, over.signal]));
    if (end.cut === "disk")
      throw new ParleyError("TooLarge", say(language, deliveryTexts.cliDiskFull, { task: context.request.task, cli, ...diskOf(context) }));
    return { how: "said", text: wordsOf(end) };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ToolEnded) return { how: cause.message === "steps" ? "steps" : "ended", text: "" };
    throw cause;
  }
}

function cliMissing({ settings: { sandbox, image } }: TaskContext, cli: WorkerCli, language: TextLanguage): ParleyError {
  const text = sandbox === "bwrap" ? deliveryTexts.cliMissingHere : deliveryTexts.cliMissing;
  return new ParleyError("NotSupported", say(language, text, { cli, image }));
}

function diskOf({ settings: { limits } }: TaskContext): { readonly mb: number } {
  return { mb: Math.round(limits.diskBytes / 1024 / 1024) };
}

function wordsOf({ stdout, stderr, exitCode, cut }: CommandEnd): string {
  return (stdout.trim() || stderr.trim() || (exitCode === undefined ? `cut off: ${cut ?? "unknown"}` : `exit code ${exitCode}`)).slice(-500);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
