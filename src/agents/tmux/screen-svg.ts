import type { Screen, ScreenSpan } from "#domain/agent";
import { cellWidth } from "./cell-width.ts";

const cell = { width: 8.4, height: 18 };
const font = 14;
/** What has no colour of its own. */
export const screenColors = { ink: "#d4d4d4", paper: "#1e1e1e" } as const;
const { ink, paper } = screenColors;

/** A picture of a terminal. */
export function screenSvg({ columns, rows, lines }: Screen): string {
  const [width, height] = [Math.ceil(columns * cell.width) + 16, rows * cell.height + 16];
  const body = lines
    .slice(0, rows)
    .map((line, row) => lineSvg(line, row))
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="${paper}"/>` +
    `<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${font}" xml:space="preserve">${body}</g></svg>\n`
  );
}

function lineSvg(line: readonly ScreenSpan[], row: number): string {
  let column = 0;
  const top = 8 + row * cell.height;
  return line
    .map((span) => {
      const from = column;
      const wide = widthOf(span.text);
      column += wide;
      const [front, back] = span.inverse === true ? [span.background ?? paper, span.color ?? ink] : [span.color ?? ink, span.background];
      const x = 8 + from * cell.width;
      const length = wide * cell.width;
      const behind = back === undefined ? "" : `<rect x="${x}" y="${top}" width="${length}" height="${cell.height}" fill="${back}"/>`;
      if (span.text.trim() === "") return behind;
      const style =
        (span.bold === true ? ' font-weight="bold"' : "") +
        (span.italic === true ? ' font-style="italic"' : "") +
        (span.underline === true ? ' text-decoration="underline"' : "") +
        (span.dim === true ? ' opacity="0.6"' : "");
      return `${behind}<text x="${x}" y="${top + font}" fill="${front}" textLength="${length}"${style}>${escaped(span.text)}</text>`;
    })
    .join("");
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + cellWidth(char), 0);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
