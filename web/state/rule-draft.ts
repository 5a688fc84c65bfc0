import type { EditedRuleWire, WrittenRuleWire } from "#protocol/routing";

/** A rule as it is edited: lists are typed, separated by commas. */
export interface RuleDraft {
  /** Stays the same while the rule is moved. */
  readonly id: number;
  readonly was: number | null;
  readonly name: string;
  readonly addresses: string;
  readonly keywords: string;
  readonly kinds: readonly string[];
  readonly mention: boolean;
  readonly to: "session" | "invite";
  readonly target: string;
}

export function draftOf(rule: WrittenRuleWire, index: number): RuleDraft {
  const { name = "", addresses = [], keywords = [], kinds = [], mention = false, session, invite } = rule;
  const to = session === undefined && invite !== undefined ? "invite" : "session";
  const lists = { addresses: addresses.join(", "), keywords: keywords.join(", ") };
  return { id: index, was: index + 1, name, ...lists, kinds, mention, to, target: session ?? invite ?? "" };
}

export function newDraft(id: number, session: string): RuleDraft {
  return { id, was: null, name: "", addresses: "", keywords: "", kinds: [], mention: false, to: "session", target: session };
}

/** What is empty is left out. */
export function ruleOf({ was, name, addresses, keywords, kinds, mention, to, target }: RuleDraft): EditedRuleWire {
  const [places, words] = [itemsOf(addresses), itemsOf(keywords)];
  return {
    was,
    [to]: target.trim(),
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(places.length > 0 && { addresses: places }),
    ...(words.length > 0 && { keywords: words }),
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(mention && to === "invite" && { mention }),
  };
}

/** One place up (-1) or down (1). */
export function moved(drafts: readonly RuleDraft[], index: number, by: -1 | 1): readonly RuleDraft[] {
  const [from, to] = [drafts[index], drafts[index + by]];
  if (from === undefined || to === undefined) return drafts;
  return drafts.map((one, n) => (n === index ? to : n === index + by ? from : one));
}

function itemsOf(text: string): string[] {
  return text.split(/[,，、]/).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
}
