/** One line of JSON in which every control, format and line-ending character is escaped: a terminal that shows the file obeys none of them. */
export function jsonLine(value: object): string {
  const escaped = JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    Array.from({ length: char.length }, (_, i) => unit(char, i)).join(""),
  );
  return `${escaped}\n`;
}

function unit(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
}
