import type { JsonObject } from "./json.ts";

/** Who did what; the data is plain and holds no secret. */
export interface NewRecord {
  readonly at: number;
  readonly kind: "run" | "refused" | "answered" | "access" | "stopped" | "uploaded";
  readonly who: string;
  readonly data: JsonObject;
}

/** Chained: `hash` covers the record and the hash before it. */
export interface AuditRecord extends NewRecord {
  readonly n: number;
  readonly prev: string;
  readonly hash: string;
}

/** Same account and code within a minute: one record with a count. */
export interface Refusal {
  readonly who: string;
  readonly name: string;
  readonly code: string;
  readonly about: string;
  readonly at: number;
}

export type AuditVerdict =
  | { readonly ok: true; readonly records: number }
  | { readonly ok: false; readonly records: number; readonly brokenAt: number; readonly reason: string };
