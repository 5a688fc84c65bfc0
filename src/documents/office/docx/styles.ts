import { smallPart, type Office } from "#documents/office/office";

export interface ListPlace {
  readonly numbering: string;
  readonly depth: number;
}

export interface Styles {
  headingLevel(style: string | undefined): number | undefined;
  list(style: string | undefined): ListPlace | undefined;
}

interface Style {
  name?: string;
  basedOn?: string;
  outline?: number;
  numbering?: string;
  depth?: number;
}

// Word writes the built-in names in English whatever its language; other writers translate them.
const headingName = /^(?:heading|标题|標題|見出し|제목|überschrift|titre|título|titolo|kop|заголовок|rubrik|overskrift|nagłówek)\s*([1-9])$/iu;
const longestChain = 20;

export async function readStyles(office: Office, part: string | undefined): Promise<Styles> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      const value = attributes["w:val"];
      if (name === "w:style") {
        current = {};
        styles.set(attributes["w:styleId"] ?? "", current);
        if (attributes["w:type"] === "paragraph" && isOn(attributes["w:default"])) styles.set("", current);
      } else if (current === undefined || value === undefined) return;
      else if (name === "w:name") current.name = value;
      else if (name === "w:basedOn") current.basedOn = value;
      else if (name === "w:outlineLvl") current.outline = Number(value);
      else if (name === "w:numId") current.numbering = value;
      else if (name === "w:ilvl") current.depth = Number(value);
    },
    close(name: string): void {
      if (name === "w:style") current = undefined;
    },
    text: () => undefined,
  };
  if (part !== undefined) await office.read(part, handler, { most: smallPart });

  function* chain(id: string | undefined): Generator<Style> {
    let style = styles.get(id ?? "");
    for (let step = 0; style !== undefined && step < longestChain; step += 1) {
      yield style;
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
    }
  }

  return {
    headingLevel(id) {
      for (const style of chain(id)) {
        if (style.outline !== undefined) return levelOfOutline(style.outline);
        const numbered = headingName.exec(style.name?.trim() ?? "")?.[1];
        if (numbered !== undefined) return Number(numbered);
        if (style.name?.toLowerCase() === "title") return 1;
      }
      return undefined;
    },
    list(id) {
      let depth: number | undefined;
      for (const style of chain(id)) {
        depth ??= style.depth;
        if (style.numbering !== undefined) return { numbering: style.numbering, depth: depth ?? 0 };
      }
      return undefined;
    },
  };
}

/** Outline levels count from 0; 9 is body text. */
export function levelOfOutline(outline: number): number | undefined {
  return outline >= 0 && outline < 9 ? outline + 1 : undefined;
}

/** A toggle is on where it stands without a value. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "0" && value !== "false" && value !== "off";
}
