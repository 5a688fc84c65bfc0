import { describe, expect, it } from "vitest";
import { capturedScreens, screenSizes } from "#test/captured-screens";
import { verifies } from "#test/verifies";
import { codex } from "./index.ts";
import { readCodexScreen } from "./read-screen.ts";

// Captured from Codex 0.166.0 in tmux 3.3a.
const screens = capturedScreens(import.meta.dirname);

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  answered: { kind: "ready", composer: "" },
  "long-answer": { kind: "ready", composer: "" },
  interrupted: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "question-declined": { kind: "ready", composer: "" },
  "plan-mode": { kind: "ready", composer: "" },
  status: { kind: "ready", composer: "" },
  "composer-cleared": { kind: "ready", composer: "" },
  // Its composer is there before it knows whether to show a dialog.
  loading: { kind: "ready", composer: "", isStarting: true },
  starting: { kind: "ready", composer: "", isStarting: true },
  // It answers a 429 with a failure at once.
  "retry-429": { kind: "ready", composer: "" },
  "composer-lines": { kind: "ready", composer: "first line\n  second, indented\n\nlast line" },
  "composer-folded": { kind: "ready", composer: "[Pasted Content 4000 chars]" },
  "command-completion": { kind: "ready", composer: "/mo" },
  // An answer that is being written shows nothing: the record tells.
  busy: { kind: "ready", composer: "" },
  "busy-typed": { kind: "busy", composer: "half a thought" },
  "retry-500": { kind: "busy", composer: "", status: { doing: "retrying", what: "Reconnecting... 1/5" } },
};

const labels: Readonly<Record<string, readonly string[]>> = {
  "permission-patch": ["Yes, proceed (y)", "Yes, and don't ask again for these files (a)", "No, and tell Codex what to do differently (esc)"],
  "hooks-review": ["Review hooks", "Trust all and continue", "Continue without trusting (hooks won't run)"],
  "first-in-repo": ["Trust and continue", "Quit"],
  question: ["Red                r", "Blue               b", "None of the above  Optionally, add details in notes (tab)"],
};

describe.each(screenSizes)("a screen of Codex at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readCodexScreen(screens.lines(size, name))).toEqual(state);
  });

  verifies(["C-11.6-1", "C-11.4-1"], "a permission has its command, its options and the keys of each, wherever the pointer stands", () => {
    const moves = {
      "permission-bash": [["Enter"], ["Down", "Enter"], ["Down", "Down", "Enter"]],
      "permission-bash-moved": [["Up", "Enter"], ["Enter"], ["Down", "Enter"]],
    };
    for (const [name, keys] of Object.entries(moves)) {
      const state = readCodexScreen(screens.lines(size, name));
      if (state.kind !== "menu") throw new Error(state.kind);
      expect(state.menu.options.map((option) => option.keys)).toEqual(keys);
      expect(state.menu.options.map(({ grants }) => grants)).toEqual(["allow", "allow", "deny"]);
      expect(state.menu.options[1]?.label).toBe("Yes, and don't ask again for commands that start with `rm -rf ./victim` (p)");
      expect(state.menu.prompt).toMatch(/^Would you like to run[\s\S]*\$ rm -rf \.\/victim\n/);
    }
  });

  it.each(Object.entries(labels))("%s has its options", (name, options) => {
    const state = readCodexScreen(screens.lines(size, name));
    if (state.kind !== "menu") throw new Error(state.kind);
    expect(state.menu.options.map(({ label }) => label)).toEqual(options);
    expect(state.menu.options[0]?.keys).toEqual(["Enter"]);
  });

  verifies("C-11.1-2", "a menu whose keys were not tried has none: nobody guesses", () => {
    for (const name of ["model-picker", "login"]) expect(readCodexScreen(screens.lines(size, name))).toMatchObject({ kind: "menu", menu: { options: [] } });
  });

  it("a paste that is higher than the composer is recognised by its end", () => {
    const state = readCodexScreen(screens.lines(size, "composer-folded-lines"));
    const prompt = Array.from({ length: 60 }, (_none, i) => String(i + 1)).join("\n");
    expect(state.kind === "ready" && codex.holdsPrompt(state.composer, prompt)).toBe(true);
    expect(state.kind === "ready" && codex.holdsPrompt(state.composer, `${prompt}\nmore`)).toBe(false);
  });

  it("every captured screen is in a table", () => {
    const others = ["permission-bash", "permission-bash-moved", "model-picker", "login", "composer-folded-lines"];
    expect(screens.names(size)).toEqual([...Object.keys(expected), ...Object.keys(labels), ...others].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const composer = ["", "› ", "", "  gpt default · ~/enter"];

  verifies("C-11.3-2", "an answer that shows a menu's text is no menu while the composer is there", () => {
    const answer = ["• Would you like to run it?", "› 1. Yes, proceed (y)", "  2. No", "  Press enter to confirm or esc to cancel"];
    expect(readCodexScreen([...answer, ...composer.slice(0, -1), "  gpt default · ~/work"])).toEqual({ kind: "ready", composer: "" });
  });

  it("numbers that do not count up, or two pointers, are no known layout", () => {
    const menu = (...rows: readonly string[]) => readCodexScreen(["  Run it?", "", ...rows, "", "  Press enter to confirm or esc to cancel"]);
    expect(menu("› 1. Yes", "  3. No")).toMatchObject({ kind: "menu", menu: { options: [] } });
    expect(menu("› 1. Yes", "› 2. No")).toMatchObject({ kind: "menu", menu: { options: [] } });
    expect(menu("› 1. Yes", "  2. No, stop")).toMatchObject({ kind: "menu", menu: { options: [{ grants: "allow" }, { grants: "deny" }] } });
  });

  it("an empty screen, and a shell's, are unknown", () => {
    expect(readCodexScreen([])).toEqual({ kind: "unknown" });
    expect(readCodexScreen(["$ ls", "a b", "$"])).toEqual({ kind: "unknown" });
  });
});
