import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readRegularFile } from "#lib/fs/regular-file";
import { systemClock } from "#lib/time/clock";
import { parseDuration } from "#lib/time/parse-duration";
import { findHub } from "./client.ts";
import { text, WrongUse, type Call, type Verb } from "./verb.ts";
import { defined } from "#lib/defined";

const reply = z.object({ output: z.record(z.string(), z.unknown()).optional(), question: z.string().optional() });
type Reply = z.output<typeof reply>;

const maxPayload = 1024 * 1024;
/** A hook must not hold up its CLI. */
const giveUpMs = 5_000;
const pollSeconds = 50;
const againMs = 500;
const usualDeadlineMs = 60 * 60_000;

/**
 * Called by a CLI's hook. Prints a decision that the CLI understands, or nothing; when no hub answers, a line on stderr and 0, so that
 * the CLI goes on with its own menu. Never exits 2, which CLIs read as "block".
 */
export const hook: Verb = {
  usage: "hook --session S --event E [--deadline 1h], with the payload on stdin",
  summary: "called by a coding CLI's hook; by hand: --event test shows what Parley sees of the session, --event completed says that its turn is over",
  options: { session: { type: "string" }, event: { type: "string" }, deadline: { type: "string" } },
  words: 0,
  insideSessions: true,
  wrongUse: 1,
  run: async (call) => {
    const [session, event] = [text(call, "session"), text(call, "event")];
    if (session === undefined || !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(session)) throw new WrongUse("--session needs a session's name.");
    if (event === undefined || event === "") throw new WrongUse("--event needs the event's name.");
    const deadline = text(call, "deadline");
    const deadlineMs = deadline === undefined ? usualDeadlineMs : parseDuration(deadline);
    if (deadlineMs === undefined) throw new WrongUse("--deadline is a time like 30m.");
    // Run by hand there is no payload, and nobody ends the input.
    const payload = event === "test" || process.stdin.isTTY ? "{}" : await readPayload();
    if (payload === undefined) return 0;
    const said = await decision(call, { session, event, payload }, systemClock.monotonic() + deadlineMs);
    if (said !== undefined) call.out(JSON.stringify(said));
    return 0;
  },
};

/** Undefined when it is not JSON, or more than a hook ever sends. */
async function readPayload(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxPayload) return undefined;
    chunks.push(bytes);
  }
  const payload = Buffer.concat(chunks).toString("utf8").trim();
  try {
    JSON.parse(payload === "" ? "{}" : payload);
    return payload === "" ? "{}" : payload;
  } catch {
    return undefined;
  }
}

interface Hooked {
  readonly session: string;
  readonly event: string;
  readonly payload: string;
}

async function decision({ home, err }: Call, { session, event, payload }: Hooked, until: number): Promise<Reply["output"]> {
  const query = `session=${encodeURIComponent(session)}&event=${encodeURIComponent(event)}`;
  const first = await ask(home, session, { method: "POST", path: `/hook?${query}`, body: payload, waitMs: giveUpMs });
  if (first === undefined) err(`No hub of ${home} took this hook. The CLI goes on without it.`);
  else if (event === "test" && first.output === undefined) err(`There is no session ${session} in ${home}. parley status lists the sessions.`);
  if (first?.question === undefined) return first?.output;
  // Somebody is asked. The hub may restart meanwhile: its address and the secret are read again each time.
  const { question } = first;
  for (;;) {
    const left = until - systemClock.monotonic();
    if (left <= 0) return undefined;
    const seconds = Math.min(pollSeconds, Math.ceil(left / 1_000));
    const waitMs = Math.min(left, (pollSeconds + 10) * 1_000);
    const next = await ask(home, session, { method: "GET", path: `/hook/${question}?wait=${seconds}`, waitMs });
    if (next !== undefined && next.question === undefined) return next.output;
    // The hub's clock lets a program end while it waits; here the wait is all there is to do.
    if (next === undefined) await sleep(Math.min(againMs, left));
  }
}

interface HookCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  readonly waitMs: number;
}

/** Undefined when no hub answers, or it does not know this session's secret; nothing at all once the session has ended. */
async function ask(home: string, session: string, { method, path, body, waitMs }: HookCall): Promise<Reply | undefined> {
  const secret = await readRegularFile(join(home, "sessions", session, "secret"), 1024).then(
    (found) => found.toString().trim(),
    () => undefined,
  );
  if (secret === undefined) return {};
  try {
    const { url } = await findHub(home);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...defined({ body }),
      redirect: "error",
      signal: AbortSignal.timeout(waitMs),
    });
    return response.ok ? reply.parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
