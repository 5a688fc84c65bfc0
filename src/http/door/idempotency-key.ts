import type { IncomingMessage } from "node:http";
import { badRequest } from "./bad-input.ts";
import { fieldTexts } from "./field-texts.ts";

const keyChars = 200;

export function idempotencyKey(incoming: IncomingMessage): string | undefined {
  const key = incoming.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && key.length > 0 && key.length <= keyChars) return key;
  throw badRequest(fieldTexts.keyHeader, { max: keyChars });
}
