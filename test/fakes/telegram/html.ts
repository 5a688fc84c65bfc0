/** What a message shows, and where it is marked. */
export interface ShownText {
  readonly text: string;
  readonly entities: readonly { readonly type: string; readonly offset: number; readonly length: number; readonly url?: string; readonly language?: string }[];
}

/** What the Bot API says about markup that it cannot read. */
export class BadMarkup extends Error {}

const types: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  s: "strikethrough",
  code: "code",
  pre: "pre",
  a: "text_link",
  blockquote: "blockquote",
  "tg-spoiler": "spoiler",
};
const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Reads HTML as the Bot API does: only its own tags, each closed in order, four named entities. Throws BadMarkup with its words. */
export function readHtml(html: string): ShownText {
  let text = "";
  const entities: ShownText["entities"][number][] = [];
  const open: { tag: string; at: number; url?: string; language?: string }[] = [];
  let at = 0;
  const offset = (): number => Buffer.byteLength(html.slice(0, at));
  while (at < html.length) {
    const char = html[at] ?? "";
    if (char === "&") {
      const [whole, name = "", number] = /^&(?:([a-z]+)|#(\d+));/.exec(html.slice(at, at + 12)) ?? [];
      const stands = number === undefined ? named[name] : String.fromCodePoint(Number(number));
      text += whole === undefined || stands === undefined ? "&" : stands;
      at += whole === undefined || stands === undefined ? 1 : whole.length;
      continue;
    }
    if (char !== "<") {
      text += char;
      at += 1;
      continue;
    }
    const tag = /^<(\/?)([a-zA-Z-]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*>/.exec(html.slice(at));
    if (tag === null) throw new BadMarkup(`Unsupported start tag "${html.slice(at + 1, at + 8)}" at byte offset ${offset()}`);
    const [whole, slash, name = "", attributes = ""] = tag;
    const type = types[name.toLowerCase()];
    if (slash === "/") {
      const last = open.pop();
      if (last === undefined) throw new BadMarkup(`Unexpected end tag at byte offset ${offset()}`);
      if (last.tag !== name) throw new BadMarkup(`Unmatched end tag at byte offset ${offset()}, expected "</${last.tag}>", found "</${name}>"`);
      const around = open.at(-1);
      // `<pre><code class="language-…">` is one block with a language.
      if (name === "code" && around?.tag === "pre" && around.at === last.at && last.language !== undefined) around.language = last.language;
      else if (text.length > last.at) {
        const { url, language } = last;
        entities.push({
          type: types[name] ?? "",
          offset: last.at,
          length: text.length - last.at,
          ...(url === undefined ? {} : { url }),
          ...(language === undefined ? {} : { language }),
        });
      }
    } else {
      if (type === undefined) throw new BadMarkup(`Unsupported start tag "${name}" at byte offset ${offset()}`);
      const url = /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll("&amp;", "&");
      const language = /class="language-([^"]*)"/.exec(attributes)?.[1];
      open.push({ tag: name, at: text.length, ...(url === undefined ? {} : { url }), ...(language === undefined ? {} : { language }) });
    }
    at += whole.length;
  }
  const left = open.at(-1);
  if (left !== undefined) throw new BadMarkup(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { text, entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };
}
