const fence = /^\s*(?:```|~~~).*$/gm;
/** A line of dashes, bars and colons: under a table's head, or a rule. */
const rule = /^[\s|:*_-]*(?:-{3,}|\*{3,}|_{3,})[\s|:*_-]*$/gm;
/** Headings, quotations, items and boxes at the beginning of a line. */
const leading = /^\s*(?:#{1,6}\s+|(?:>\s?)+|[-+*]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/gm;
const picture = /!\[([^\]\n]*)\]\([^)\n]*\)/g;
const link = /\[([^\]\n]+)\]\([^)\s]*(?:\s+"[^"]*")?\)/g;
const address = /<((?:https?|mailto):[^\s>]+)>/g;
const code = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
const strong = /(?<!\\)(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g;
const emphasis = /(?<![\w*_\\])([*_])(?=[^\s*_])([^\n]*?[^\s*_\\])\1(?![\w*_])/g;
/** What begins and does not end here: a preview is cut. */
const begun = /(?<![\w\\])(?:\*\*|~~|`+)(?=[^\s*~`])/g;
const escaped = /\\([!-/:-@[-`{-~])/g;

const mostChars = 1_000;

/** One line of what Markdown says, without its marks: for lists, quotations and search results, where nothing is laid out. */
export function previewOf(text: string): string {
  return text
    .slice(0, mostChars)
    .replace(fence, " ")
    .replace(rule, " ")
    .replace(leading, "")
    .replace(picture, "$1")
    .replace(link, "$1")
    .replace(address, "$1")
    .replace(code, "$2")
    .replace(strong, "$2")
    .replace(emphasis, "$2")
    .replace(/^\s*\|(.*)\|\s*$/gm, (_, cells: string) => cells.split("|").join(" "))
    .replace(begun, "")
    .replace(escaped, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
