import { hash } from "node:crypto";

export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** JSON with sorted keys and without `undefined`, so that equal data is equal text wherever it was built. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner));
}

/** What an approval is good for. Order counts in lists: another order of argv is another command. */
export function subjectDigest(subject: object | undefined): string {
  return sha256(canonicalJson(subject));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  // fromEntries defines: a key named __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
