import { z } from "zod";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { formatPath, valueAt, type KeyPath } from "./problem.ts";
import { bare, metaOf, shapeOf } from "./schema-walk.ts";
import { variableOf } from "./secret-overrides.ts";
import type { Env } from "./substitute.ts";
import { configTexts } from "./texts.ts";

export interface VariableSources {
  readonly schema: z.core.$ZodType;
  readonly written: unknown;
  readonly env: Env;
  readonly language: TextLanguage;
}

/** Warnings about variables that look as if they set a key and do not: only secrets can be given that way, in sections that the file has. */
export function ignoredVariables(of: VariableSources, path: KeyPath = []): readonly string[] {
  const { schema, written, env, language } = of;
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return shapeOf(inner).flatMap(([key, below]) => ignoredVariables({ ...of, schema: below }, [...path, key]));
  const name = variableOf(path);
  if (!env[name]) return [];
  const key = formatPath(path);
  if (metaOf(schema).kind !== "secret") return [say(language, configTexts.variableNotSecret, { variable: name, key })];
  const section = path.slice(0, -1);
  const isWritten = section.length === 0 || typeof valueAt(written, section) === "object";
  return isWritten ? [] : [say(language, configTexts.variableNoSection, { variable: name, section: formatPath(section) })];
}
