import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { limits } from "#protocol/requests";
import { badJson, badRequest, checked, notText, tooLarge } from "./bad-input.ts";
import { fieldTexts } from "./field-texts.ts";
import { isTooNested, mostNested } from "./nesting.ts";

/** The client left before its request was whole: there is nobody to answer. */
export class ClientLeft extends Error {
  override readonly name = "ClientLeft";
}

/** Read from the node stream, once and bounded, then parsed: the framework's own body reading costs a third of the rate. */
export async function readJson<Schema extends z.ZodType>(
  incoming: IncomingMessage,
  schema: Schema,
  most: number = limits.bodyBytes,
): Promise<z.output<Schema>> {
  return checked(schema, await readAnyJson(incoming, most));
}

/** For what is looked at later. No promise where the whole body has arrived. */
export function readAnyJson(incoming: IncomingMessage, most: number = limits.bodyBytes): unknown {
  const bytes = takeBytes(incoming, most);
  return bytes instanceof Promise ? bytes.then((arrived) => parse(decode(arrived))) : parse(decode(bytes));
}

export async function readBytes(incoming: IncomingMessage, most: number): Promise<Buffer> {
  return takeBytes(incoming, most);
}

function takeBytes(incoming: IncomingMessage, most: number): Buffer | Promise<Buffer> {
  const whole = arrivedWhole(incoming);
  if (whole === undefined) return collect(incoming, most);
  if (whole.length > most) throw tooLarge(most);
  return whole;
}

function collect(incoming: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      incoming.pause();
      reject(tooLarge(most));
    };
    if (Number(incoming.headers["content-length"] ?? 0) > most) return refuse();
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      incoming.off("data", onData);
      refuse();
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

/** Whether all of the body is there to be read. Node says that it is complete only a moment after its last byte. */
export function isBodyWhole(incoming: IncomingMessage): boolean {
  return incoming.complete || (incoming.readableLength > 0 && incoming.readableLength === Number(incoming.headers["content-length"]));
}

/** A short body comes in the same packet as its head: taking it from the buffer spares four listeners and the stream's flow. */
function arrivedWhole(incoming: IncomingMessage): Buffer | undefined {
  if (incoming.readableFlowing !== null || incoming.readableLength === 0 || !isBodyWhole(incoming)) return undefined;
  const bytes: unknown = incoming.read();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw notText(cause);
  }
}

/** Only such an escape can bring a NUL or half a surrogate pair into a string: a raw one is no JSON, or no UTF-8. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

function parse(text: string): unknown {
  if (isTooNested(text)) throw badRequest(fieldTexts.bodyTooDeep, { max: mostNested });
  try {
    const value: unknown = JSON.parse(text);
    return suspicious.test(text) ? wellFormed(value) : value;
  } catch (cause) {
    const at = /position (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1];
    throw at === undefined ? badJson(cause, fieldTexts.bodyNotJson) : badJson(cause, fieldTexts.bodyNotJsonAt, { at: Number(at) + 1 });
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
