/** Their content is not for readers. */
const unread = new Set(["script", "style", "noscript", "template", "svg", "head", "iframe", "object"]);
const blocks = new Set(
  "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", mdash: "—", ndash: "–", copy: "©" };

/** The words of an HTML page for a model: lines, headings, list items, and where links lead. In time that grows with the page's length alone. */
export function pageText(html: string, base: string): string {
  const words = new PageWords(base);
  const title = /<title[^>]{0,500}>([^<]{1,2000})/i.exec(html)?.[1];
  if (title !== undefined) words.add(`# ${decoded(title).trim()}\n\n`);
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at);
    words.text(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    if (!/[a-z!/?]/i.test(html.charAt(open + 1))) {
      // Not a tag at all: the sign itself.
      words.add("<");
      at = open + 1;
      continue;
    }
    const end = after(html, ">", open);
    const tag = html.slice(open + 1, end).replace(/>$/, "");
    const name = /^\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? "";
    const isEnd = tag.startsWith("/");
    words.tag(name, isEnd, tag);
    at = !isEnd && unread.has(name) ? skipped(html, name, end) : end;
  }
  return words.all();
}

class PageWords {
  readonly #base: string;
  readonly #out: string[] = [];
  readonly #links: (string | undefined)[] = [];
  #isPlain = false;

  constructor(base: string) {
    this.#base = base;
  }

  add(text: string): void {
    if (text !== "") this.#out.push(text);
  }

  text(html: string): void {
    const text = decoded(html);
    if (this.#isPlain) return this.add(text);
    const joined = text.replaceAll(/[\s\u00a0]+/g, " ");
    this.add(this.#out.at(-1)?.endsWith("\n") === true ? joined.trimStart() : joined);
  }

  tag(name: string, isEnd: boolean, tag: string): void {
    if (name === "pre") this.#isPlain = !isEnd;
    if (name === "a") {
      if (isEnd) this.add(shownLink(this.#links.pop()));
      else this.#links.push(hrefOf(tag, this.#base));
    } else if (blocks.has(name)) {
      this.add("\n");
      if (!isEnd) this.add(prefixOf(name));
    } else if (isEnd && (name === "td" || name === "th")) this.add(" | ");
  }

  all(): string {
    return this.#out
      .join("")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
  }
}

function after(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found + what.length;
}

/** Past the end of an element whose content is left out; a page that never ends it has nothing more to say. */
function skipped(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s>]`, "gi");
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found === null ? html.length : after(html, ">", found.index);
}

function shownLink(href: string | undefined): string {
  return href === undefined ? "" : ` (${href})`;
}

function hrefOf(tag: string, base: string): string | undefined {
  const found = /\shref\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/i.exec(tag);
  const href = decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
  if (href === "" || href.startsWith("#") || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function prefixOf(name: string): string {
  if (name === "li") return "- ";
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined ? "" : `\n${"#".repeat(Number(level))} `;
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,10}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const isText = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isText ? String.fromCodePoint(point) : "\ufffd";
  });
}
