import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { callHub, HubError, streamFromHub } from "./client.ts";
import { quoteWords } from "#lib/text/quote-words";
import { needWord, text, WrongUse, type Call, type Verb } from "./verb.ts";
import { defined } from "#lib/defined";

const begun = z.object({ run_id: z.string(), exit_code: z.undefined().optional() });
const progress = z.object({ progress: z.string() });
const output = z.looseObject({
  run_id: z.string(),
  exit_code: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  // Words of third parties, which stdout leaves out so that an agent reads them once.
  result: z
    .object({ messages: z.array(z.object({ ts: z.string(), nick: z.string(), text: z.string() })) })
    .nullish()
    .catch(undefined),
  artifacts: z.array(z.object({ path: z.string(), description: z.string() })),
});
const run = z.looseObject({
  id: z.string(),
  line: z.string(),
  command: z.string(),
  who: z.string(),
  who_name: z.string(),
  session: z.string().nullable(),
  args: z.record(z.string(), z.unknown()),
  stdin: z.object({ chars: z.number(), sha256: z.string() }).nullable(),
  exit_code: z.number().nullable(),
  artifacts: z.array(z.object({ path: z.string() })),
});

export const exec: Verb = {
  usage: "exec LINE [--session S] [--stdin] [--timeout MS], or exec --replay RUN_ID",
  summary: "runs one terminal command, as agents do with terminal_exec; exits with its code",
  options: { session: { type: "string" }, stdin: { type: "boolean" }, timeout: { type: "string" }, replay: { type: "string" } },
  words: "line",
  run: (call) => (text(call, "replay") === undefined ? execute(call) : replay(call, text(call, "replay") ?? "")),
};

async function execute(call: Call): Promise<number> {
  needWord(call, 0, "The command");
  const timeout = text(call, "timeout");
  if (timeout !== undefined && !/^[1-9]\d{0,14}$/.test(timeout)) throw new WrongUse("--timeout is a number of milliseconds.");
  const session = text(call, "session");
  const body = {
    // One word is the line itself, quotes and all; several come from a shell that has split them.
    command: call.words.length === 1 ? call.words[0] : quoteWords(call.words),
    ...defined({ session }),
    ...(timeout === undefined ? {} : { timeout_ms: Number(timeout) }),
    ...(call.values["stdin"] === true ? { stdin: await readText(process.stdin) } : {}),
  };
  let id: string | undefined;
  const interrupted = (): void => {
    if (id !== undefined)
      callHub(call.home, "POST", `/api/runs/${id}/stop`).catch((cause: unknown) => call.err(cause instanceof Error ? cause.message : String(cause)));
  };
  process.on("SIGINT", interrupted);
  try {
    for await (const line of streamFromHub(call.home, "/api/exec", body)) {
      const ended = output.safeParse(line).data;
      if (ended !== undefined) return told(call, ended, line);
      id ??= begun.safeParse(line).data?.run_id;
      const says = progress.safeParse(line).data?.progress;
      if (says !== undefined) call.err(says);
    }
    throw new HubError("NotRunning", "The hub stopped before the command finished. parley exec --replay shows what was recorded.");
  } finally {
    process.off("SIGINT", interrupted);
  }
}

function told(call: Call, ended: z.output<typeof output>, line: unknown): number {
  if (call.json) call.out(JSON.stringify(line));
  else {
    if (ended.stdout !== "") call.out(ended.stdout);
    for (const { ts, nick, text: said } of ended.result?.messages ?? []) call.out(nick === "" ? said : `${ts.slice(11, 16)} <${nick}> ${said}`);
    if (ended.stderr !== "") call.err(ended.stderr);
    for (const { path, description } of ended.artifacts) call.err(`${path}: ${description}`);
  }
  return Math.min(Math.max(ended.exit_code, 0), 255);
}

/** What would run, from the record; nothing runs. */
async function replay(call: Call, id: string): Promise<number> {
  if (call.words.length > 0) throw new WrongUse("--replay takes no command: the record has it.");
  const answer = await callHub(call.home, "GET", `/api/runs/${encodeURIComponent(id)}`);
  const kept = run.parse(answer);
  const { line, command, who, who_name, args, session, stdin } = kept;
  const again = ["parley", "exec", ...(session === null ? [] : ["--session", session]), ...(stdin === null ? [] : ["--stdin"]), shellWord(line)].join(" ");
  if (call.json) {
    call.out(JSON.stringify({ run_id: kept.id, who, who_name, line, command, args, session, stdin, exit_code: kept.exit_code, would_run: again }));
    return 0;
  }
  call.out(`${kept.id}, run by ${who_name}: ${line}`);
  call.out(`command: ${command}, arguments: ${JSON.stringify(args)}`);
  if (stdin !== null) call.out(`It was piped ${stdin.chars} characters (sha256 ${stdin.sha256}), which are not stored: pipe them in again.`);
  for (const { path } of kept.artifacts) call.out(`It wrote ${path}.`);
  call.out(`To run it again: ${again}`);
  return 0;
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
