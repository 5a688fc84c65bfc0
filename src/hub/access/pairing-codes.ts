import { randomInt } from "node:crypto";

/** Capitals and digits without 0, O, 1 and I, which people mistake for each other. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 8;

export function newPairingCode(): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join("");
}

/** As people type it: in any case, perhaps with spaces or dashes. */
export function readPairingCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .slice(0, 2 * length);
}
