import { isRequired, type ArgSpec, type FlagSpec } from "#domain/arg-spec";
import type { NativeCommand } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import type { OptionWire } from "./wire.ts";

/** One argument of a command in Discord's list. */
export interface ListedOption {
  /** 3: text, 4: whole number, 5: yes or no. */
  readonly type: 3 | 4 | 5;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string }[];
  readonly min_value?: number;
  readonly max_value?: number;
}

/** A command as Discord lists it, and what it takes in the hub's terms. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ListedOption[];
  readonly args: ArgSpec;
}

const mostOptions = 25;
const descriptionChars = 100;

export function listCommands(commands: readonly NativeCommand[], language: TextLanguage): readonly ListedCommand[] {
  return commands.map(({ name, summary, args }) => {
    const options = [
      ...(args.positionals ?? []).map((one) => optionOf(one.name, { kind: "text", placeholder: "", summary: one.summary }, one.optional !== true, language)),
      ...Object.entries(args.flags ?? {}).map(([flag, spec]) => optionOf(flag, spec, isRequired(spec), language)),
    ];
    // Discord wants those that must be given first.
    const sorted = options.toSorted((a, b) => Number(b.required) - Number(a.required)).slice(0, mostOptions);
    return { name, description: shortened(summary), options: sorted, args };
  });
}

function optionOf(name: string, spec: FlagSpec, required: boolean, language: TextLanguage): ListedOption {
  const about = { name: name.toLowerCase(), description: shortened(spec.summary[language]), required };
  switch (spec.kind) {
    case "text":
      return { type: 3, ...about };
    case "switch":
      return { type: 5, ...about };
    case "number":
      return { type: 4, ...about, min_value: spec.min, max_value: spec.max };
    case "choice":
      return { type: 3, ...about, choices: spec.choices.slice(0, mostOptions).map((value) => ({ name: value, value })) };
  }
}

function shortened(text: string): string {
  return text.length <= descriptionChars ? text : `${text.slice(0, descriptionChars - 1)}…`;
}

/** What somebody chose, as the line that they could have typed. */
export function lineOf(name: string, given: readonly OptionWire[], commands: readonly ListedCommand[]): string {
  const { positionals = [], flags = {} } = commands.find((one) => one.name === name)?.args ?? {};
  const valueOf = (option: string): OptionWire["value"] => given.find((one) => one.name === option.toLowerCase())?.value;
  const flagged = Object.entries(flags).flatMap(([flag, spec]) => {
    const value = valueOf(flag);
    if (value === undefined || value === false) return [];
    return spec.kind === "switch" ? [`--${flag}`] : [`--${flag}`, quoted(String(value))];
  });
  const placed = positionals.flatMap(({ name: option, rest }) => {
    const value = valueOf(option);
    if (value === undefined) return [];
    return [rest === true ? String(value).replaceAll(/\s+/g, " ") : quoted(String(value))];
  });
  // One that takes the rest of the line takes flags too, so those come before it.
  const takesRest = positionals.at(-1)?.rest === true;
  const last = takesRest ? placed.slice(-1) : [];
  return [name, ...(takesRest ? placed.slice(0, -1) : placed), ...flagged, ...last].join(" ");
}

/** As one word, whatever is in it. */
function quoted(value: string): string {
  if (/^[\p{L}\p{N}_./:@%+=,-]+$/u.test(value)) return value;
  return `"${value.replaceAll(/[\r\n]+/g, " ").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
