import { randomBytes } from "node:crypto";
import { sha256 } from "#lib/digest";

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A random secret needs no slow hash: there is nothing to guess. */
export function hashOf(secret: string): string {
  return sha256(secret);
}
