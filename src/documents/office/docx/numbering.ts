import { smallPart, type Office } from "#documents/office/office";
import type { Attributes } from "#documents/office/xml-names";

export type Marker = "bullet" | "number" | "none";

export interface Numbering {
  /** Undefined where the list is not defined. */
  marker(numbering: string, depth: number): Marker | undefined;
}

interface Abstract {
  readonly formats: Map<number, string>;
  /** Two definitions that point at the same style are one list. */
  link?: string;
}

export async function readNumbering(office: Office, part: string | undefined): Promise<Numbering> {
  const abstracts = new Map<string, Abstract>();
  const linked = new Map<string, Abstract>();
  const instances = new Map<string, { abstract?: string; readonly formats: Map<number, string> }>();
  let abstract: Abstract | undefined;
  let instance: { abstract?: string; readonly formats: Map<number, string> } | undefined;
  let level = 0;

  const handler = {
    open(name: string, attributes: Attributes): void {
      const value = attributes["w:val"] ?? "";
      if (name === "w:abstractNum") {
        abstract = { formats: new Map() };
        abstracts.set(attributes["w:abstractNumId"] ?? "", abstract);
      } else if (name === "w:num") {
        instance = { formats: new Map() };
        instances.set(attributes["w:numId"] ?? "", instance);
      } else if (name === "w:lvl") level = Number(attributes["w:ilvl"]);
      else if (name === "w:numFmt") (instance ?? abstract)?.formats.set(level, value);
      else if (name === "w:styleLink" && abstract !== undefined) linked.set(value, abstract);
      else if (name === "w:numStyleLink" && abstract !== undefined) abstract.link = value;
      else if (name === "w:abstractNumId" && instance !== undefined) instance.abstract = value;
    },
    close(name: string): void {
      if (name === "w:abstractNum") abstract = undefined;
      else if (name === "w:num") instance = undefined;
    },
    text: () => undefined,
  };
  if (part !== undefined) await office.read(part, handler, { most: smallPart });

  return {
    marker(numbering, depth) {
      const found = instances.get(numbering);
      if (found === undefined) return undefined;
      const definition = abstracts.get(found.abstract ?? "");
      const shared = definition?.link === undefined ? definition : (linked.get(definition.link) ?? definition);
      const format = found.formats.get(depth) ?? shared?.formats.get(depth) ?? "bullet";
      if (format === "none") return "none";
      return format === "bullet" ? "bullet" : "number";
    },
  };
}
