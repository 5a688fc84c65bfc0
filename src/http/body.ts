import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { limits } from "#protocol/requests";
import { isTooNested, mostNested } from "./nesting.ts";

/** The client left before its request was whole: there is nobody to answer. */
export class ClientLeft extends Error {
  override readonly name = "ClientLeft";
}

/** What was sent cannot be taken. The door says it in its own language. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  readonly code: "BadRequest" | "TooLarge" | "NotText";

  /** For TooLarge the reason is the limit. */
  constructor(code: BadInput["code"], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.code = code;
  }
}

/** Read from the node stream, once and bounded, then parsed: the framework's own body reading costs a third of the rate. */
export async function readJson<Schema extends z.ZodType>(
  incoming: IncomingMessage,
  schema: Schema,
  most: number = limits.bodyBytes,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readAnyJson(incoming, most));
  if (parsed.success) return parsed.data;
  throw new BadInput("BadRequest", issuesOf(parsed.error));
}

/** For what is looked at later. */
export async function readAnyJson(incoming: IncomingMessage, most: number = limits.bodyBytes): Promise<unknown> {
  return parse(decode(await readBytes(incoming, most)));
}

export function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`)).join("; ");
}

export function readBytes(incoming: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): void => {
      incoming.pause();
      reject(new BadInput("TooLarge", kilobytes(most)));
    };
    if (Number(incoming.headers["content-length"] ?? 0) > most) return tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      incoming.off("data", onData);
      tooLarge();
    };
    incoming.on("data", onData);
    incoming.once("end", () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    });
    incoming.once("error", (cause) => reject(new ClientLeft("the connection broke inside the request", { cause })));
    incoming.once("close", () => {
      if (!incoming.readableEnded) reject(new ClientLeft("the connection closed inside the request"));
    });
    return undefined;
  });
}

export function kilobytes(bytes: number): string {
  return `${Math.floor(bytes / 1024)} KB`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new BadInput("NotText", "invalid UTF-8", cause);
  }
}

/** Only such an escape can bring a NUL or half a surrogate pair into a string: a raw one is no JSON, or no UTF-8. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

function parse(text: string): unknown {
  if (isTooNested(text)) throw new BadInput("BadRequest", `the JSON is nested too deep, more than ${mostNested} arrays and objects within each other`);
  try {
    const value: unknown = JSON.parse(text);
    return suspicious.test(text) ? wellFormed(value) : value;
  } catch (cause) {
    const where = cause instanceof Error ? cause.message.slice(0, 200) : "";
    throw new BadInput("BadRequest", where, cause);
  }
}

/**
 * Chats and databases choke on NUL and on half a character. Text is never refused for them: NUL is left out, half a
 * surrogate pair becomes U+FFFD. Everything else, bidirectional controls included, is kept as it came; whoever shows it escapes it.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wellFormed(inner)]));
}
