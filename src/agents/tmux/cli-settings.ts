import type { SecretValue } from "#domain/agent";

/** What the configuration says of one CLI (`cli_adapters.NAME`). */
export interface CliSettings {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, SecretValue>>;
  readonly historyDir?: string;
  readonly hookCommand?: string;
  readonly interactive: { readonly enabled: boolean; readonly checkLines: number; readonly patterns: readonly RegExp[] };
}
