import { z } from "zod";
import type { SettingsPart } from "#lib/settings";
import { bare, metaOf, schemaAt, shapeOf } from "./schema-walk.ts";

/** One thing that `parley setup` asks for. */
export interface SetupQuestion {
  /** With dots where it is inside a section: `sasl.account`. */
  readonly key: string;
  /** What the key does, as the configuration documents it. */
  readonly does: string;
  readonly isSecret: boolean;
  /** Several values, separated by commas. */
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** Asked only while none of these has an answer. */
  readonly unless: readonly string[];
  /** Asked only if this one has an answer. */
  readonly after?: string;
}

/** A key that is not needed but that most people want; with `after` it is needed once that key has an answer. */
export type SetupOffer = Pick<SetupQuestion, "key"> & Partial<Pick<SetupQuestion, "after" | "unless">>;

/** From the adapter's own schema: the keys that it needs, then those that are offered besides. */
export function setupQuestions({ schema, needs = [] }: SettingsPart, offered: readonly SetupOffer[]): readonly SetupQuestion[] {
  const ask = (key: string, more: Partial<SetupQuestion>): readonly SetupQuestion[] => {
    const path = key.split(".");
    const found = schemaAt(schema, path);
    if (found === undefined) return [];
    const section = path.length > 1 ? schemaAt(schema, path.slice(0, -1)) : undefined;
    const { description = key, kind } = metaOf(found);
    const does = [section === undefined ? undefined : metaOf(section).description, description].filter((one) => one !== undefined).join(" ");
    return [{ key, does, isSecret: kind === "secret", isList: bare(found) instanceof z.ZodArray, isOptional: false, unless: [], ...more }];
  };
  const needed = needs.flatMap((need) => {
    const keys = typeof need === "string" ? [need] : need;
    // Of several the last one is needed when none of the others was given.
    return keys.flatMap((key, i) => ask(key, { isOptional: i < keys.length - 1, unless: keys.slice(0, i) }));
  });
  const others = offered.filter(({ key }) => !needed.some((one) => one.key === key));
  return [...needed, ...others.flatMap(({ key, ...more }) => ask(key, { isOptional: more.after === undefined, ...more }))];
}

/** Every key that has a value of its own, those inside sections included. */
export function settableKeys({ schema }: SettingsPart): readonly string[] {
  return shapeOf(schema).flatMap(([key, value]) => {
    const inner = bare(value);
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((one) => `${key}.${one}`) : [key];
  });
}

/** `sasl.account` as the account below sasl. */
export function nestKeys(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const [section = "", inner] = key.split(".");
    nested[section] = inner === undefined ? value : { ...(nested[section] as object | undefined), [inner]: value };
  }
  return nested;
}
