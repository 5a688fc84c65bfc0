import type { SettingsPart } from "#lib/settings";
import { bare, metaOf, shapeOf } from "./schema-walk.ts";
import { z } from "zod";

/** One thing that `parley setup` asks for. */
export interface SetupQuestion {
  readonly key: string;
  /** What the key does, as the configuration documents it. */
  readonly does: string;
  readonly isSecret: boolean;
  /** Several values, separated by commas. */
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** Asked only while none of these has an answer. */
  readonly unless: readonly string[];
}

/** From the adapter's own schema: the keys that it needs, then those that are offered besides. */
export function setupQuestions({ schema, needs = [] }: SettingsPart, offered: readonly string[]): readonly SetupQuestion[] {
  const ask = (key: string, more: Partial<SetupQuestion>): readonly SetupQuestion[] => {
    const found = new Map(shapeOf(schema)).get(key);
    if (found === undefined) return [];
    const { description = key, kind } = metaOf(found);
    return [{ key, does: description, isSecret: kind === "secret", isList: bare(found) instanceof z.ZodArray, isOptional: false, unless: [], ...more }];
  };
  const needed = needs.flatMap((need) => {
    const keys = typeof need === "string" ? [need] : need;
    // Of several the last one is needed when none of the others was given.
    return keys.flatMap((key, i) => ask(key, { isOptional: i < keys.length - 1, unless: keys.slice(0, i) }));
  });
  return [...needed, ...offered.filter((key) => !needed.some((one) => one.key === key)).flatMap((key) => ask(key, { isOptional: true }))];
}
