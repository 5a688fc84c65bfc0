import { join } from "node:path";
import { z } from "zod";
import { readRegularFile } from "#lib/fs/regular-file";

const hubFile = z.object({ url: z.string(), token: z.string(), pid: z.number().int().positive(), version: z.string() });
const refusal = z.object({ error: z.string(), detail: z.string() });

type HubNote = z.infer<typeof hubFile>;
type Method = "GET" | "POST" | "DELETE";

const maxBytes = 64 * 1024;
/** Longer than anything but a hub that hangs. */
const patienceMs = 30_000;
/** For a glance at whether there is one. */
const lookMs = 2_000;

/** What a hub says to a token that is not its own. The operator's is always the hub's own, so another hub answers there. */
const notItsToken: readonly string[] = ["BadToken", "NeedsToken", "NoOwner", "ForeignHost"];

export class HubError extends Error {
  readonly code: string;
  /** What the hub said, whole; undefined when it said nothing. */
  readonly answer: unknown;

  constructor(code: string, sentence: string, cause?: unknown, answer?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.code = code;
    this.answer = answer;
  }
}

/** The running hub of a home, as its operator: whoever can read hub.json. */
export function callHub(home: string, method: Method, path: string, body?: unknown): Promise<unknown> {
  return hubOf(home, patienceMs)(method, path, body);
}

export function hubOf(home: string, waitMs: number): (method: Method, path: string, body?: unknown) => Promise<unknown> {
  return async (method, path, body) => {
    const hub = await findHub(home);
    try {
      const response = await fetch(`${hub.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${hub.token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(waitMs),
      });
      return answerOf(response.ok, parse(await response.text()), hub, home);
    } catch (cause) {
      throw cause instanceof HubError ? cause : unreachable(cause, hub, home);
    }
  };
}

/** The lines of an answer that comes in pieces, as long as it takes. */
export async function* streamFromHub(home: string, path: string, body: unknown): AsyncGenerator<unknown> {
  const hub = await findHub(home);
  let response;
  try {
    response = await fetch(`${hub.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${hub.token}`, "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify(body),
      redirect: "error",
    });
    if (!response.ok || response.body === null) {
      answerOf(response.ok, parse(await response.text()), hub, home);
      return;
    }
    let rest = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const value = parse(line);
        const failed = refusal.safeParse(value).data;
        if (failed !== undefined) throw new HubError(failed.error, failed.detail);
        yield value;
      }
    }
  } catch (cause) {
    throw cause instanceof HubError ? cause : unreachable(cause, hub, home);
  }
}

function answerOf(isOk: boolean, answer: unknown, hub: HubNote, home: string): unknown {
  const refused = refusal.safeParse(answer).data;
  if (answer === undefined || (!isOk && (refused === undefined || notItsToken.includes(refused.error)))) {
    throw new HubError("NotRunning", `No hub is running on ${home}: another program answers at its last address, ${hub.url}. Start it with parley start.`);
  }
  if (isOk) return answer;
  throw new HubError(refused?.error ?? "Internal", refused?.detail ?? "", undefined, answer);
}

function unreachable(cause: unknown, hub: HubNote, home: string): HubError {
  if (!isAlive(hub.pid)) {
    return new HubError(
      "NotRunning",
      `No hub is running on ${home}: the last one, process ${hub.pid}, was killed or crashed. Start it again with parley start.`,
      cause,
    );
  }
  const why = reasonOf(cause);
  return new HubError(
    "NotRunning",
    `The hub of ${home} does not answer at ${hub.url} (${why}). Look at its log; if its process ${hub.pid} hangs, end it and run parley start.`,
    cause,
  );
}

/** Where a hub answers on this home; undefined when none does. */
export async function runningHub(home: string): Promise<Pick<HubNote, "url" | "pid"> | undefined> {
  try {
    const { url, pid } = await findHub(home);
    await hubOf(home, lookMs)("GET", "/api/status");
    return { url, pid };
  } catch {
    return undefined;
  }
}

export async function findHub(home: string): Promise<HubNote> {
  const path = join(home, "hub.json");
  const source = await readRegularFile(path, maxBytes).then(String, (cause: NodeJS.ErrnoException) => {
    throw cause.code === "ENOENT" || cause.code === "ENOTDIR"
      ? new HubError("NotRunning", `No hub is running on ${home}. Start it with parley start (from a clone: npm start), or name another home with --home.`)
      : new HubError("NotAllowed", `${path} cannot be read (${cause.code ?? cause.message}). Only the hub's own user is its operator.`);
  });
  const parsed = hubFile.safeParse(parse(source));
  if (!parsed.success)
    throw new HubError("NotRunning", `${path} cannot be read as the note of a running hub. Stop the hub, remove the file, and start it again.`);
  return parsed.data;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return "it took too long";
  const deeper = cause.cause;
  return deeper instanceof Error ? deeper.message : cause.message;
}
