import xterm from "@xterm/headless";
import type { IBufferCell, Terminal } from "@xterm/headless";
import { defined } from "#lib/defined";

/** A stretch of one look; colours as `#rrggbb`. */
export interface PaneSpan {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** What a pane looked like when we began to listen, as tmux tells it. */
export interface PaneLook {
  readonly columns: number;
  readonly rows: number;
  readonly isAlternate: boolean;
  readonly cursor: { readonly column: number; readonly row: number };
  /** One per row, with escape sequences for colours. */
  readonly lines: readonly string[];
}

/** A terminal without a window: it is fed what a pane's program writes and knows what is on the screen. */
export class PaneScreen implements Disposable {
  #terminal: Terminal;
  #lines: readonly string[] | undefined;

  constructor(columns = 200, rows = 50) {
    this.#terminal = emptyTerminal(columns, rows);
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get cursor(): { readonly column: number; readonly row: number } {
    const { cursorX: column, cursorY: row } = this.#terminal.buffer.active;
    return { column: Math.min(column, this.columns - 1), row };
  }

  /** Begins anew from what tmux says. */
  async restart({ columns, rows, isAlternate, cursor, lines }: PaneLook): Promise<void> {
    this.#terminal.dispose();
    this.#terminal = emptyTerminal(columns, rows);
    const place = `\x1b[${cursor.row + 1};${cursor.column + 1}H`;
    await this.write(`${isAlternate ? "\x1b[?1049h" : ""}\x1b[H${lines.slice(0, rows).join("\x1b[0m\r\n")}\x1b[0m${place}`);
  }

  /** Resolves when it is on the screen. */
  write(bytes: Uint8Array | string): Promise<void> {
    const terminal = this.#terminal;
    return new Promise((resolve) =>
      terminal.write(bytes, () => {
        this.#lines = undefined;
        resolve();
      }),
    );
  }

  /** The rows as text, without trailing spaces; the same array as long as nothing else is written. */
  lines(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return (this.#lines ??= Array.from({ length: this.rows }, (_none, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? ""));
  }

  spans(): readonly (readonly PaneSpan[])[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.rows }, (_none, row) => this.#spansOf(active.baseY + row));
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }

  #spansOf(row: number): readonly PaneSpan[] {
    const line = this.#terminal.buffer.active.getLine(row);
    const spans: PaneSpan[] = [];
    let look = "";
    for (let column = 0; line !== undefined && column < this.columns; column++) {
      const cell = line.getCell(column);
      // The second half of a wide character has no width of its own.
      if (cell === undefined || cell.getWidth() === 0) continue;
      const style = styleOf(cell);
      const next = JSON.stringify(style);
      const text = cell.getChars() || " ";
      const last = spans.at(-1);
      if (last !== undefined && next === look) spans[spans.length - 1] = { ...last, text: last.text + text };
      else spans.push({ text, ...style });
      look = next;
    }
    return trimmed(spans);
  }
}

function emptyTerminal(columns: number, rows: number): Terminal {
  return new xterm.Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true });
}

/** Without plain spaces at the end. */
function trimmed(spans: readonly PaneSpan[]): readonly PaneSpan[] {
  const last = spans.at(-1);
  if (last === undefined || Object.keys(last).length > 1) return spans;
  const text = last.text.trimEnd();
  return text === "" ? spans.slice(0, -1) : [...spans.slice(0, -1), { text }];
}

function styleOf(cell: IBufferCell): Omit<PaneSpan, "text"> {
  const color = cell.isFgDefault() ? undefined : colorOf(cell.getFgColor(), cell.isFgRGB());
  const background = cell.isBgDefault() ? undefined : colorOf(cell.getBgColor(), cell.isBgRGB());
  return {
    ...defined({ color, background }),
    ...(cell.isBold() !== 0 && { bold: true }),
    ...(cell.isDim() !== 0 && { dim: true }),
    ...(cell.isItalic() !== 0 && { italic: true }),
    ...(cell.isUnderline() !== 0 && { underline: true }),
    ...(cell.isInverse() !== 0 && { inverse: true }),
  };
}

const base = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"];
const bright = ["#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"];
const steps = [0, 95, 135, 175, 215, 255];

function colorOf(color: number, isRgb: boolean): string {
  if (isRgb) return `#${color.toString(16).padStart(6, "0")}`;
  if (color < 16) return [...base, ...bright][color] ?? "#ffffff";
  if (color >= 232) return hex(8 + (color - 232) * 10, 8 + (color - 232) * 10, 8 + (color - 232) * 10);
  const at = (divisor: number): number => steps[Math.floor((color - 16) / divisor) % 6] ?? 0;
  return hex(at(36), at(6), at(1));
}

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
