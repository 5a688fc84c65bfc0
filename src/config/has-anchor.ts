import { isCollection, isNode, isScalar, visit, type Document } from "yaml";
import type { KeyPath } from "./problem.ts";

/**
 * Whether the value at that path, a part of it or a section above it has an anchor. An alias elsewhere would change with it without a word,
 * or refer to nothing afterwards.
 */
export function hasAnchor(doc: Document, path: KeyPath): boolean {
  const isAnchored = (node: unknown): boolean => (isCollection(node) || isScalar(node)) && node.anchor !== undefined;
  const above = path.map((_, n) => doc.getIn(path.slice(0, n), true));
  return above.some(isAnchored) || hasAnchorWithin(doc.getIn(path, true), isAnchored);
}

function hasAnchorWithin(node: unknown, isAnchored: (node: unknown) => boolean): boolean {
  if (!isNode(node)) return false;
  let found = false;
  visit(node, {
    Node: (_key, inner) => {
      found ||= isAnchored(inner);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}
