import type { IncomingMessage } from "node:http";
import { BadInput } from "./body.ts";

const keyChars = 200;

export function idempotencyKey(incoming: IncomingMessage): string | undefined {
  const key = incoming.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && key.length > 0 && key.length <= keyChars) return key;
  throw new BadInput("BadRequest", `Idempotency-Key: must hold 1 to ${keyChars} characters, once`);
}
