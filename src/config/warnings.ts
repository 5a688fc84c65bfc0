import type { z } from "zod";
import { Secret } from "#lib/redact/secret";
import { say } from "#lib/words/words";
import type { Adapters } from "./adapters.ts";
import { botsIn } from "./bots.ts";
import { languageOf, type Config } from "./config.ts";
import { formatPath, valueAt } from "./problem.ts";
import { ignoredVariables } from "./ignored-variables.ts";
import { mapLeaves } from "./schema-walk.ts";
import type { Settings } from "./schema.ts";
import type { Env } from "./substitute.ts";
import { configTexts } from "./texts.ts";

export interface WarningSources {
  readonly settings: Settings;
  readonly config: Config;
  readonly adapters: Adapters;
  readonly schema: z.ZodType;
  /** The file before variables were substituted. */
  readonly written: unknown;
  readonly env: Env;
}

/** Settings that are valid but probably unintended. Shown at every start. */
export function warningsOf({ settings, config, adapters, schema, written, env }: WarningSources): readonly string[] {
  const language = languageOf(config);
  const warnings: string[] = [];
  if (config.allowEveryone) warnings.push(say(language, configTexts.everyoneMayPrompt));
  if (!settings.watchdog.enabled) warnings.push(say(language, configTexts.watchdogOff));
  mapLeaves(schema, settings, ({ path, value, meta }) => {
    const source = valueAt(written, path);
    const isLiteral = value instanceof Secret && typeof source === "string" && !source.includes("${");
    const looksSecret = meta.kind === "secret" || /token|secret|password|api_?key/i.test(String(path.at(-1)));
    if (isLiteral && looksSecret) warnings.push(say(language, configTexts.literalSecret, { key: formatPath(path), variable: "${NAME}", name: "NAME" }));
    return value;
  });
  for (const { path, sentence } of adapters.cliAdapters.warnings?.(settings.cli_adapters) ?? [])
    warnings.push(`${formatPath(["cli_adapters", ...path])}: ${sentence}`);
  for (const { platform, path: bot, settings: own } of botsIn(settings.bots, adapters)) {
    if (own["enabled"] !== true) continue;
    for (const { path, sentence } of adapters.channels[platform]?.warnings?.(own) ?? []) warnings.push(`${formatPath([...bot, ...path])}: ${sentence}`);
  }
  const names = new Set(["operator", ...config.people.map((person) => person.name)]);
  for (const name of config.questions.approvers ?? []) {
    if (!names.has(name)) warnings.push(say(language, configTexts.unknownApprover, { name }));
  }
  return [...warnings, ...ignoredVariables({ schema, written, env, language })];
}
