import type { EditedRule, Routing, WrittenRule } from "./routing.ts";

/** One key of the configuration as it is in force. Secrets never leave the file and the environment. */
export interface ConfigKey {
  /** `server.port`, `sessions[0].work_dir` */
  readonly key: string;
  /** As it would be written in the file; null when it is not set or must not be shown. */
  readonly value: unknown;
  readonly isSet: boolean;
  readonly from:
    | { readonly kind: "file"; readonly line?: number | undefined }
    | { readonly kind: "environment"; readonly names: readonly string[] }
    | { readonly kind: "default" | "unset" };
  /** What it does. */
  readonly does: string;
  /** How it is edited; `fixed` keys are edited in the file only. */
  readonly type: "text" | "number" | "flag" | "choice" | "list" | "secret" | "fixed";
  readonly choices?: readonly string[];
}

export interface ConfigInForce {
  /** Null while there is none: saving makes it. */
  readonly file: string | null;
  /** Of the file as it is now. A change must name it, so that nobody overwrites what they have not seen. */
  readonly version: string;
  /** The file has changed since the hub started. */
  readonly needsRestart: boolean;
  readonly keys: readonly ConfigKey[];
  readonly warnings: readonly string[];
}

/** Null takes the key out of the file: its default is in force again. */
export interface ConfigChange {
  readonly key: string;
  readonly value: string | number | boolean | readonly string[] | null;
}

export type ConfigOutcome =
  | { readonly ok: true; readonly warnings: readonly string[]; readonly version: string }
  | { readonly ok: false; readonly why: "invalid" | "stale"; readonly problems: readonly string[] };

/** The rules as the file has them now, which may be others than those in force. */
export interface RulesInFile extends Pick<ConfigInForce, "version" | "needsRestart"> {
  readonly rules: readonly WrittenRule[];
}

/** `routing` is what would be in force with them. */
export type RulesOutcome = (Extract<ConfigOutcome, { readonly ok: true }> & { readonly routing: Routing }) | Extract<ConfigOutcome, { readonly ok: false }>;

interface HowChanged {
  readonly version: string;
  /** False: only checked. */
  readonly save: boolean;
}

/** The hub's configuration file. A change is validated as the next start would, and saved whole or not at all. */
export interface ConfigurationFile {
  read(): ConfigInForce;
  change(changes: readonly ConfigChange[], how: HowChanged): ConfigOutcome;
  /** Undefined while the file cannot be read. */
  rules(): RulesInFile | undefined;
  /** In place of all rules of the file. Those that were there keep their comments, and what was not changed in them. */
  changeRules(rules: readonly EditedRule[], how: HowChanged): RulesOutcome;
}
