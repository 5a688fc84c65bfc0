import type { JsonObject } from "#domain/json";

/** What a model says at one step: words, or one call of a tool. `isForced`: also of one that it is not offered, as models that were talked into it do. */
export type Line = { readonly text: string } | { readonly call: string; readonly with: JsonObject; readonly isForced?: boolean };

/** By words that its prompt has and no other script's. */
export type Scripts = Readonly<Record<string, readonly Line[]>>;

/** A conversation as any of the protocols tells it. */
export interface Conversation {
  /** All that people and programs asked so far. */
  readonly asked: string;
  /** What tools returned, oldest first. A script's step is their number. */
  readonly results: readonly string[];
  /** Names as the client spells them: often with the server's name before. */
  readonly tools: readonly string[];
}

export type Said = { readonly text: string } | { readonly tool: string; readonly args: JsonObject };

/** The next line of the script that the prompt names. A request without tools is about something else, such as a title. */
export function nextLine(scripts: Scripts, { asked, results, tools }: Conversation): Said {
  if (tools.length === 0) return { text: "Nothing to say." };
  const script = Object.entries(scripts).find(([words]) => asked.includes(words))?.[1];
  if (script === undefined) return { text: "There is no script for this prompt." };
  const line = script[results.length];
  if (line === undefined) return { text: "The script is over." };
  const known = [promised(asked), ...results];
  if ("text" in line) return { text: filled(line.text, known) };
  // Each client puts its own name for the server in front.
  const isMeant = (one: string): boolean => one === line.call || one.endsWith(`_${line.call}`) || one.endsWith(`-${line.call}`);
  const tool = tools.find(isMeant) ?? (line.isForced === true ? line.call : undefined);
  return tool === undefined ? { text: `The client offers no tool ${line.call}.` } : { tool, args: filledIn(line.with, known) };
}

/** Whoever is invited is told the thread in its prompt. */
function promised(asked: string): string {
  const thread = /\bthr_\w+/.exec(asked)?.[0];
  return thread === undefined ? "" : JSON.stringify({ thread_id: thread });
}

/** `$name` alone becomes the value that the newest result has under that name, a number where it is one. */
function filledIn(args: JsonObject, results: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const name = typeof value === "string" ? /^\$(?<name>\w+)$/.exec(value)?.groups?.["name"] : undefined;
      if (name !== undefined) return [key, pick(results, name) ?? value];
      return [key, typeof value === "string" ? filled(value, results) : value];
    }),
  );
}

function filled(text: string, results: readonly string[]): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => String(pick(results, name) ?? whole));
}

/** Clients wrap a result in words, or in one more string of JSON: only the pair itself is looked for. */
export function pick(results: readonly string[], name: string): string | number | undefined {
  const pair = new RegExp(String.raw`"${name}"\s*:\s*(?:"(?<text>[^"]*)"|(?<number>-?\d+))`);
  for (const result of results.toReversed()) {
    const found = pair.exec(result.replaceAll(String.raw`\"`, '"'))?.groups;
    if (found?.["text"] !== undefined) return found["text"];
    if (found?.["number"] !== undefined) return Number(found["number"]);
  }
  return undefined;
}
