/** What IRC clients read as the beginning or the end of a style. */
export const bold = "\u0002";
export const italic = "\u001d";
export const struck = "\u001e";
const toggles = new Set([bold, italic, struck]);

/** Every code that clients know: the toggles, colours with their numbers, reset, monospace, reverse, underline. */
const codes = /[\u0002\u000f\u0011\u0016\u001d-\u001f]|\u0003(?:\d{1,2}(?:,\d{1,2})?)?|\u0004(?:[0-9a-f]{6}(?:,[0-9a-f]{6})?)?/gi;

export function withoutCodes(text: string): string {
  return text.replaceAll(codes, "");
}

/** Wraps what is written; a code inside would end the style instead of repeating it. */
export function styled(code: string, written: string): string {
  return `${code}${written.replaceAll(code, "")}${code}`;
}

/** A message ends every style, so each line opens again what was open at the end of the one before. Done twice it changes nothing. */
export function selfContained(lines: readonly string[]): readonly string[] {
  let open: readonly string[] = [];
  return lines.map((line) => {
    const before = open;
    for (const char of line) if (toggles.has(char)) open = open.includes(char) ? open.filter((one) => one !== char) : [...open, char];
    return [...before, line, ...open.toReversed()].join("");
  });
}
