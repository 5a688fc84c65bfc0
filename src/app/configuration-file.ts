import { createHash } from "node:crypto";
import { join } from "node:path";
import { changeKeys } from "#config/change-keys";
import { changeRules } from "#config/change-rules";
import { readEnvFile } from "#config/env-file";
import { describeKeys } from "#config/describe-keys";
import { readForEdit, writeEdited } from "#config/edit-file";
import { loadConfig, type LoadedConfig, type LoadOptions } from "#config/load";
import { writtenRule } from "#config/routing";
import type { ConfigurationFile } from "#domain/configuration";

/** The file that this hub was started with, for whoever may see and edit it. `started` is what is in force until the next start. */
export function configurationFile(started: LoadedConfig, options: LoadOptions): ConfigurationFile {
  const file = started.config.file ?? join(options.home, "parley.yaml");
  const atStart = versionOf(readForEdit(file));
  const load = (text: string) => loadConfig({ ...options, file, text });
  // Warnings and problems quote values; one that came from the environment is named instead.
  const hide = (lines: readonly string[]): readonly string[] => {
    const env = { ...readEnvFile(file).values, ...options.environment.env };
    const names = describeKeys(started).flatMap(({ from }) => (from.kind === "environment" ? from.names : []));
    return lines.map((line) => names.reduce((text, name) => text.replaceAll(env[name] || `\${${name}}`, `\${${name}}`), line));
  };
  const stale = { ok: false, why: "stale", problems: ["The file has changed since it was read. Load it again."] } as const;
  return {
    rules: () => {
      const text = readForEdit(file);
      const [version, loaded] = [versionOf(text), load(text)];
      return loaded.ok ? { version, needsRestart: version !== atStart, rules: loaded.config.routing.rules.map(writtenRule) } : undefined;
    },
    changeRules: (rules, { version, save }) => {
      const before = readForEdit(file);
      if (versionOf(before) !== version) return stale;
      const known = load(before);
      if (!known.ok) return { ok: false, why: "invalid", problems: hide(known.problems) };
      const changed = changeRules(before, known.config.routing.rules.map(writtenRule), rules);
      if (!changed.ok) return { ok: false, why: "invalid", problems: changed.problems };
      const loaded = load(changed.text);
      if (!loaded.ok) return { ok: false, why: "invalid", problems: hide(loaded.problems) };
      if (save) writeEdited(file, changed.text, {});
      const { routing } = loaded.config;
      return { ok: true, warnings: hide(loaded.warnings), version: save ? versionOf(changed.text) : version, routing };
    },
    read: () => {
      const version = versionOf(readForEdit(file));
      return { file: started.config.file ?? null, version, needsRestart: version !== atStart, keys: describeKeys(started), warnings: hide(started.warnings) };
    },
    change: (changes, { version, save }) => {
      const before = readForEdit(file);
      if (versionOf(before) !== version) return stale;
      const changed = changeKeys(before, started.schema, changes);
      if (!changed.ok) return { ok: false, why: "invalid", problems: changed.problems };
      const loaded = load(changed.text);
      if (!loaded.ok) return { ok: false, why: "invalid", problems: hide(loaded.problems) };
      if (save) writeEdited(file, changed.text, {});
      return { ok: true, warnings: hide(loaded.warnings), version: save ? versionOf(changed.text) : version };
    },
  };
}

function versionOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
