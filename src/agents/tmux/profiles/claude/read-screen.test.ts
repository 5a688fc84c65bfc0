import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { readClaudeScreen } from "./read-screen.ts";

// Captured from Claude Code 2.1.325 in tmux 3.3a with `capture-pane -p`.
const sizes = ["200x50", "80x24"] as const;

function screen(size: string, name: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, "screens", size, `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1);
}

const labels = (state: ReturnType<typeof readClaudeScreen>): readonly string[] => (state.kind === "menu" ? state.menu.options.map(({ label }) => label) : []);
const keys = (state: ReturnType<typeof readClaudeScreen>): readonly (readonly string[])[] =>
  state.kind === "menu" ? state.menu.options.map((option) => option.keys) : [];

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  answered: { kind: "ready", composer: "" },
  "long-answer": { kind: "ready", composer: "" },
  interrupted: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "question-declined": { kind: "ready", composer: "" },
  "composer-lines": { kind: "ready", composer: "line one\nline two\nline three" },
  "command-completion": { kind: "ready", composer: "/mo" },
  busy: { kind: "busy", composer: "", status: { doing: "working" } },
  "busy-typed": { kind: "busy", composer: "typed while busy", status: { doing: "working" } },
  "busy-queued": { kind: "busy", composer: "", status: { doing: "working" } },
  "retry-500": { kind: "busy", status: { doing: "retrying" } },
  "retry-429": { kind: "busy" },
  help: { kind: "panel", closeKeys: ["Escape"] },
  cost: { kind: "panel", closeKeys: ["Escape"] },
};

describe.each(sizes)("a screen of Claude Code at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readClaudeScreen(screen(size, name))).toMatchObject(state);
  });

  it("folds a long paste", () => {
    const state = readClaudeScreen(screen(size, "composer-folded"));
    expect(state.kind === "ready" && state.composer).toMatch(/^\[Pasted text #1 \+59 lines\]/);
  });

  verifies(["C-6.1-2", "C-11.6-1", "C-11.4-1"], "a permission has its command, its options and the digit of each, wherever the pointer stands", () => {
    for (const name of ["permission-bash", "permission-bash-moved"]) {
      const state = readClaudeScreen(screen(size, name));
      expect(keys(state)).toEqual([["1"], ["2"], ["3"], ["4"]]);
      expect(labels(state)[0]).toBe("Yes");
      expect(state.kind === "menu" && state.menu.options.map(({ grants }) => grants)).toEqual(["allow", "allow", "allow", "deny"]);
      expect(state.kind === "menu" && state.menu.prompt).toMatch(/rm -rf \.\/victim[\s\S]*Do you want to proceed\?/);
    }
    const write = readClaudeScreen(screen(size, "permission-write"));
    expect([labels(write).at(-1), keys(write).at(-1)]).toEqual(["No", ["3"]]);
  });

  it("start-up dialogs are chosen with the pointer", () => {
    const trust = readClaudeScreen(screen(size, "trust"));
    expect([labels(trust), keys(trust)]).toEqual([
      ["No, exit", "Yes, I trust this folder"],
      [["Enter"], ["Down", "Enter"]],
    ]);
    const key = readClaudeScreen(screen(size, "api-key"));
    expect([labels(key), keys(key)]).toEqual([
      ["Yes", "No (recommended)"],
      [["Up", "Enter"], ["Enter"]],
    ]);
  });

  verifies("C-11.1-2", "a menu whose keys are not known has none: nobody guesses", () => {
    for (const name of ["model-picker", "question"]) {
      const state = readClaudeScreen(screen(size, name));
      expect(state).toMatchObject({ kind: "menu", menu: { options: [] } });
    }
  });

  it("every captured screen is in a table", () => {
    const others = ["composer-folded", "permission-bash", "permission-bash-moved", "permission-write", "trust", "api-key", "model-picker", "question"];
    const names = readdirSync(join(import.meta.dirname, "screens", size)).map((name) => name.replace(".txt", ""));
    expect(names.toSorted()).toEqual([...Object.keys(expected), ...others].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const rule = "─".repeat(80);
  const box = [rule, "❯ ", rule];

  verifies("C-11.3-2", "an answer that shows a menu's text is no menu while the composer is there", () => {
    const answer = ["● Do you want to proceed?", " ❯ 1. Yes", "   2. No", " Esc to cancel"];
    expect(readClaudeScreen([...answer, "", ...box, "  ? for shortcuts"])).toEqual({ kind: "ready", composer: "" });
  });

  it("a panel below an earlier prompt is no menu", () => {
    const state = readClaudeScreen(["❯ tell me", "● Told.", "▔".repeat(80), "   Help", "", "   Esc to cancel"]);
    expect(state).toEqual({ kind: "panel", text: "Help", closeKeys: ["Escape"] });
  });

  it("an answer that ends like a spinner is not busy", () => {
    expect(readClaudeScreen(["* and so on…", "", ...box, "  ? for shortcuts"])).toEqual({ kind: "ready", composer: "" });
  });

  it("an empty screen, and a shell's, are unknown", () => {
    expect(readClaudeScreen([])).toEqual({ kind: "unknown" });
    expect(readClaudeScreen(["$ ls", "a b", "$"])).toEqual({ kind: "unknown" });
  });
});
