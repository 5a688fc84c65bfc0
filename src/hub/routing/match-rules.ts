import type { Address } from "#domain/channel";
import type { RouteRule, Routing, WorkKind } from "#domain/routing";
import { findKeyword, foldText, readKeyword, type Keyword } from "./find-keyword.ts";
import { mentionsName } from "./mentions-name.ts";
import { defined } from "#lib/defined";

/** What rules look at. */
export interface RoutedWords {
  readonly text: string;
  /** Names of files that came with the words. */
  readonly files: readonly string[];
  /** The chat that they were said in. */
  readonly address?: Address;
}

/** One condition of a rule: what it wanted, and what of the words met it. */
export interface Condition {
  readonly what: "address" | "keyword" | "kind" | "mention";
  readonly wanted: readonly string[];
  readonly met?: string;
}

export interface RuleMatch {
  readonly rule: RouteRule;
  readonly conditions: readonly Condition[];
  readonly holds: boolean;
}

/** Looks at every rule in turn. Pure: the same words and rules are the same matches. */
export type MatchRules = (words: RoutedWords) => readonly RuleMatch[];

export function createMatchRules({ rules, kinds }: Pick<Routing, "rules" | "kinds">): MatchRules {
  const wanted = new Set(rules.flatMap((rule) => rule.kinds ?? []));
  const readKinds = Object.entries(kinds).flatMap(([name, kind]) => (wanted.has(name) ? [[name, readKind(kind)] as const] : []));
  const read = rules.map((rule) => ({
    rule,
    keywords: rule.keywords?.map(readKeyword),
    mention: rule.mention === true && "invite" in rule.to ? [rule.to.invite] : undefined,
  }));
  if (read.length === 0) return () => [];
  return (words) => {
    const folded = foldText(words.text);
    const endings = endingsIn(folded, words.files);
    const places = placesOf(words.address);
    const kindsOf = new Map(readKinds.flatMap(([name, kind]) => recognized(name, kind, folded, endings)));
    return read.map(({ rule, keywords, mention }) => {
      const conditions: Condition[] = [
        ...met("address", rule.addresses, (wanted) => wanted.find((place) => places.includes(place))),
        ...met("keyword", rule.keywords, () => findKeyword(folded, keywords ?? [])),
        ...met("kind", rule.kinds, (names) => names.map((name) => kindsOf.get(name)).find((kind) => kind !== undefined)),
        ...met("mention", mention, (wanted) => wanted.find((name) => mentionsName(folded, name))),
      ];
      return { rule, conditions, holds: conditions.every((condition) => condition.met !== undefined) };
    });
  };
}

function met(what: Condition["what"], wanted: readonly string[] | undefined, find: (wanted: readonly string[]) => string | undefined): readonly Condition[] {
  if (wanted === undefined) return [];
  const found = find(wanted);
  return [{ what, wanted, ...defined({ met: found }) }];
}

interface ReadKind {
  readonly words: readonly Keyword[];
  readonly files: readonly string[];
}

function readKind({ words, files }: WorkKind): ReadKind {
  return { words: words.map(readKeyword), files: files.map((ending) => ending.toLowerCase().replace(/^\./, "")) };
}

/** `review (pull request*)`: the kind, and the word or file by which it was recognized. */
function recognized(name: string, { words, files }: ReadKind, folded: string, endings: ReadonlySet<string>): readonly (readonly [string, string])[] {
  const by = findKeyword(folded, words) ?? files.find((ending) => endings.has(ending));
  return by === undefined ? [] : [[name, `${name} (${by})`]];
}

/** How the files end that came along or that the words name: a page names what it uploaded, a chat sends it along. */
function endingsIn(folded: string, files: readonly string[]): ReadonlySet<string> {
  const named = folded.split(/[\s"'`()<>[\],;，；、。]+/).map((word) => word.slice(-longestEnding).replace(/[.:!?]+$/, ""));
  return new Set([...files.map((name) => name.toLowerCase()), ...named].flatMap(endingOf));
}

/** More than this of a word's end is never looked at. */
const longestEnding = 32;

function endingOf(name: string): readonly string[] {
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  return dot > 0 && /^[a-z0-9]{1,8}$/.test(ending) ? [ending] : [];
}

function placesOf(address: Address | undefined): readonly string[] {
  if (address === undefined) return [];
  const { channel, room, topic } = address;
  return [channel, `${channel}:${room}`, ...(topic === undefined ? [] : [`${channel}:${room}/${topic}`])];
}
