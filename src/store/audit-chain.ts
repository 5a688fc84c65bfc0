import { createHash } from "node:crypto";
import type { AuditHead, NewRecord } from "#domain/audit";

/** The previous hash of the first record. */
export const chainStart = "0".repeat(64);

/**
 * The hash of record `n`: SHA-256 over the canonical JSON of its fields and the previous hash. `data` is passed as stored,
 * already canonical JSON, so that verification covers the stored bytes.
 */
export function chainHash(n: number, record: Omit<NewRecord, "data">, data: string, prev: string): string {
  const fields = `{"at":${record.at},"data":${data},"kind":${JSON.stringify(record.kind)},"n":${n},"prev":${JSON.stringify(prev)},"who":${JSON.stringify(record.who)}}`;
  return createHash("sha256").update(fields).digest("hex");
}

/** `12:9f86d0…`, as it is stored, printed and taken back. */
export function formatHead({ n, hash }: AuditHead): string {
  return `${n}:${hash}`;
}

export function parseHead(text: string): AuditHead | undefined {
  const found = /^(\d{1,15}):([\da-f]{64})$/.exec(text);
  return found === null ? undefined : { n: Number(found[1]), hash: found[2] ?? "" };
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
