import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, type Document, type YAMLMap, type YAMLSeq } from "yaml";
import type { EditedRule, WrittenRule } from "#domain/routing";
import { hasAnchor } from "./has-anchor.ts";
import { writtenText } from "./written-text.ts";
import { dropEmpty, openSections, readForChange, type ChangedText } from "./change-keys.ts";

const place = ["routing", "rules"];
const lists = ["addresses", "keywords", "kinds"] as const;
const plain = ["name", "mention", "session", "invite"] as const;

/**
 * The file's text with these rules in place of its own. `before` is what the file's rules are once its variables are filled in: a value that is
 * still the same stays as it is written, with its comments and its references to variables.
 */
export function changeRules(text: string, before: readonly WrittenRule[], rules: readonly EditedRule[]): ChangedText {
  const problems = rules.flatMap((rule, index) => problemWith(rule, index, rules, before));
  if (problems.length > 0) return { ok: false, problems };
  const read = readForChange(text);
  if (!read.ok) return read;
  const { doc } = read;
  if (hasAnchor(doc, place)) return { ok: false, problems: ["routing.rules: A rule has an anchor, which other places of the file may use. Edit the file."] };
  const inTheWay = openSections(doc, place);
  const there: unknown = doc.getIn(place, true);
  if (inTheWay !== undefined || (there !== undefined && !isSeq(there) && !(isScalar(there) && there.value === null)))
    return { ok: false, problems: ["routing.rules: There is a value where the rules belong. Edit the file."] };
  const seq = isSeq(there) ? there : (doc.createNode([]) as YAMLSeq);
  const known = [...seq.items];
  if (known.length !== before.length || known.some((node) => !isMap(node)))
    return { ok: false, problems: ["routing.rules: The rules are not written out one by one. Edit the file."] };
  seq.items = rules.map((rule) => {
    const node = rule.was === null ? undefined : (known[rule.was - 1] as YAMLMap | undefined);
    return changed(doc, node ?? (doc.createNode({}) as YAMLMap), (rule.was === null ? undefined : before[rule.was - 1]) ?? {}, rule);
  });
  if (seq.items.length > 0) {
    // Rules that were added to an empty list in brackets would all stand in one line.
    if (known.length === 0) seq.flow = false;
    doc.setIn(place, seq);
  } else {
    doc.deleteIn(place);
    dropEmpty(doc, place.slice(0, -1));
  }
  return { ok: true, text: writtenText(doc, text) };
}

function problemWith(rule: EditedRule, index: number, rules: readonly EditedRule[], before: readonly WrittenRule[]): readonly string[] {
  const at = `routing.rules[${index}]`;
  const { was } = rule;
  if (was !== null && (before[was - 1] === undefined || rules.findIndex((one) => one.was === was) !== index))
    return [`${at}: There is no rule ${was} in the file, or it is here twice.`];
  const old: WrittenRule = was === null ? {} : (before[was - 1] ?? {});
  const isNew = (value: unknown, known: unknown): boolean => typeof value === "string" && value.includes("${") && value !== known;
  const hasReference =
    plain.some((key) => isNew(rule[key], old[key])) || lists.some((key) => rule[key]?.some((one) => one.includes("${") && !(old[key] ?? []).includes(one)));
  return hasReference ? [`${at}: A value with \${NAME} is filled from the environment and can only be written in the file itself.`] : [];
}

/** Only what is different is written. */
function changed(doc: Document, node: YAMLMap, old: WrittenRule, rule: WrittenRule): YAMLMap {
  for (const key of plain) {
    const value = rule[key];
    if (isDeepStrictEqual(value, old[key])) continue;
    const there: unknown = node.get(key, true);
    if (value === undefined) node.delete(key);
    else if (isScalar(there)) there.value = value;
    else node.set(key, doc.createNode(value));
  }
  for (const key of lists) {
    const value = rule[key];
    if (isDeepStrictEqual(value, old[key])) continue;
    if (value === undefined) node.delete(key);
    else node.set(key, listWith(doc, node.get(key, true), old[key] ?? [], value));
  }
  return node;
}

/** Items that stay are the same nodes: theirs are the comments and the references. */
function listWith(doc: Document, there: unknown, old: readonly string[], value: readonly string[]): YAMLSeq {
  const list = isSeq(there) ? there : (doc.createNode([], { flow: true }) as YAMLSeq);
  const nodes = [...list.items];
  list.items = value.map((one) => {
    const at = old.indexOf(one);
    return (at === -1 ? undefined : nodes[at]) ?? doc.createNode(one);
  });
  return list;
}
