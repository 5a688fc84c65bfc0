import { describe, expect, it } from "vitest";
import { capturedScreens, screenSizes } from "#test/captured-screens";
import { verifies } from "#test/verifies";
import { opencode } from "./index.ts";
import { readOpenCodeScreen } from "./read-screen.ts";

// Captured from OpenCode 1.18.33 in tmux 3.3a.
const screens = capturedScreens(import.meta.dirname);

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  interrupted: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "question-declined": { kind: "ready", composer: "" },
  "composer-cleared": { kind: "ready", composer: "" },
  composer: { kind: "ready", composer: "hello there" },
  "composer-lines": { kind: "ready", composer: "two\nlines" },
  "composer-folded": { kind: "ready", composer: "[Pasted ~60 lines]" },
  "composer-bang": { kind: "ready", composer: "!touch banged" },
  "command-completion": { kind: "ready", composer: "/" },
  busy: { kind: "busy", composer: "", status: { doing: "working" } },
  "busy-early": { kind: "busy", composer: "", status: { doing: "working" } },
  "busy-typed": { kind: "busy", composer: "half a thought", status: { doing: "working" } },
  "busy-cleared": { kind: "busy", composer: "", status: { doing: "working" } },
  "escape-once": { kind: "busy", composer: "", status: { doing: "working" } },
  "retry-500": { kind: "busy", composer: "", status: { doing: "retrying", what: expect.stringContaining("fake error 500 (retrying") as unknown } },
};

describe.each(screenSizes)("a screen of OpenCode at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readOpenCodeScreen(screens.lines(size, name))).toEqual(state);
  });

  verifies(["C-11.1-2", "C-6.3-1"], "a dialog has no keys, because what is chosen shows in colours alone", () => {
    for (const name of ["permission-bash", "permission-edit", "question"])
      expect(readOpenCodeScreen(screens.lines(size, name))).toMatchObject({ kind: "menu", menu: { options: [] } });
    const state = readOpenCodeScreen(screens.lines(size, "permission-bash"));
    expect(state.kind === "menu" && state.menu.prompt).toMatch(/Permission required[\s\S]*\$ rm -rf \.\/victim/);
  });

  it("every captured screen is in a table", () => {
    expect(screens.names(size)).toEqual([...Object.keys(expected), "permission-bash", "permission-edit", "question"].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const box = (agent: string) => ["  ┃", "  ┃  ls", "  ┃", `  ┃  ${agent}`, `  ╹${"▀".repeat(60)}`, "   ~/work"];

  verifies("C-11.3-2", "in shell mode nothing is ready: what is sent there would run", () => {
    expect(readOpenCodeScreen(box("Shell · esc to leave"))).toMatchObject({ kind: "panel", closeKeys: ["Escape"] });
    expect(readOpenCodeScreen(box("Build · S S"))).toEqual({ kind: "ready", composer: "ls" });
  });

  it("an answer that shows a menu's text is no menu while the composer is there", () => {
    expect(readOpenCodeScreen(["  ┃   Allow once   Allow always   Reject", "", ...box("Build · S S")])).toEqual({ kind: "ready", composer: "ls" });
  });

  it("an empty screen, and a shell's, are unknown", () => {
    expect(readOpenCodeScreen([])).toEqual({ kind: "unknown" });
    expect(readOpenCodeScreen(["$ ls", "a b", "$"])).toEqual({ kind: "unknown" });
  });

  it("a prompt that would switch to the shell is changed before it is pasted", () => {
    expect(opencode.promptText("!rm -rf .")).toBe("\\!rm -rf .");
    expect(opencode.promptText("look at @a")).toBe("look at @a ");
  });
});
