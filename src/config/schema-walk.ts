import { z } from "zod";
import { keyKinds, type KeyMeta } from "#lib/settings";
import type { KeyPath } from "./problem.ts";

/** The schema without its defaults, optionality and conversions. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable)
    return bare(schema.unwrap());
  // `preprocess` converts before the schema; `transform` after it.
  if (schema instanceof z.ZodPipe) return bare(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

/** Outer metadata overrides inner. */
export function metaOf(schema: z.core.$ZodType): KeyMeta {
  const own = schema instanceof z.ZodType ? schema.meta() : undefined;
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable;
  const inner = isWrapper ? metaOf(schema.unwrap()) : undefined;
  return { description: own?.description ?? inner?.description, kind: keyKinds.find((kind) => kind === own?.["kind"]) ?? inner?.kind };
}

export function shapeOf(schema: z.ZodObject): readonly (readonly [string, z.core.$ZodType])[] {
  return Object.entries(schema.shape);
}

/** The schema below one key; undefined where there is none. */
function schemaBelow(schema: z.core.$ZodType, key: string | number): z.core.$ZodType | undefined {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return new Map(shapeOf(inner)).get(String(key));
  if (inner instanceof z.ZodRecord) return inner.valueType;
  return inner instanceof z.ZodArray ? inner.element : undefined;
}

export function schemaAt(schema: z.core.$ZodType, path: KeyPath): z.core.$ZodType | undefined {
  let at: z.core.$ZodType | undefined = schema;
  for (const key of path) at = at === undefined ? undefined : schemaBelow(at, key);
  return at;
}

export function knownKeys(schema: z.core.$ZodType, path: KeyPath): readonly string[] {
  const at = schemaAt(schema, path);
  const inner = at === undefined ? undefined : bare(at);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** True for sections, which contain other keys: an empty section counts as not written. */
export function isSection(schema: z.core.$ZodType): boolean {
  const inner = bare(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord || inner instanceof z.ZodArray;
}

export interface Leaf {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly meta: KeyMeta;
}

/** Rebuilds a tree with `change` applied to every leaf, including each item of a list of plain values. */
export function mapLeaves(schema: z.core.$ZodType, tree: unknown, change: (leaf: Leaf) => unknown, path: KeyPath = []): unknown {
  const below = (value: unknown, key: string | number): unknown => {
    const next = schemaBelow(schema, key);
    return next === undefined ? value : mapLeaves(next, value, change, [...path, key]);
  };
  if (!isSection(schema) || typeof tree !== "object" || tree === null) return change({ path, value: tree, meta: metaOf(schema) });
  if (Array.isArray(tree)) return tree.map((item, i) => below(item, i));
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, below(value, key)]));
}

/** `people:` with nothing below it is an empty section, which is fine. An empty value is not, and is left for the schema to reject. */
export function dropEmptySections(schema: z.core.$ZodType, tree: unknown): unknown {
  return mapLeaves(schema, tree, ({ path, value }) => (value === null && isSectionAt(schema, path) ? undefined : value));
}

function isSectionAt(schema: z.core.$ZodType, path: KeyPath): boolean {
  const at = schemaAt(schema, path);
  return at !== undefined && isSection(at);
}
