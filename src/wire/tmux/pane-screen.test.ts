import { describe, expect, it } from "vitest";
import { PaneScreen } from "./pane-screen.ts";

describe("a pane's screen", () => {
  it("shows what was written, as text and with colours", async () => {
    using screen = new PaneScreen(20, 4);
    await screen.write("plain \x1b[1;31mred\x1b[0m\r\n\x1b[38;2;1;2;3mtrue\x1b[48;5;196mbg\x1b[0m 你好\r\n\x1b[7minverse\x1b[0m");
    expect(screen.lines()).toEqual(["plain red", "truebg 你好", "inverse", ""]);
    expect(screen.spans()[0]).toEqual([{ text: "plain " }, { text: "red", color: "#cd3131", bold: true }]);
    expect(screen.spans()[1]).toEqual([{ text: "true", color: "#010203" }, { text: "bg", color: "#010203", background: "#ff0000" }, { text: " 你好" }]);
    expect(screen.spans()[2]).toEqual([{ text: "inverse", inverse: true }]);
    expect(screen.cursor).toEqual({ column: 7, row: 2 });
  });

  it("begins anew from what tmux says, and goes on from there", async () => {
    using screen = new PaneScreen();
    await screen.write("something old");
    const lines = ["\x1b[32mone", "two", ""];
    await screen.restart({ columns: 10, rows: 3, isAlternate: true, cursor: { column: 3, row: 1 }, lines });
    expect([screen.columns, screen.rows, screen.lines(), screen.cursor]).toEqual([10, 3, ["one", "two", ""], { column: 3, row: 1 }]);
    expect(screen.spans()[0]).toEqual([{ text: "one", color: "#0dbc79" }]);
    await screen.write("\x1b[31m!");
    expect(screen.lines()).toEqual(["one", "two!", ""]);
  });
});
