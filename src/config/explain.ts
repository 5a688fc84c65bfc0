import { z } from "zod";
import type { RedLine } from "#domain/status";
import { durationText } from "#lib/time/parse-duration";
import { redactText } from "#lib/redact/redact";
import { Secret } from "#lib/redact/secret";
import type { LoadedConfig, ValueOrigin } from "./load.ts";
import { formatPath, type KeyPath } from "./problem.ts";
import { bare, isSection, metaOf, shapeOf } from "./schema-walk.ts";

export interface ExplainedKey {
  readonly key: string;
  /** Null when it is not set and has no default. */
  readonly value: unknown;
  readonly from: string;
  /** What it does in this version. */
  readonly does: string;
}

export interface Explanation {
  readonly file: string | null;
  readonly home: string;
  readonly workspace: string;
  readonly people: LoadedConfig["config"]["people"];
  readonly keys: readonly ExplainedKey[];
  readonly warnings: readonly string[];
  readonly red_lines: readonly RedLine[];
}

/** Every effective value and its origin, without secrets. `parley config --json` prints it unchanged. */
export function explain(loaded: LoadedConfig): Explanation {
  const { config, schema, settings, warnings, redLines } = loaded;
  return {
    file: config.file ?? null,
    home: config.home,
    workspace: config.workspace,
    people: config.people,
    keys: [...keysBelow(schema, settings, [], loaded)],
    warnings,
    red_lines: redLines,
  };
}

/** The same as readable lines. */
export function explainLines(explanation: Explanation): readonly string[] {
  const { file, home, workspace, keys, people, warnings, red_lines: redLines } = explanation;
  const name = file === null ? "none; these are the embedded defaults" : file;
  return [
    `file       ${name}`,
    `home       ${home}`,
    `workspace  ${workspace}`,
    "",
    ...keys.flatMap(({ key, value, from, does }) => [
      `${key} = ${value === null ? "(not set)" : JSON.stringify(value)}  (${from})`,
      ...(does === "" ? [] : [`    ${does}`]),
    ]),
    ...section(
      "People:",
      people.map((person) => `${person.name} (${person.role})${person.accounts.length > 0 ? `: ${person.accounts.join(", ")}` : ""}`),
    ),
    ...section("Warnings:", warnings),
    ...section(
      "Configured but unavailable:",
      redLines.map(({ what, why, mend }) => `${what}: ${why} ${mend}`),
    ),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function* keysBelow(schema: z.core.$ZodType, value: unknown, path: KeyPath, loaded: LoadedConfig): Generator<ExplainedKey> {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject && typeof value === "object" && value !== null) {
    for (const [key, below] of shapeOf(inner)) yield* keysBelow(below, Reflect.get(value, key), [...path, key], loaded);
  } else if (inner instanceof z.ZodArray && Array.isArray(value) && isSection(inner.element) && value.length > 0) {
    for (const [i, item] of value.entries()) yield* keysBelow(inner.element, item, [...path, i], loaded);
  } else {
    const isSet = value !== undefined;
    yield {
      key: formatPath(path),
      value: isSet ? shown(value, metaOf(schema).kind === "duration" || isDurationList(inner)) : null,
      from: isSet ? originText(loaded.origin(path), loaded) : "not set",
      does: [metaOf(schema).description, loaded.notYet(path)].filter((part) => part !== undefined).join(" "),
    };
  }
}

function isDurationList(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodArray && metaOf(schema.element).kind === "duration";
}

/** As it would be written in the file. */
function shown(value: unknown, isDuration: boolean): unknown {
  if (value instanceof Secret) return "[secret]";
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number" && isDuration) return durationText(value);
  if (Array.isArray(value)) return value.map((item) => shown(item, isDuration));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown(item, isDuration)]));
}

function originText(origin: ValueOrigin, { config }: LoadedConfig): string {
  if (origin.from === "environment") return `environment ${origin.names.join(", ")}`;
  if (origin.from === "default") return config.file === undefined ? "embedded default" : "default";
  return origin.line === undefined ? "file" : `file, line ${origin.line}`;
}
