import { z } from "zod";

/** A key of the configuration as it is in force. */
export interface ConfigKeyWire {
  readonly key: string;
  readonly value: unknown;
  readonly set: boolean;
  readonly from: "file" | "environment" | "default" | "unset";
  readonly line: number | null;
  readonly variables: readonly string[];
  readonly does: string;
  readonly type: "text" | "number" | "flag" | "choice" | "list" | "secret" | "fixed";
  readonly choices: readonly string[];
}

export interface ConfigWire {
  readonly file: string | null;
  readonly version: string;
  readonly needs_restart: boolean;
  readonly keys: readonly ConfigKeyWire[];
  readonly warnings: readonly string[];
}

/** What a check or a save came to. */
export type ConfigOutcomeWire =
  | { readonly ok: true; readonly warnings: readonly string[]; readonly version: string }
  | { readonly ok: false; readonly why: "invalid" | "stale"; readonly problems: readonly string[] };

const value = z.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(1_000)).max(1_000), z.null()]);

export const configBody = z.object({
  version: z.string().max(64),
  /** False: only checked. */
  save: z.boolean(),
  changes: z
    .array(z.object({ key: z.string().min(1).max(300), value }))
    .min(1)
    .max(100),
});
