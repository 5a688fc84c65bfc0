import type { JsonObject } from "./json.ts";

export const recordKinds = ["run", "refused", "answered", "access", "stopped", "typed", "ended", "restarted", "uploaded", "task", "config"] as const;

/** Who did what; the data is plain and holds no secret. */
export interface NewRecord {
  readonly at: number;
  readonly kind: (typeof recordKinds)[number];
  readonly who: string;
  readonly data: JsonObject;
}

/** What is left out filters nothing. Times are epoch ms, `until` is not included. */
export interface AuditFilter {
  readonly kind?: NewRecord["kind"];
  /** `whoIs` of whoever did it. */
  readonly who?: string;
  readonly since?: number;
  readonly until?: number;
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

/** The last record of the chain, by number and hash: whoever keeps it elsewhere can tell whether the chain still leads there. */
export interface AuditHead {
  readonly n: number;
  readonly hash: string;
}

/**
 * changed, removed, reordered: inside the chain. truncated: records at its end are gone. replaced: there are records in their
 * place. no-second-place: the file that would show the last two is missing or cannot be read.
 */
export type AuditProblem = "changed" | "removed" | "reordered" | "truncated" | "replaced" | "no-second-place";

export type AuditVerdict =
  | { readonly ok: true; readonly records: number }
  | { readonly ok: false; readonly records: number; readonly problem: AuditProblem; readonly brokenAt: number; readonly reason: string };
