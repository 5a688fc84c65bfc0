import type { ServerResponse } from "node:http";
import type { CommandWire, ExecWire, LightWire, RunLineWire, RunWire } from "#protocol/runs";
import type { StreamEventName, StreamEvents } from "#protocol/wire";
import { helloPicture, lineOfRun, pageChatCommands, pageCommands, pageRun } from "./page-runs.ts";

interface TerminalParts {
  readonly runs: readonly RunWire[];
  readonly me: () => { readonly id: string; readonly name: string };
  tell<Name extends StreamEventName>(name: Name, data: StreamEvents[Name]): void;
}

export interface PageTerminal {
  /** True when it has answered, or will. */
  answer(asked: Asked, response: ServerResponse): boolean;
  /** Newest first, as the snapshot has them. */
  lines(thread: string): RunLineWire[];
  lights(): LightWire[];
  light(light: LightWire): void;
  /** Ends or changes a run that somebody else began, or that waits, and tells it. */
  put(run: RunWire): void;
  /** A line that the command under way says of its way. */
  progress(line: string): void;
  /** Ends the command under way. */
  finish(some?: Partial<RunWire>): void;
  /** How many commands the page completes from. */
  readonly commands: readonly CommandWire[];
}

interface Asked {
  readonly method: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The terminal's routes as the page uses them. `slow` runs until the test or a stop ends it; `ask` waits for a yes. */
export function pageTerminal({ runs: first, me, tell }: TerminalParts): PageTerminal {
  const runs = new Map(first.map((run) => [run.id, run]));
  const lights: LightWire[] = [];
  let underWay: { readonly run: RunWire; readonly response: ServerResponse } | undefined;
  let count = first.length;

  const put = (run: RunWire): void => {
    runs.set(run.id, run);
    tell("run", lineOfRun(run));
  };

  const exec = ({ command: line, thread, stdin }: { command: string; thread: string; stdin?: string }, response: ServerResponse): void => {
    if (line === "gone") return send(response, 404, { error: "NoSuchSession", detail: "There is no session of that name; !!sessions lists them." });
    count += 1;
    const run = pageRun(Date.now(), 0, {
      id: `run_${String(count).padStart(2, "0")}`,
      line,
      thread,
      who: me().id,
      who_name: me().name,
      surface: "page",
      exit_code: null,
      duration_ms: null,
    });
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(`${JSON.stringify({ run_id: run.id })}\n`);
    put(run);
    if (line === "ask") {
      put({ ...run, question: "que_ask" });
      response.write(`${JSON.stringify({ progress: "waiting for approval" })}\n`);
      const waits = { ...outputOf(run), error_code: "NeedsApproval", error_message: "Somebody who may allow it has been asked." };
      return void response.end(`${JSON.stringify(waits)}\n`);
    }
    underWay = { run, response };
    if (line !== "slow") finish(outcomes(line, stdin));
  };

  const finish: PageTerminal["finish"] = (some = {}) => {
    if (underWay === undefined) throw new Error("nothing is under way");
    const { run, response } = underWay;
    underWay = undefined;
    const ended: RunWire = { ...run, exit_code: 0, duration_ms: 3, ended_at: new Date(Date.parse(run.at) + 3).toISOString(), ...some };
    put(ended);
    response.end(`${JSON.stringify(outputOf(ended))}\n`);
  };

  const stop = (id: string): boolean => {
    if (underWay?.run.id !== id) return false;
    const why = "The command was stopped before it finished.";
    finish({ exit_code: 1, code: "Stopped", stderr: why, error_message: why });
    return true;
  };

  const found = ({ method, parts: [room, id = "", verb = ""], query }: Asked): unknown => {
    switch (`${method} ${room} ${verb}`) {
      case "GET commands ":
        return query.get("table") === "chat" ? pageChatCommands : pageCommands;
      case "GET runs ":
        return id === "" ? linesBefore(query.get("thread") ?? "", query.get("before") ?? "~") : runs.get(id);
      case "POST runs stop":
        return { stopped: stop(id) };
      case "GET runs artifacts":
        return { url: `/files/${id}?signed=1`, expires_at: new Date().toISOString() };
      default:
        return undefined;
    }
  };

  const linesBefore = (thread: string, before: string): RunLineWire[] =>
    [...runs.values()]
      .filter((run) => run.thread === thread && run.id < before)
      .map(lineOfRun)
      .toReversed();

  return {
    commands: pageCommands,
    put,
    finish,
    lines: (thread) => linesBefore(thread, "~"),
    lights: () => [...lights],
    light: (light) => {
      const at = lights.findIndex((one) => one.session === light.session);
      lights.splice(at < 0 ? lights.length : at, 1, light);
      tell("light", light);
    },
    progress: (line) => underWay?.response.write(`${JSON.stringify({ progress: line })}\n`),
    answer: (asked, response) => {
      if (asked.method === "POST" && asked.parts[0] === "exec") {
        exec(asked.body as { command: string; thread: string; stdin?: string }, response);
        return true;
      }
      const body = found(asked);
      if (body === undefined) return false;
      send(response, 200, body);
      return true;
    },
  };
}

function outcomes(line: string, stdin = ""): Partial<RunWire> {
  if (line === "hello") return { stdout: helloPicture, result: { ok: true, signature: "lemonhall" } };
  if (line.startsWith("irc send") && line.endsWith("--text-stdin"))
    return { stdout: `sent ${stdin.length} characters\n`, result: { ok: true, sent: stdin.split("\n") } };
  const message = `There is no command “${line.split(" ", 1)[0]}”. help lists the commands.`;
  return { exit_code: 1, code: "UnknownCommand", stderr: message, error_message: message, result: { ok: false, error: "UnknownCommand" } };
}

function outputOf({ id, exit_code, stdout, stderr, result, artifacts, duration_ms, code, error_message }: RunWire): ExecWire {
  return {
    run_id: id,
    exit_code: exit_code ?? 1,
    stdout,
    stderr,
    result,
    artifacts: artifacts.map(({ path, mime, description }) => ({ path, mime, description })),
    duration_ms: duration_ms ?? 0,
    ...(code === null ? {} : { error_code: code }),
    ...(error_message === null ? {} : { error_message }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
