import type { Mark, Rich, Stretch } from "./rich-text.ts";

/** As the Bot API reads it with `parse_mode: HTML`. */
export function toHtml({ text, marks }: Rich): string {
  return written(text, 0, text.length, marks);
}

/** For a message whose markup was refused: the addresses of links are written out, as far as there is room. */
export function toPlain({ text, marks }: Rich, most: number): string {
  let out = "";
  let at = 0;
  for (const mark of marks) {
    if (mark.kind !== "link" || mark.href === text.slice(mark.from, mark.to)) continue;
    out += `${text.slice(at, mark.to)} (${mark.href})`;
    at = mark.to;
  }
  out += text.slice(at);
  return out.length <= most ? out : text;
}

function written(text: string, from: number, to: number, marks: readonly Stretch[]): string {
  let out = "";
  let at = from;
  for (let i = 0; i < marks.length;) {
    const mark = marks[i];
    if (mark === undefined) break;
    let next = i + 1;
    while ((marks[next]?.from ?? Infinity) < mark.to) next += 1;
    const [open, close] = tags(mark);
    out += escaped(text.slice(at, mark.from)) + open + written(text, mark.from, mark.to, marks.slice(i + 1, next)) + close;
    at = mark.to;
    i = next;
  }
  return out + escaped(text.slice(at, to));
}

function tags(mark: Mark): readonly [open: string, close: string] {
  switch (mark.kind) {
    case "bold":
      return ["<b>", "</b>"];
    case "italic":
      return ["<i>", "</i>"];
    case "strike":
      return ["<s>", "</s>"];
    case "code":
      return ["<code>", "</code>"];
    case "quote":
      return ["<blockquote>", "</blockquote>"];
    case "link":
      return [`<a href="${escaped(mark.href)}">`, "</a>"];
    case "pre":
      return mark.language === "" ? ["<pre>", "</pre>"] : [`<pre><code class="language-${escaped(mark.language)}">`, "</code></pre>"];
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
