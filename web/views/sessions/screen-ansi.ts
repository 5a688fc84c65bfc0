import type { ScreenSpanWire, ScreenWire } from "#protocol/screen";

/** A whole screen as what a terminal has to be sent to show it. */
export function screenAnsi({ lines, rows, cursor }: Pick<ScreenWire, "lines" | "rows" | "cursor">): string {
  const shown = Array.from({ length: rows }, (_none, row) => `\x1b[${row + 1};1H${(lines[row] ?? []).map(spanAnsi).join("")}\x1b[0m\x1b[K`);
  const place = cursor === null ? "\x1b[?25l" : `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h`;
  return `\x1b[?25l${shown.join("")}${place}`;
}

function spanAnsi({ text, color, background, bold, dim, italic, underline, inverse }: ScreenSpanWire): string {
  const codes = [
    "0",
    ...(bold === true ? ["1"] : []),
    ...(dim === true ? ["2"] : []),
    ...(italic === true ? ["3"] : []),
    ...(underline === true ? ["4"] : []),
    ...(inverse === true ? ["7"] : []),
    ...colour("38", color),
    ...colour("48", background),
  ];
  // Whatever a program wrote was drawn by the hub; a control character here would be an instruction to this terminal.
  return `\x1b[${codes.join(";")}m${text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ")}`;
}

function colour(layer: string, hex: string | undefined): readonly string[] {
  const [, red = "", green = "", blue = ""] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? "") ?? [];
  return red === "" ? [] : [layer, "2", ...[red, green, blue].map((part) => String(Number.parseInt(part, 16)))];
}
