import { z } from "zod";
import type { SettingsPart } from "#lib/settings";
import type { Adapters } from "./adapters.ts";
import { valueAt, type KeyPath, type ConfigProblem } from "./problem.ts";

// `bots.telegram` is one bot, a list of bots, or bots by name. What it is follows from the file: a section whose keys are not those of
// a bot and whose values are sections has names.

/** One bot of the file, as written or validated. */
export interface BotEntry {
  /** The channel's id: `telegram`, `telegram-2` for the second of a list, `telegram-work` for the one called work. */
  readonly id: string;
  readonly platform: string;
  readonly path: KeyPath;
  readonly settings: Readonly<Record<string, unknown>>;
}

export function botsIn(bots: unknown, adapters: Adapters): readonly BotEntry[] {
  return Object.entries(adapters.channels).flatMap(([platform, part]) => {
    const written = valueAt(bots, [platform]);
    const entry = (settings: unknown, id: string, at: KeyPath): readonly BotEntry[] =>
      isSection(settings) ? [{ id, platform, path: ["bots", platform, ...at], settings }] : [];
    if (Array.isArray(written)) return written.flatMap((one, i) => entry(one, i === 0 ? platform : `${platform}-${i + 1}`, [i]));
    if (!hasNames(written, part)) return entry(written, platform, []);
    return Object.entries(written).flatMap(([name, one]) => entry(one, `${platform}-${name}`, [name]));
  });
}

/** The schema that fits what is written for one platform. */
export function botSchema(written: unknown, part: SettingsPart): z.ZodType {
  if (Array.isArray(written)) return z.array(part.schema);
  return hasNames(written, part) ? z.strictObject(Object.fromEntries(Object.keys(written).map((name) => [name, part.schema.optional()]))) : part.schema;
}

/** Names become parts of ids and of environment variables. Two bots with the same token would take each other's messages away. */
export function checkBots(bots: unknown, adapters: Adapters): readonly ConfigProblem[] {
  const entries = botsIn(bots, adapters);
  return entries.flatMap(({ platform, path, settings }, i) => {
    const name = path[2];
    const isNamed = typeof name !== "string" || /^[a-z][a-z0-9_]{0,31}$/.test(name);
    const keys = (adapters.channels[platform]?.needs ?? []).filter((key) => typeof key === "string");
    const twin = entries
      .slice(0, i)
      .find((other) => other.platform === platform && keys.length > 0 && keys.every((key) => isSame(other.settings[key], settings[key])));
    return [
      ...(isNamed ? [] : [{ path, sentence: "A bot's name must be at most 32 lower-case letters, digits and underscores, starting with a letter." }]),
      ...(twin === undefined ? [] : [{ path, sentence: `This is the bot of ${twin.path.join(".")} again. Each entry needs a bot of its own.` }]),
    ];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === "string" && one === other;
}

function hasNames(written: unknown, { schema }: SettingsPart): written is Readonly<Record<string, unknown>> {
  if (!isSection(written)) return false;
  const entries = Object.entries(written);
  return entries.length > 0 && entries.every(([key, value]) => !Object.hasOwn(schema.shape, key) && isSection(value));
}

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
