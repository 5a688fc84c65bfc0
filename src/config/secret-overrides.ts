import { z } from "zod";
import { bare, metaOf, shapeOf } from "./schema-walk.ts";
import type { KeyPath } from "./problem.ts";
import type { Env } from "./substitute.ts";

/**
 * A secret in the environment overrides the file: `PARLEY_BOTS_TELEGRAM_TOKEN` sets `bots.telegram.token`. Only within sections
 * that the file has, so that a variable alone enables nothing.
 */
export function overrideSecrets(schema: z.core.$ZodType, tree: unknown, env: Env, path: KeyPath = []): unknown {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject) || typeof tree !== "object" || tree === null || Array.isArray(tree)) return tree;
  const changed = shapeOf(inner).flatMap(([key, below]): readonly (readonly [string, unknown])[] => {
    const at = [...path, key];
    const name = variableOf(at);
    if (metaOf(below).kind === "secret") return env[name] ? [[key, `\${${name}}`]] : [];
    return Object.hasOwn(tree, key) ? [[key, overrideSecrets(below, Reflect.get(tree, key), env, at)]] : [];
  });
  return { ...tree, ...Object.fromEntries(changed) };
}

export function variableOf(path: KeyPath): string {
  return `PARLEY_${path.join("_").toUpperCase()}`;
}
