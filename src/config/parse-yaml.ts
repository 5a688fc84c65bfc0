import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type YAMLError } from "yaml";
import type { KeyPath, ConfigProblem } from "./problem.ts";

const maxDepth = 32;

export interface YamlPosition {
  readonly line: number;
  readonly column: number;
}

export interface ParsedYaml {
  readonly tree: unknown;
  readonly problems: readonly (ConfigProblem & { readonly at?: YamlPosition | undefined })[];
  /** Position of the key, or of its nearest parent. */
  where(path: KeyPath): YamlPosition | undefined;
}

/** Never throws: the result is a plain tree, or the problems found. */
export function parseYaml(bytes: Uint8Array): ParsedYaml {
  const source = decode(bytes);
  if (source === undefined) return refused("The file is not valid UTF-8. Save it as UTF-8 text.");
  const lines = new LineCounter();
  const doc = parseDocument(source, { intAsBigInt: true, lineCounter: lines, prettyErrors: false, logLevel: "error", stringKeys: true });
  const errors = [...doc.errors, ...doc.warnings];
  if (errors.length > 0) return { tree: undefined, problems: firstPerLine(errors, lines), where: () => undefined };
  const problems: ConfigProblem[] = [];
  const tree = plain(toTree(doc, problems), [], problems, []);
  const where = (path: KeyPath): YamlPosition | undefined => locate(doc, path, lines);
  return { tree, problems: problems.map((problem) => ({ ...problem, at: where(problem.path) })), where };
}

function refused(sentence: string): ParsedYaml {
  return { tree: undefined, problems: [{ path: [], sentence }], where: () => undefined };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** One mistake in YAML often causes a dozen errors on its line; only the first is useful. */
function firstPerLine(errors: readonly YAMLError[], lines: LineCounter): ParsedYaml["problems"] {
  const byLine = new Map<number, ConfigProblem & { readonly at: YamlPosition }>();
  for (const error of errors.slice(0, 50)) {
    const { line, col } = lines.linePos(error.pos[0]);
    if (!byLine.has(line)) byLine.set(line, { path: [], sentence: yamlSentence(error), at: { line, column: col } });
  }
  return [...byLine.values()];
}

function yamlSentence(error: YAMLError): string {
  switch (error.code) {
    case "DUPLICATE_KEY":
      return "This key is duplicated in the section. Keep one of them.";
    case "NON_STRING_KEY":
      return "A key must be plain text.";
    case "TAB_AS_INDENT":
      return "YAML does not allow tabs here. Indent with spaces.";
    case "MULTIPLE_DOCS":
      return "A second document starts here (---). Keep one document in the file.";
    case "RESOURCE_EXHAUSTION":
      return "The file is nested too deeply to be a configuration.";
    case "TAG_RESOLVE_FAILED":
      return "A value that starts with ! is a tag in YAML. If the ! is part of the text, put the value in quotes.";
    default:
      return `This is not valid YAML: ${error.message}.`;
  }
}

function toTree(doc: Document, problems: ConfigProblem[]): unknown {
  try {
    return doc.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    problems.push({ path: [], sentence: "The file repeats an alias (*name) too often. Write the values out." });
    return undefined;
  }
}

/** Rejects inexact numbers and cycles: an alias can occur inside its own anchor. */
function plain(value: unknown, path: KeyPath, problems: ConfigProblem[], above: readonly object[]): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    if (Number.isSafeInteger(Number(value))) return Number(value);
    problems.push({ path, sentence: "This number is too large to be represented exactly. Put it in quotes." });
    return undefined;
  }
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value) || above.length >= maxDepth) {
    problems.push({ path: path.slice(0, 3), sentence: "This value contains itself, or is nested too deeply to be a configuration." });
    return undefined;
  }
  if (Array.isArray(value)) return value.map((item, i) => plain(item, [...path, i], problems, [...above, value]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, [...path, key], problems, [...above, value])]));
}

function locate(doc: Document, path: KeyPath, lines: LineCounter): YamlPosition | undefined {
  let node: unknown = doc.contents;
  let offset: number | undefined;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(doc);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) break;
      offset = offsetOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = offsetOf(node) ?? offset;
    } else break;
  }
  if (offset === undefined) return undefined;
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
