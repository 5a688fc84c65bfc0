import type { Style } from "#channels/kit/write";
import type { Limit } from "#channels/kit/measure-text";

/** Discord counts characters; those beyond the first 65,536 are two of JavaScript's, so this never counts too few. */
export const textLimit: Limit = { unit: "utf16", most: 2_000 };

/** Plain words: what Discord would read as markup, as a mention or as the beginning of a heading, a quote or a list is escaped. */
export function escaped(words: string): string {
  return words.replaceAll(/[\\*_~|`<[\]]/g, String.raw`\$&`).replaceAll(/^(\s*)(#{1,3}\s|-#?\s|\+\s|>)/gm, String.raw`$1\$2`);
}

/** Discord's own Markdown. It has no tables and no rules, and knows headings of three levels. */
export const discordStyle: Style = {
  text: escaped,
  bold: (written) => `**${written}**`,
  italic: (written) => `*${written}*`,
  struck: (written) => `~~${written}~~`,
  code: (words) => (words.includes("`") ? `\`\` ${words.replaceAll("``", "`\u200b`")} \`\`` : `\`${words}\``),
  link: (written, href) => {
    if (written === escaped(href)) return href;
    // Discord shows no words above an address that look like one, and links only to the web.
    if (/https?:\/\//.test(written) || !/^https?:\/\//.test(href)) return `${written} (${href})`;
    return `[${written}](<${href.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`;
  },
  heading: (written, level) => (level <= 3 ? `${"#".repeat(level)} ${written}` : `**${written}**`),
  codeBlock: (words, language) => {
    const known = /^[a-z0-9_+\-.#]{1,20}$/i.test(language) ? language : "";
    return `\`\`\`${known}\n${words.replaceAll("```", "`\u200b``")}\n\`\`\``;
  },
  rule: "———",
};

/** One small line. */
export function subtext(words: string): string {
  return words
    .split("\n")
    .map((line) => `-# ${escaped(line)}`)
    .join("\n");
}

const marks = /```[^\n`]*\n([\s\S]*?)\n?```|`` ([\s\S]*?) ``|`([^`\n]*)`|\\([\s\S])|\*\*|~~|\*|^-# |^#{1,3} /gm;

/** The same words without marks. */
export function withoutMarks(content: string): string {
  return content.replaceAll(marks, (_, block?: string, long?: string, short?: string, char?: string) => block ?? long ?? short ?? char ?? "");
}
