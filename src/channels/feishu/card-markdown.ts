import { measure } from "#channels/kit/measure-text";
import { packBlocks, writeBlocks, type Style } from "#channels/kit/write";
import { parseBlocks } from "#markdown/blocks";

/** Feishu draws no more tables than this in a card. */
const mostTables = 4;

const entity = (char: string): string => `&#${char.codePointAt(0)};`;

/**
 * Words as they are: what the card would read as markup is written as entities. Above all `<`, because `<at id=all></at>` in an
 * agent's answer would call everybody.
 */
export function escapeWords(words: string): string {
  return words
    .replaceAll(/&(?=#?\w+;)/g, entity)
    .replaceAll(/[<>*~`[\]\\|$]/g, entity)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, entity)
    .replaceAll(/^([ \t]*)([#+\-=])/gm, (_, space: string, mark: string) => space + entity(mark))
    .replaceAll(/^([ \t]*\d+)([.)])/gm, (_, number: string, mark: string) => number + entity(mark));
}

/** What people read, for a message without markup. */
export function unescapeWords(text: string): string {
  return text.replaceAll(/&#(\d{1,7});/g, (whole, code: string) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole));
}

const cardStyle: Style = {
  text: escapeWords,
  bold: (written) => wrapped(written, "**"),
  italic: (written) => wrapped(written, "*"),
  struck: (written) => wrapped(written, "~~"),
  code: (words) => (words.includes("`") || words.trim() === "" ? escapeWords(words) : `\`${words}\``),
  link: (written, href) => (/^https?:\/\/[^\s()<>]+$/i.test(href) ? `[${written}](${href})` : `${written} (${escapeWords(href)})`),
  heading: (written, level) => `${"#".repeat(Math.min(level, 6))} ${written}`,
  codeBlock: (words, language) => {
    const longest = Math.max(2, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `${fence}${/^[\w+#.-]{1,20}$/.test(language) ? language : ""}\n${words}\n${fence}`;
  },
  rule: "---",
  table: (head, rows, limit) => {
    const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ") || " ").join(" | ")} |`;
    const top = `${line(head)}\n| ${head.map(() => "---").join(" | ")} |`;
    const fits = (text: string): boolean => measure(text, limit.unit) <= limit.most;
    const tables: string[] = [];
    let open = top;
    for (const row of rows.map(line)) {
      if (fits(`${open}\n${row}`)) {
        open += `\n${row}`;
        continue;
      }
      if (open === top || !fits(`${top}\n${row}`)) return undefined;
      tables.push(open);
      open = `${top}\n${row}`;
    }
    return [...tables, open];
  },
};

/** Marks around nothing, or with a space at their inner side, would be shown as they are. */
function wrapped(written: string, mark: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(written) ?? [];
  return inner === "" ? written : `${before}${mark}${inner}${mark}${after}`;
}

/** One text per card, each within so many bytes of JSON and with as many tables as a card may have. */
export function cardTexts(markdowns: readonly string[], bytes: number): readonly string[] {
  const limit = { unit: "json", most: bytes } as const;
  const blocks = markdowns.flatMap((markdown) => writeBlocks(parseBlocks(markdown), cardStyle, limit));
  const runs: string[][] = [[]];
  let tables = 0;
  for (const block of blocks) {
    tables += isTable(block) ? 1 : 0;
    if (tables > mostTables) {
      runs.push([]);
      tables = 1;
    }
    runs.at(-1)?.push(block);
  }
  return runs.flatMap((run) => packBlocks(run, limit)).filter((text) => unescapeWords(text).trim() !== "");
}

function isTable(block: string): boolean {
  return /^\|.*\|\n\|(?: ---+ \|)+/.test(block);
}
