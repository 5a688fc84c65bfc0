import type { ArgWire, CommandWire, RunLineWire, RunWire } from "#protocol/runs";

const command = (name: string, args: readonly ArgWire[], summary: string, capabilities: readonly string[] = []): CommandWire => ({
  name,
  usage: [name, ...args.map((arg) => `[${arg.name}]`)].join(" "),
  args: [...args],
  summary,
  capabilities: [...capabilities],
  limits: { time_ms: 30_000, input_chars: 65_536, output_chars: 16_000 },
});

/** A flag as the hub describes it: a switch, a text that `value` stands for, or one of the words that `value` lists. */
const flag = (name: string, value?: string): ArgWire => {
  const shared = { name, required: false, summary: `what ${name} does` };
  if (value === undefined) return { ...shared, kind: "switch" };
  return value.includes("|") ? { ...shared, kind: "choice", value, choices: value.split("|") } : { ...shared, kind: "text", value };
};

export const pageCommands: readonly CommandWire[] = [
  command("help", [], "list the commands"),
  command("hello", [], "print HELLO as a picture"),
  command("slow", [], "take as long as the test wants"),
  command(
    "doc extract",
    [{ name: "path", kind: "positional", required: true, summary: "the document" }, flag("--format", "md|txt"), flag("--out", "PATH")],
    "text of a document",
    ["read file"],
  ),
  command("irc status", [flag("--out", "PATH")], "how the link stands", ["network"]),
  command("irc send", [flag("--to", "TARGET"), flag("--text", "TEXT"), flag("--text-stdin"), flag("--confirm")], "say something", ["network"]),
  command("irc pull", [flag("--limit", "N"), flag("--format", "summary|full"), flag("--peek")], "read what came in", ["network"]),
];

/** Wide, with a backslash, a trailing blank and an empty line: all of it has to arrive as it is. */
export const helloPicture = [
  String.raw` _   _  _____  _      _       ___  `,
  String.raw`| | | ||  ___|| |    | |     / _ \ `,
  String.raw`| |_| || |_   | |    | |    | | | |`,
  String.raw`|  _  ||  _|  | |___ | |___ | |_| |`,
  String.raw`|_| |_||_____||_____||_____| \___/ `,
  "",
  "                          lemonhall",
].join("\n");

export function pageRun(now: number, minutesAgo: number, some: Partial<RunWire>): RunWire {
  const at = now - minutesAgo * 60_000;
  const ms = some.duration_ms === undefined ? 61 : some.duration_ms;
  return {
    id: "run_1",
    line: "hello",
    command: "hello",
    at: new Date(at).toISOString(),
    ended_at: ms === null ? null : new Date(at + ms).toISOString(),
    thread: "thr_gateway",
    session: "ses_gateway",
    who: "ses_gateway",
    who_name: "gateway",
    surface: "mcp",
    exit_code: 0,
    code: null,
    duration_ms: ms,
    stdout: "",
    stderr: "",
    result: null,
    args: {},
    artifacts: [],
    error_message: null,
    stdin: null,
    question: null,
    ...some,
  };
}

/** Between the messages of the scenario: done, refused, and a verb of the chat. */
export function pageRuns(now: number): readonly RunWire[] {
  const needsYes = "#other is not the default channel. Add --confirm to send there.";
  return [
    pageRun(now, 20, {
      id: "run_01",
      line: "doc extract trace.log --format md",
      command: "doc extract",
      stdout: "# Trace of 14:10\n[...TRUNCATED...]\n429 429 429\n",
      stderr: "2 lines were not text and were left out\n",
      result: { ok: true, path: "trace.log", chars: 18_213 },
      artifacts: [{ path: "artifacts/run_01/trace.md", mime: "text/markdown", description: "The whole text", bytes: 18_213, sha256: "0" }],
    }),
    pageRun(now, 17, {
      id: "run_02",
      line: 'irc send --to #other --text "0.9 is out"',
      command: "irc send",
      exit_code: 1,
      code: "ConfirmRequired",
      duration_ms: 2,
      stderr: needsYes,
      error_message: needsYes,
      result: { ok: false, error: "ConfirmRequired" },
    }),
    pageRun(now, 10, {
      id: "run_03",
      line: "!!status",
      command: "status",
      session: null,
      who: "per_lin",
      who_name: "林薇",
      surface: "chat:feishu",
      stdout: "**4** sessions, 1 works",
    }),
  ];
}

/** What the stream tells of a run. */
export function lineOfRun({ stdout: _1, stderr: _2, result: _3, args: _4, error_message: _5, stdin: _6, artifacts, ...line }: RunWire): RunLineWire {
  return { ...line, artifacts: artifacts.length };
}

const chatCommand = (name: string, summary: string): CommandWire => ({
  name,
  usage: name,
  args: [],
  summary,
  capabilities: [],
  limits: { time_ms: 30_000, input_chars: 0, output_chars: 64_000 },
});

/** Some of those that people type behind the prefix. */
export const pageChatCommands: readonly CommandWire[] = [
  chatCommand("help", "Lists the commands"),
  chatCommand("status", "Shows the sessions"),
  chatCommand("stop", "Stops a turn"),
];
