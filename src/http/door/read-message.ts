import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { newMessageBody } from "#protocol/requests";
import { checked } from "./bad-input.ts";
import { readAnyJson } from "./body.ts";

type Body = z.output<typeof newMessageBody>;

/** The body of a post. No promise where all of it has arrived. */
export function readMessage(incoming: IncomingMessage): Body | Promise<Body> {
  const value = readAnyJson(incoming);
  return value instanceof Promise ? value.then(asMessage) : asMessage(value);
}

/** Most bodies are `{content}` and nothing else, of which the schema would make the same. */
function asMessage(value: unknown): Body {
  return isContentAlone(value) ? value : checked(newMessageBody, value);
}

const notBlank = /\S/;

function isContentAlone(value: unknown): value is { content: string } {
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  for (const name in value) if (name !== "content") return false;
  return typeof value.content === "string" && notBlank.test(value.content);
}
