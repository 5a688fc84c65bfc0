import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secret } from "#lib/redact/secret";

/** What a code stands for: one challenge, and who may run what where with it. */
export interface CodeSubject {
  readonly challenge: string;
  readonly account: string;
  readonly room: string;
  readonly line: string;
}

const digits = 16;

/** The code for it. Nothing of it can be changed without another code being needed. */
export function remoteCode(secret: Secret, { challenge, account, room, line }: CodeSubject): string {
  return createHmac("sha256", secret.reveal()).update(`${challenge} ${account} ${room} ${line}`).digest("hex").slice(0, digits);
}

export function isRemoteCode(secret: Secret, subject: CodeSubject, given: string): boolean {
  const right = Buffer.from(remoteCode(secret, subject));
  const said = Buffer.from(given.toLowerCase());
  return said.length === right.length && timingSafeEqual(said, right);
}
