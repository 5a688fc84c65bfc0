import { smallPart, type Office } from "#documents/office/office";

/** A placeholder is known by its type and its number; the slide's one takes after the layout's one. */
export interface LayoutPlaceholder {
  readonly type: string;
  readonly index: string;
}

export interface Layout {
  /** Whether the layout takes the bullet away that text of a body has by itself. */
  isPlain(placeholder: LayoutPlaceholder, depth: number): boolean;
}

/** Layouts are shared by slides: each is read once. */
export function layouts(office: Office): (part: string | undefined) => Promise<Layout> {
  const known = new Map<string, Layout>();
  return async (part) => {
    if (part === undefined) return plainNowhere;
    const found = known.get(part);
    if (found !== undefined) return found;
    const layout = await readLayout(office, part);
    known.set(part, layout);
    return layout;
  };
}

const plainNowhere: Layout = { isPlain: () => false };

async function readLayout(office: Office, part: string): Promise<Layout> {
  const plain = new Set<string>();
  let placeholder: LayoutPlaceholder | undefined;
  let depth: number | undefined;
  await office.read(
    part,
    {
      open(name, attributes) {
        if (name === "p:sp") placeholder = undefined;
        else if (name === "p:ph") placeholder = placeholderOf(attributes);
        else if (/^a:lvl[1-9]pPr$/u.test(name)) depth = Number(name[5]) - 1;
        else if (name === "a:buNone" && placeholder !== undefined && depth !== undefined) {
          plain.add(`${placeholder.type} ${depth}`);
          plain.add(`#${placeholder.index} ${depth}`);
        }
      },
      close(name) {
        if (/^a:lvl[1-9]pPr$/u.test(name)) depth = undefined;
      },
      text: () => undefined,
    },
    { most: smallPart },
  );
  return { isPlain: ({ type, index }, at) => plain.has(index === "" ? `${type} ${at}` : `#${index} ${at}`) };
}

export function placeholderOf(attributes: Readonly<Record<string, string>>): LayoutPlaceholder {
  return { type: attributes["type"] ?? "obj", index: attributes["idx"] ?? "" };
}
