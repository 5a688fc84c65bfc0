import { z } from "zod";
import type { ConfigKey } from "#domain/configuration";
import { explain, type ExplainedKey } from "./explain.ts";
import type { LoadedConfig } from "./load.ts";
import { parsePath, type KeyPath } from "./problem.ts";
import { bare, metaOf, schemaAt } from "./schema-walk.ts";
import { defined } from "#lib/defined";

/** Every key with its value, where that comes from, and how it is edited. What comes from the environment is named and not shown. */
export function describeKeys(loaded: LoadedConfig): readonly ConfigKey[] {
  return explain(loaded).keys.map((one) => describe(loaded, one));
}

function describe(loaded: LoadedConfig, { key, value, does }: ExplainedKey): ConfigKey {
  const path = parsePath(key);
  const schema = schemaAt(loaded.schema, path);
  const { type, choices } = typeOf(schema);
  const isSet = value !== null;
  const names = namesBehind(loaded, path, value);
  const origin = loaded.origin(path);
  const from: ConfigKey["from"] =
    names.length > 0
      ? { kind: "environment", names }
      : !isSet
        ? { kind: "unset" }
        : origin.from === "file"
          ? { kind: "file", line: origin.line }
          : { kind: "default" };
  const isHidden = type === "secret" || names.length > 0;
  return { key, value: isHidden ? null : value, isSet, from, does, type, ...defined({ choices }) };
}

/** The variables that a value, or one of its items, was filled with. */
function namesBehind(loaded: LoadedConfig, path: KeyPath, value: unknown): readonly string[] {
  const namesOf = (at: KeyPath): readonly string[] => {
    const origin = loaded.origin(at);
    return origin.from === "environment" ? origin.names : [];
  };
  const items = Array.isArray(value) ? value.map((_, i) => i) : typeof value === "object" && value !== null ? Object.keys(value) : [];
  return [...new Set([...namesOf(path), ...items.flatMap((item) => namesOf([...path, item]))])];
}

/** Flags and lists of plain values have their own controls; whatever holds sections of its own is edited in the file. */
export function typeOf(schema: z.core.$ZodType | undefined): Pick<ConfigKey, "type" | "choices"> {
  if (schema === undefined) return { type: "fixed" };
  const { kind } = metaOf(schema);
  if (kind === "secret") return { type: "secret" };
  if (kind === "duration") return { type: "text" };
  const inner = bare(schema);
  if (inner instanceof z.ZodEnum) return { type: "choice", choices: inner.options.map(String) };
  if (inner instanceof z.ZodBoolean) return { type: "flag" };
  if (inner instanceof z.ZodNumber) return { type: "number" };
  if (inner instanceof z.ZodString) return { type: "text" };
  if (inner instanceof z.ZodArray && !isHolding(inner.element)) return { type: "list" };
  return { type: "fixed" };
}

function isHolding(schema: z.core.$ZodType): boolean {
  const inner = bare(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray || inner instanceof z.ZodRecord || metaOf(schema).kind === "secret";
}
