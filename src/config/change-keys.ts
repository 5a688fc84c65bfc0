import { isCollection, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import type { ConfigChange } from "#domain/configuration";
import { typeOf } from "./describe-keys.ts";
import { hasAnchor } from "./has-anchor.ts";
import { formatPath, parsePath, type KeyPath } from "./problem.ts";
import { schemaAt } from "./schema-walk.ts";
import { writtenText } from "./written-text.ts";

export type ChangedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly string[] };

/** The file's text with these keys in it, or out of it. Comments and everything else stay. What the values must be is the schema's to say, later. */
export function changeKeys(text: string, schema: z.ZodType, changes: readonly ConfigChange[]): ChangedText {
  const problems = changes.flatMap((change) => problemWith(schema, change));
  if (problems.length > 0) return { ok: false, problems };
  const read = readForChange(text);
  if (!read.ok) return read;
  const { doc } = read;
  for (const { key, value } of changes) {
    const path = parsePath(key);
    if (hasAnchor(doc, path)) return { ok: false, problems: [`${key}: Its value has an anchor, which other places of the file may use. Edit the file.`] };
    const inTheWay = value === null ? undefined : openSections(doc, path);
    if (inTheWay !== undefined) return { ok: false, problems: [`${inTheWay}: There is a value where ${key} needs a section. Edit the file.`] };
    if (value === null) {
      if (doc.hasIn(path)) doc.deleteIn(path);
      dropEmpty(doc, path.slice(0, -1));
      continue;
    }
    const there: unknown = doc.getIn(path, true);
    // In place, so that the comment behind it stays.
    if (isScalar(there) && typeof value !== "object") there.value = value;
    else doc.setIn(path, doc.createNode(value));
  }
  return { ok: true, text: writtenText(doc, text) };
}

/** Without the lines themselves in its errors: one of them may hold a secret. */
export function readForChange(
  text: string,
): { readonly ok: true; readonly doc: ReturnType<typeof parseDocument> } | { readonly ok: false; readonly problems: readonly string[] } {
  const lines = new LineCounter();
  const doc = parseDocument(text, { prettyErrors: false, lineCounter: lines });
  if (doc.errors.length === 0) return { ok: true, doc };
  return { ok: false, problems: doc.errors.slice(0, 5).map(({ message, pos }) => `Line ${lines.linePos(pos[0]).line}: ${message}`) };
}

/** Makes sections of the empty ones above a key. Returns the first that holds something else. */
export function openSections(doc: ReturnType<typeof parseDocument>, path: KeyPath): string | undefined {
  for (const [n] of path.slice(0, -1).entries()) {
    const above = path.slice(0, n + 1);
    const node: unknown = doc.getIn(above, true);
    if (node === undefined) return undefined;
    if (isScalar(node) && node.value === null) doc.setIn(above, doc.createNode({}));
    else if (!isCollection(node)) return formatPath(above);
  }
  return undefined;
}

const reference = /^\$\{[A-Za-z_]\w*\}$/;

function problemWith(schema: z.ZodType, { key, value }: ConfigChange): readonly string[] {
  const path = parsePath(key);
  const { type } = typeOf(schemaAt(schema, path));
  if (formatPath(path) !== key || type === "fixed") return [`${key}: This key cannot be edited here. Edit the file and restart the hub.`];
  const parts = Array.isArray(value) ? (value as readonly string[]) : [value];
  const isReference = typeof value === "string" && reference.test(value);
  if (type === "secret" && value !== null && !isReference)
    return [`${key}: A secret does not belong into the file. Put it into .env beside the file, and write \${NAME} here.`];
  if (type !== "secret" && parts.some((part) => typeof part === "string" && part.includes("${")))
    return [`${key}: A value with \${NAME} is filled from the environment and can only be written in the file itself.`];
  return [];
}

/** A section that nothing is left in would only be in the way. */
export function dropEmpty(doc: ReturnType<typeof parseDocument>, path: KeyPath): void {
  const node: unknown = path.length === 0 ? undefined : doc.getIn(path, true);
  if (!isCollection(node) || node.items.length > 0) return;
  doc.deleteIn(path);
  dropEmpty(doc, path.slice(0, -1));
}
