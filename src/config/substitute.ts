import type { KeyPath, ConfigProblem } from "./problem.ts";
import { formatPath } from "./problem.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Substituted {
  readonly tree: unknown;
  readonly problems: readonly ConfigProblem[];
  /** Which variables a value came from, by formatted path. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

const reference = /\$\{([A-Za-z_]\w*)\}/g;

/**
 * Replaces `${NAME}`. An unset or empty variable is an error only in an enabled section; with `enabled: false` the key counts as
 * missing. Replaced values are not expanded again.
 */
export function substitute(tree: unknown, env: Env): Substituted {
  const problems: ConfigProblem[] = [];
  const names = new Map<string, readonly string[]>();

  function walk(value: unknown, path: KeyPath, isLive: boolean): unknown {
    if (typeof value === "string") return fill(value, path, isLive);
    if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, i], isLive)).filter((item) => item !== undefined);
    if (typeof value !== "object" || value === null) return value;
    const live = isLive && !isTurnedOff(value, env);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key], live)]));
  }

  function fill(text: string, path: KeyPath, isLive: boolean): unknown {
    const used = [...text.matchAll(reference)].map((match) => match[1] ?? "");
    if (used.length === 0) return text;
    const unset = used.filter((name) => !env[name]);
    if (unset.length > 0 && !isLive) return undefined;
    for (const name of new Set(unset))
      problems.push({ path, sentence: `The environment variable ${name} is not set. Set it before starting, or disable this section.` });
    names.set(formatPath(path), [...new Set(used)]);
    return text.replaceAll(reference, (whole, name: string) => env[name] || whole);
  }

  return { tree: walk(tree, [], true), problems, names };
}

function isTurnedOff(part: object, env: Env): boolean {
  const value: unknown = Reflect.get(part, "enabled");
  const filled = typeof value === "string" ? value.replaceAll(reference, (_, name: string) => env[name] ?? "") : value;
  return filled === false || filled === "false";
}
