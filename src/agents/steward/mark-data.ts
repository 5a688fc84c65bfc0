/** Text that is nobody's instruction, between marks that it cannot close itself. */
export function markData(source: string, text: string): string {
  return `<data source="${inOneLine(source)}">\n${withoutMarks(text)}\n</data>`;
}

/** Words of somebody who has no say here. */
export function markOutside(by: string, text: string): string {
  return `<outside from="${inOneLine(by)}">\n${withoutMarks(text)}\n</outside>`;
}

/** A name that somebody gave: it begins no line, opens no mark and closes none of ours. */
export function inOneLine(name: string): string {
  return name.replaceAll(/["<>[\]\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 200);
}

function withoutMarks(text: string): string {
  return text.replaceAll(/<(\/?)(data|outside)\b/gi, "‹$1$2");
}
