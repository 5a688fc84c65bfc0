import { createHash } from "node:crypto";
import type { NewRecord } from "#domain/audit";

/** What the first record has before it. */
export const chainStart = "0".repeat(64);

/**
 * The hash of record `n`: SHA-256 over the canonical JSON of its fields and the hash before it. `data` comes as canonical
 * JSON already, as it is stored, so that verifying covers the stored bytes.
 */
export function chainHash(n: number, record: Omit<NewRecord, "data">, data: string, prev: string): string {
  const fields = `{"at":${record.at},"data":${data},"kind":${JSON.stringify(record.kind)},"n":${n},"prev":${JSON.stringify(prev)},"who":${JSON.stringify(record.who)}}`;
  return createHash("sha256").update(fields).digest("hex");
}

/** Keys sorted, nothing undefined, no spaces: the same value is always the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${fields.join(",")}}`;
}
