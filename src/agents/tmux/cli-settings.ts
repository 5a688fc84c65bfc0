import type { SecretValue } from "#domain/agent";

/** What the configuration says of one CLI (`cli_adapters.NAME`). */
export interface CliSettings {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, SecretValue>>;
  /** More places in which its record may be: folders and files. */
  readonly history: readonly string[];
  readonly hookCommand?: string;
  readonly interactive: { readonly enabled: boolean; readonly checkLines: number; readonly patterns: readonly RegExp[] };
}
