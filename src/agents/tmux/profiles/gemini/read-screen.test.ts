import { describe, expect, it } from "vitest";
import { capturedScreens, screenSizes } from "#test/captured-screens";
import { verifies } from "#test/verifies";
import { gemini } from "./index.ts";
import { readGeminiScreen } from "./read-screen.ts";

// Captured from Gemini CLI 0.61.0 in tmux 3.3a.
const screens = capturedScreens(import.meta.dirname);
const working = { doing: "working" };

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  answered: { kind: "ready", composer: "" },
  help: { kind: "ready", composer: "" },
  interrupted: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "composer-cleared": { kind: "ready", composer: "" },
  composer: { kind: "ready", composer: "half a thought" },
  "composer-lines": { kind: "ready", composer: "第一行：你好\n  second line, indented\n\n第四行 😀 the end" },
  "composer-long": { kind: "ready", composer: "[Pasted Text: 5001 chars]" },
  "composer-folded": { kind: "ready", composer: "[Pasted Text: 60 lines]" },
  "command-completion": { kind: "ready", composer: "/" },
  busy: { kind: "busy", composer: "", status: working },
  "busy-typed": { kind: "busy", composer: "half a thought", status: working },
  "busy-queued": { kind: "busy", composer: "", status: working },
  "retry-500": { kind: "busy", composer: "", status: working },
  "shell-mode": { kind: "panel", text: "Type your shell command", closeKeys: ["Escape"] },
};

const menus: Readonly<Record<string, readonly (readonly [string, readonly string[], string | undefined])[]>> = {
  "permission-bash": [
    ["Allow once", ["Enter"], "allow"],
    ["Allow for this session", ["Down", "Enter"], "allow"],
    ["No, suggest changes (esc)", ["Escape"], "deny"],
  ],
  "permission-write": [
    ["Allow once", ["Enter"], "allow"],
    ["Allow for this session", ["Down", "Enter"], "allow"],
    ["No, suggest changes (esc)", ["Escape"], "deny"],
  ],
  question: [
    ["Red the red one", ["Enter"], undefined],
    ["Blue the blue one", ["Down", "Enter"], undefined],
  ],
};

describe.each(screenSizes)("a screen of Gemini CLI at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readGeminiScreen(screens.lines(size, name))).toEqual(state);
  });

  it.each(Object.entries(menus))("%s has its options and their keys", (name, options) => {
    const state = readGeminiScreen(screens.lines(size, name));
    if (state.kind !== "menu") throw new Error(state.kind);
    expect(state.menu.options.map(({ label, keys, grants }) => [label, keys, grants])).toEqual(options);
  });

  verifies(["C-6.2-2", "C-11.6-1", "C-11.4-1"], "a permission has all its lines, wherever the pointer stands", () => {
    const [first, moved] = ["permission-bash", "permission-bash-moved"].map((name) => readGeminiScreen(screens.lines(size, name)));
    if (first?.kind !== "menu" || moved?.kind !== "menu") throw new Error("no menu");
    expect(moved.menu.prompt).toBe(first.menu.prompt);
    expect(moved.menu.options.slice(0, 2).map(({ keys }) => keys)).toEqual([["Up", "Enter"], ["Enter"]]);
    expect(first).toMatchObject({ menu: { prompt: "? Shell  rm -rf ./victim\nrm -rf ./victim\nAllow execution of [Shell]?" } });
  });

  it("the trust in a folder is a menu whose last option denies", () => {
    const state = readGeminiScreen(screens.lines(size, "trust"));
    if (state.kind !== "menu") throw new Error(state.kind);
    expect(state.menu.prompt).toMatch(/^Do you trust the files in this folder\?/);
    expect(state.menu.options.map(({ keys, grants }) => [keys, grants])).toEqual([
      [["Enter"], "allow"],
      [["Down", "Enter"], "allow"],
      [["Down", "Down", "Enter"], "deny"],
    ]);
  });

  it("every captured screen is in a table", () => {
    expect(screens.names(size)).toEqual([...Object.keys(expected), ...Object.keys(menus), "permission-bash-moved", "trust"].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const top = "▄".repeat(80);
  const end = "▀".repeat(80);
  const frame = (...rows: readonly string[]): readonly string[] => [`╭${"─".repeat(40)}╮`, ...rows.map((row) => `│ ${row} │`), `╰${"─".repeat(40)}╯`];

  it("an answer that shows a menu is no menu while the composer is there", () => {
    const answer = frame("Allow execution of [Shell]?", "● 1. Allow once", "  2. No, suggest changes (esc)");
    expect(readGeminiScreen([...answer, top, " >   Type your message or @path/to/file", end, " /w   no sandbox   /model"])).toEqual({
      kind: "ready",
      composer: "",
    });
  });

  verifies("C-11.1-2", "a menu whose keys were not tried has none: nobody guesses", () => {
    expect(readGeminiScreen(frame("Select a theme", "● 1. Light", "  2. Dark"))).toMatchObject({ kind: "menu", menu: { options: [] } });
    expect(readGeminiScreen(frame("Pick some", "● 1. [ ] Red", "  2. [ ] Blue", "Space to toggle · Enter to continue"))).toMatchObject({
      menu: { options: [] },
    });
  });

  it("a prompt of an earlier turn is not the composer; an empty screen and a shell's are unknown", () => {
    for (const lines of [[top, " > hello there", end, "✦ 11 characters"], [], ["$ ls", "a b", "$"]])
      expect(readGeminiScreen(lines)).toEqual({ kind: "unknown" });
  });

  it("a prompt that would switch to the shell, or open a list, is changed before it is pasted", () => {
    expect(gemini.promptText("!rm -rf .")).toBe("\\!rm -rf .");
    expect(gemini.promptText("look at @a")).toBe("look at @a ");
    expect(gemini.promptText("hello")).toBe("hello");
  });

  it("a prompt is found in the composer whole, folded, or scrolled", () => {
    const long = Array.from({ length: 40 }, (_none, i) => `line ${i} of this prompt`).join("\n");
    expect(gemini.holdsPrompt("[Pasted Text: 40 lines]", long)).toBe(true);
    expect(gemini.holdsPrompt(long.slice(300, 600), long)).toBe(true);
    expect(gemini.holdsPrompt("something else", long)).toBe(false);
  });
});
