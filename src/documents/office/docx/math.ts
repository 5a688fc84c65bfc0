import type { Attributes } from "#documents/office/xml-names";

// Equations on one line: what stands above, below or under something else is written with signs, in brackets where it is more than one sign.

export interface MathText {
  readonly isOpen: boolean;
  open(name: string, attributes: Attributes): void;
  add(text: string): void;
  /** The whole equation when it ends here. */
  close(name: string): string | undefined;
}

interface Part {
  readonly name: string;
  text: string;
  /** Signs that the part itself says it is drawn with. */
  readonly signs: Record<string, string>;
}

const signs = new Set(["m:begChr", "m:endChr", "m:sepChr", "m:chr"]);
const owners = new Set(["m:d", "m:nary"]);

export function mathText(): MathText {
  const parts: Part[] = [];
  return {
    get isOpen() {
      return parts.length > 0;
    },
    open(name, attributes) {
      if (parts.length === 0 && name !== "m:oMath") return;
      if (signs.has(name)) {
        const owner = parts.findLast((part) => owners.has(part.name));
        if (owner !== undefined) owner.signs[name] = (attributes["m:val"] ?? "").slice(0, 8);
      }
      parts.push({ name, text: "", signs: {} });
    },
    add(text) {
      const part = parts.at(-1);
      if (part !== undefined) part.text += text;
    },
    close(name) {
      const part = parts.at(-1);
      if (part?.name !== name) return undefined;
      parts.pop();
      const parent = parts.at(-1);
      if (parent === undefined) return part.text;
      parent.text += written(part, parent);
      return undefined;
    },
  };
}

function written({ name, text, signs: own }: Part, parent: Part): string {
  switch (name) {
    case "m:num":
    case "m:deg":
      return one(text);
    case "m:den":
      return `/${one(text)}`;
    case "m:sup":
      return text === "" ? "" : `^${one(text)}`;
    case "m:sub":
      return text === "" ? "" : `_${one(text)}`;
    case "m:naryPr":
      return parent.signs["m:chr"] ?? "∫";
    case "m:d":
      return `${own["m:begChr"] ?? "("}${text}${own["m:endChr"] ?? ")"}`;
    case "m:e":
      if (parent.name === "m:rad") return `√${one(text)}`;
      return parent.name === "m:d" && parent.text !== "" ? `${parent.signs["m:sepChr"] ?? "|"}${text}` : text;
    default:
      return text;
  }
}

function one(text: string): string {
  return text === "" || /^(?:\p{L}|\p{N}+(?:[.,]\p{N}+)?|\([^()]*\))$/u.test(text) ? text : `(${text})`;
}
