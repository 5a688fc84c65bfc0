import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const hubFile = z.object({ url: z.string(), token: z.string(), pid: z.number(), version: z.string() });
const refusal = z.object({ error: z.string(), detail: z.string() });

class HubError extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** The running hub of a home, as its operator: whoever can read hub.json. */
export async function callHub(home: string, method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
  const hub = await findHub(home);
  const response = await fetch(`${hub.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${hub.token}`, "x-parley-surface": "shell", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new HubError("NotRunning", `The hub of ${home} does not answer at ${hub.url} (${reasonOf(cause)}). If its process ${hub.pid} is gone, start it again with parley start.`);
  });
  const answer: unknown = response.status === 204 ? {} : await response.json();
  if (response.ok) return answer;
  const refused = refusal.safeParse(answer);
  throw new HubError(refused.data?.error ?? "Internal", refused.data?.detail ?? `The hub answered ${response.status}.`);
}

async function findHub(home: string): Promise<z.infer<typeof hubFile>> {
  const path = join(home, "hub.json");
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    const denied = cause instanceof Error && "code" in cause && cause.code === "EACCES";
    throw denied
      ? new HubError("NotAllowed", `${path} belongs to another user. Only the hub's own user is its operator.`)
      : new HubError("NotRunning", `No hub is running on ${home}. Start it with parley start (from a clone: npm start), or name another home with --home.`);
  });
  const parsed = hubFile.safeParse(parse(source));
  if (!parsed.success) throw new HubError("NotRunning", `${path} cannot be read as the note of a running hub. Stop the hub, remove the file, and start it again.`);
  return parsed.data;
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
  const deeper = cause.cause;
  return deeper instanceof Error ? deeper.message : cause.message;
}
