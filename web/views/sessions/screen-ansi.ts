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

/** The nearest of the 256 colours that a terminal has classes for: any other would need a style attribute, which the page's policy forbids. */
function colour(layer: string, hex: string | undefined): readonly string[] {
  const [, red = "", green = "", blue = ""] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? "") ?? [];
  if (red === "") return [];
  const wanted = [red, green, blue].map((part) => Number.parseInt(part, 16));
  const cube = wanted.map((part) => steps.reduce((best, step, at) => (Math.abs(step - part) < Math.abs((steps[best] ?? 0) - part) ? at : best), 0));
  const [r = 0, g = 0, b = 0] = cube;
  const mean = wanted.reduce((sum, part) => sum + part, 0) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const far = (colours: readonly number[]): number => colours.reduce((sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2, 0);
  const isGrey = far(Array.from({ length: 3 }, () => 8 + grey * 10)) < far(cube.map((at) => steps[at] ?? 0));
  return [layer, "5", String(isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b)];
}

const steps = [0, 95, 135, 175, 215, 255];
