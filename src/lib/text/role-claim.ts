import { lookAlikeKeys } from "./look-alike.ts";

/** Words that say what somebody may do here, in the languages that the hub speaks. */
const latinWords = [
  "owner",
  "owners",
  "admin",
  "admins",
  "administrator",
  "member",
  "operator",
  "moderator",
  "guest",
  "human",
  "person",
  "you",
  "system",
  "hub",
  "parley",
];
const hanWords = [
  "所有者",
  "拥有者",
  "擁有者",
  "主人",
  "管理员",
  "管理員",
  "管理者",
  "超管",
  "群主",
  "版主",
  "站长",
  "成员",
  "成員",
  "访客",
  "运维",
  "系统",
  "枢纽",
  "人类",
  "人類",
  "真人",
];
/** Too short to be looked for inside other words. */
const wholeHanWords = new Set([...hanWords, "你", "您", "本人"]);
const hanRanks = /^(?:超级|超級|系统|系統|本群|本站|总|總|副)/u;

const roleKeys = new Set(latinWords.flatMap(lookAlikeKeys));
/** Brackets of every script, and what is drawn like them. One that is never closed counts to the end of the name. */
const bracketed = /[\p{Ps}\p{Pi}<＜‹«]([^\p{Pe}\p{Pf}>＞›»]*)(?:[\p{Pe}\p{Pf}>＞›»]|$)/gu;
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True of a name with a role in brackets, as `Olga (owner)`: people would take it for what the hub says about that name. */
export function claimsRole(name: string): boolean {
  return claims(name).length > 0;
}

/** The name without such claims, where it cannot be refused because the platform chose it. Empty when nothing else is in it. */
export function withoutRoleClaims(name: string): string {
  if (!claimsRole(name)) return name;
  const plain = name.normalize("NFKC").replaceAll(unseen, "");
  return plain
    .replaceAll(bracketed, (whole: string, inside: string) => (isRole(inside) ? " " : whole))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Brackets, dashes, commas, pipes and other signs. A hyphen, dot, underscore or apostrophe inside a word belongs to it, as in `admin-tools`. */
const setOff = /(?:(?![-_.'’])[\p{P}\p{S}]|(?<![\p{L}\p{N}])[-_.'’]|[-_.'’](?![\p{L}\p{N}]))+/u;
/** The word before a bracket that was never opened, as in `Olga owner)`. */
const unopened = /^[^\p{Ps}\p{Pi}<]*?([\p{L}\p{N}]+)\s*[\p{Pe}\p{Pf}>]/u;
const ownWords = new Set(["system", "hub", "parley", "you", "operator"].flatMap(lookAlikeKeys));
const ownHanWords = new Set(["系统", "枢纽", "你", "您"]);
const articles = new Set(["the", "a", "an", "your", "our", "my", "this", "real", "i", "am", "im", "is"]);

/**
 * True of a name that is a role, as `the owner`, or has one set off from the rest, as `Olga — owner` and `Olga |owner|`. For names that
 * agents choose. Not of the single words that stand for the hub or the reader: those are taken names, and taken names get a number.
 */
export function statesRole(name: string): boolean {
  if (claimsRole(name)) return true;
  const plain = name.normalize("NFKC").replaceAll(unseen, "").trim();
  if (lookAlikeKeys(plain).some((key) => ownWords.has(key)) || ownHanWords.has(plain)) return false;
  const [, lastWord] = unopened.exec(plain) ?? [];
  return plain.split(setOff).some(isWholeRole) || (lastWord !== undefined && isWholeRole(lastWord));
}

function isWholeRole(part: string): boolean {
  const words = part
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  while (words.length > 1 && articles.has(words[0] ?? "")) words.shift();
  const joined = words.join("");
  return lookAlikeKeys(joined).some((key) => roleKeys.has(key)) || wholeHanWords.has(joined) || wholeHanWords.has(joined.replace(hanRanks, ""));
}

function claims(name: string): readonly string[] {
  const plain = name.normalize("NFKC").replaceAll(unseen, "");
  return [...plain.matchAll(bracketed)].map(([, inside = ""]) => inside).filter(isRole);
}

function isRole(inside: string): boolean {
  const words = inside.split(/[^\p{L}\p{N}|]+/u);
  // Spelled out, `o w n e r`, it reads the same.
  const joined = words.join("");
  return (
    [...words, joined].some((word) => lookAlikeKeys(word).some((key) => roleKeys.has(key))) ||
    hanWords.some((word) => joined.includes(word)) ||
    wholeHanWords.has(joined)
  );
}
