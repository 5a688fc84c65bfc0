import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { screenAnsi } from "./screen-ansi.ts";

const shown = async (screen: Parameters<typeof screenAnsi>[0], before = ""): Promise<xterm.Terminal> => {
  const terminal = new xterm.Terminal({ cols: 20, rows: screen.rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(before + screenAnsi(screen), resolve));
  return terminal;
};
const lineOf = (terminal: xterm.Terminal, row: number): string => terminal.buffer.active.getLine(row)?.translateToString(true) ?? "";

describe("a screen that is sent to a terminal", () => {
  it("is drawn where it stands, with its colours and its cursor, over whatever was there", async () => {
    const lines = [[{ text: "ab" }, { text: "cd", color: "#ff8000", bold: true }], [], [{ text: "中文" }]];
    const terminal = await shown({ rows: 3, lines, cursor: { row: 2, column: 4 } }, "old text everywhere\r\nold");
    expect([0, 1, 2].map((row) => lineOf(terminal, row))).toEqual(["abcd", "", "中文"]);
    const cell = terminal.buffer.active.getLine(0)?.getCell(2);
    expect([cell?.getFgColor(), cell?.isFgPalette(), cell?.isBold() !== 0]).toEqual([208, true, true]);
    expect([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY]).toEqual([4, 2]);
  });

  it("cannot instruct it", async () => {
    const terminal = await shown({ rows: 2, lines: [[{ text: "a\u001b[2Jb\u009b2Jc" }], [{ text: "below", color: "red;31m" }]], cursor: null });
    expect([lineOf(terminal, 0), lineOf(terminal, 1)]).toEqual(["a [2Jb 2Jc", "below"]);
  });
});
