import { batch } from "@preact/signals";
import type { ExecLineWire, ExecWire } from "#protocol/runs";
import { Refusal, refusalOf } from "#web/state/hub/api.ts";
import { jsonLines } from "#web/state/stream/ndjson.ts";
import type { Page } from "#web/state/page.ts";
import type { StartedCommand, RunDetail } from "./terminal.ts";

const keptLive = 50;

/** Runs a command line in a thread. Everything it comes to, also that it was not taken, is told in `page.terminal`; resolves with the last of it. */
export async function execLine(page: Page, thread: string, line: string, stdin: string, named: (run: string) => void = () => {}): Promise<StartedCommand> {
  const { live } = page.terminal;
  const one: StartedCommand = { key: crypto.randomUUID(), thread, line, at: Date.now(), run: null, progress: [], problem: null };
  const change = (some: (before: StartedCommand) => Partial<StartedCommand>): void => {
    live.value = live.value.map((other) => (other.key === one.key ? { ...other, ...some(other) } : other));
  };
  const latest = (): StartedCommand => live.value.find((other) => other.key === one.key) ?? one;
  live.value = [...live.value, one].slice(-keptLive);
  try {
    const response = await page.api.exec({ command: line, thread, ...(stdin === "" ? {} : { stdin }) }, one.key);
    for await (const said of linesOf(response)) {
      if ("error" in said) throw new Refusal(500, said.error, said.detail);
      if ("stdout" in said) {
        batch(() => ended(page, one, said, change));
        return latest();
      }
      if (said.progress !== undefined) change(({ progress }) => ({ progress: [...progress, said.progress ?? ""] }));
      else if ("run_id" in said) {
        change(() => ({ run: said.run_id }));
        named(said.run_id);
      }
    }
    throw new Error("the hub went away before the run was over");
  } catch (problem) {
    // Once it has a name, the stream tells how it ends, also after the hub was away for a while.
    change(({ run }) => (run !== null && !(problem instanceof Refusal) ? {} : { problem }));
    return latest();
  }
}

export async function loadRun({ api, terminal }: Page, run: string): Promise<void> {
  keepDetail(terminal, run, await api.wholeRun(run));
}

/** Without them there is no completion; the next one who needs them asks again. */
export function loadCommands({ api, terminal }: Page, table: "terminal" | "chat" = "terminal"): void {
  const commands = table === "chat" ? terminal.chatCommands : terminal.commands;
  if (commands.value !== null) return;
  commands.value = [];
  api.commands(table).then(
    (list) => {
      commands.value = list;
    },
    () => {
      commands.value = null;
    },
  );
}

async function* linesOf(response: Response): AsyncGenerator<ExecLineWire> {
  if (!response.ok || response.body === null) throw refusalOf(response.status, await response.text());
  const read = jsonLines();
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* read(value) as readonly ExecLineWire[];
  }
}

function ended(page: Page, { line, at, thread }: StartedCommand, output: ExecWire, change: (some: () => Partial<StartedCommand>) => void): void {
  const { run_id: id, exit_code, error_code: code = null, error_message = null, duration_ms, artifacts } = output;
  change(() => ({ run: id }));
  if (code === "NeedsApproval") return;
  keepDetail(page.terminal, id, { ...output, error_message });
  page.ranHere({
    id,
    line,
    command: "",
    at: new Date(at).toISOString(),
    ended_at: new Date(at + duration_ms).toISOString(),
    thread,
    session: null,
    who: page.model.value.me?.id ?? "",
    who_name: "",
    surface: "page",
    exit_code,
    code,
    duration_ms,
    artifacts: artifacts.length,
    question: null,
  });
}

function keepDetail({ details }: Page["terminal"], run: string, detail: RunDetail): void {
  details.value = new Map(details.value).set(run, detail);
}
