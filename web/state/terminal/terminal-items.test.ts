import { describe, expect, it } from "vitest";
import { lineOfRun, pageRun } from "#test/fakes/page-runs";
import { historyOf, terminalItems } from "./terminal-items.ts";
import type { StartedCommand } from "./terminal.ts";

const run = (id: string, line: string) => lineOfRun(pageRun(0, 0, { id, line }));
const live = (key: string, of: string | null, line = "hello"): StartedCommand => ({
  key,
  thread: "t",
  line,
  at: 0,
  run: of,
  progress: [],
  problem: null,
});

describe("what the terminal shows", () => {
  it("has every surface's commands and no verbs of the chat", () => {
    expect(terminalItems([run("r1", "hello"), run("r2", "!!status")], [], "!!").map(({ key }) => key)).toEqual(["r1"]);
  });

  it("shows a command once, from the key press to the run that the stream tells of", () => {
    expect(terminalItems([], [live("k", null)], "!!")).toMatchObject([{ key: "k", run: null }]);
    expect(terminalItems([], [live("k", "r1")], "!!")).toMatchObject([{ key: "r1", run: null }]);
    expect(terminalItems([run("r1", "hello")], [live("k", "r1")], "!!")).toMatchObject([{ key: "r1", run: { id: "r1" }, live: { key: "k" } }]);
  });

  it("goes back through the lines, each once in a row", () => {
    const items = terminalItems([run("r1", "hello"), run("r2", "hello"), run("r3", "help")], [live("k", null, "hello")], "!!");
    expect(historyOf(items)).toEqual(["hello", "help", "hello"]);
  });
});
