import { z } from "zod";
import { formatPath, valueAt, type KeyPath } from "./problem.ts";
import { bare, metaOf, shapeOf } from "./schema-walk.ts";
import { variableOf } from "./secret-overrides.ts";
import type { Env } from "./substitute.ts";

/** Warnings about variables that look as if they set a key and do not: only secrets can be given that way, in sections that the file has. */
export function ignoredVariables(schema: z.core.$ZodType, written: unknown, env: Env, path: KeyPath = []): readonly string[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return shapeOf(inner).flatMap(([key, below]) => ignoredVariables(below, written, env, [...path, key]));
  const name = variableOf(path);
  if (!env[name]) return [];
  const key = formatPath(path);
  if (metaOf(schema).kind !== "secret") return [`${name} has no effect: variables set secrets only. Write ${key} in the configuration file.`];
  const section = path.slice(0, -1);
  const isWritten = section.length === 0 || typeof valueAt(written, section) === "object";
  return isWritten ? [] : [`${name} has no effect: the configuration file has no ${formatPath(section)}.`];
}
