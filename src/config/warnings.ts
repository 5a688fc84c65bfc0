import type { z } from "zod";
import { Secret } from "#lib/secret";
import type { Adapters } from "./adapters.ts";
import type { Config } from "./config.ts";
import { formatPath, valueAt } from "./problem.ts";
import { mapLeaves } from "./schema-walk.ts";
import type { Settings } from "./schema.ts";

export interface WarningSources {
  readonly settings: Settings;
  readonly config: Config;
  readonly adapters: Adapters;
  readonly schema: z.ZodType;
  /** The file as it was written, before anything was filled in. */
  readonly written: unknown;
}

/** What is allowed, works, and is probably not what its author wants. Told at every start. */
export function warningsOf({ settings, config, adapters, schema, written }: WarningSources): readonly string[] {
  const warnings: string[] = [];
  if (config.allowEveryone)
    warnings.push(
      "security.whitelist_enabled is false: everybody who finds a chat of this hub may prompt its agents. They may not answer questions or run an admin's commands.",
    );
  if (!settings.watchdog.enabled)
    warnings.push("watchdog.enabled is false: a prompt that an agent shows on its screen and does not report will not be noticed.");
  mapLeaves(schema, settings, ({ path, value, meta }) => {
    const source = valueAt(written, path);
    const isLiteral = value instanceof Secret && typeof source === "string" && !source.includes("${");
    const looksSecret = meta.kind === "secret" || /token|secret|password|api_?key/i.test(String(path.at(-1)));
    if (isLiteral && looksSecret)
      warnings.push(`${formatPath(path)} is a secret written into the file. Write \${NAME} instead and set NAME in the environment.`);
    return value;
  });
  for (const { path, sentence } of adapters.cliAdapters.warnings?.(settings.cli_adapters) ?? [])
    warnings.push(`${formatPath(["cli_adapters", ...path])}: ${sentence}`);
  const names = new Set(["operator", ...config.people.map((person) => person.name)]);
  for (const name of config.questions.approvers ?? []) {
    if (!names.has(name))
      warnings.push(`questions.approvers names ${name}, and the file has no such person. The entry counts once somebody of that name is added.`);
  }
  return warnings;
}
