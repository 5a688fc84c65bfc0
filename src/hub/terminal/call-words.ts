import type { Command } from "#domain/command";
import type { JsonObject, JsonValue } from "#domain/json";

/**
 * A call with arguments as data, as the words that the command parses: flags first, then positionals in their order, because
 * the last of them may take the rest. `true` is a flag without a value, a list repeats it; what is false, null or left out is
 * not there. What the command does not know becomes a flag that it refuses.
 */
export function callWords(command: Command | undefined, name: string, args: JsonObject): readonly string[] {
  const positionals = (command?.args.positionals ?? []).map((one) => one.name);
  const placed = positionals.flatMap((one) => valuesOf(args[one]));
  const flags = Object.entries(args)
    .filter(([key]) => !positionals.includes(key))
    .flatMap(([key, value]) => listed(value).flatMap((one) => (one === true ? [`--${key}`] : valuesOf(one).flatMap((text) => [`--${key}`, text]))));
  return [...name.split(" "), ...flags, ...placed];
}

function valuesOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null || value === false) return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}

function listed(value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
