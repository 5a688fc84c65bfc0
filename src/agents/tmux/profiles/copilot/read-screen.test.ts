import { describe, expect, it } from "vitest";
import { capturedScreens, screenSizes } from "#test/captured-screens";
import { verifies } from "#test/verifies";
import { copilot } from "./index.ts";
import { readCopilotScreen } from "./read-screen.ts";

// Captured from Copilot 1.0.102 in tmux 3.3a.
const screens = capturedScreens(import.meta.dirname);

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  answered: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "composer-cleared": { kind: "ready", composer: "" },
  "ctrl-c": { kind: "ready", composer: "" },
  composer: { kind: "ready", composer: "hello there" },
  "composer-folded": { kind: "ready", composer: "[Paste #1 - 60 lines]" },
  busy: { kind: "busy", composer: "", status: { doing: "working" } },
  "busy-early": { kind: "busy", composer: "", status: { doing: "working" } },
  "busy-typed": { kind: "busy", composer: "half a thought", status: { doing: "working" } },
  "busy-cleared": { kind: "busy", composer: "", status: { doing: "working" } },
  "retry-500": { kind: "busy", composer: "", status: { doing: "retrying", what: "Request failed due to a transient API error. Retrying" } },
};

const labels: Readonly<Record<string, readonly string[]>> = {
  trust: ["Yes", "Yes, and remember this folder for future sessions", "No (Esc)"],
  "permission-edit": [
    "Yes",
    "Yes, and don't ask again for file operations when in this directory (~/work)",
    "No, and tell Copilot what to do differently (Esc to stop)",
  ],
};

describe.each(screenSizes)("a screen of Copilot at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readCopilotScreen(screens.lines(size, name))).toEqual(state);
  });

  verifies(["C-11.6-1", "C-11.4-1"], "a permission has its command, its options and the keys of each, wherever the pointer stands", () => {
    const moves = {
      "permission-bash": [["Enter"], ["Down", "Enter"], ["Escape"]],
      "permission-bash-moved": [["Up", "Enter"], ["Enter"], ["Escape"]],
    };
    for (const [name, keys] of Object.entries(moves)) {
      const state = readCopilotScreen(screens.lines(size, name));
      if (state.kind !== "menu") throw new Error(state.kind);
      expect(state.menu.options.map((option) => option.keys)).toEqual(keys);
      expect(state.menu.options.map(({ grants }) => grants)).toEqual(["allow", "allow", "deny"]);
      expect(state.menu.prompt).toBe("probe\n\nrm -rf ./victim\n\nDo you want to run this command?");
    }
  });

  it.each(Object.entries(labels))("%s has its options, and the last one denies", (name, options) => {
    const state = readCopilotScreen(screens.lines(size, name));
    if (state.kind !== "menu") throw new Error(state.kind);
    expect(state.menu.options.map(({ label }) => label)).toEqual(options);
    expect(state.menu.options.at(-1)?.grants).toBe("deny");
  });

  it("help is a panel that Escape closes", () => {
    expect(readCopilotScreen(screens.lines(size, "help"))).toMatchObject({ kind: "panel", closeKeys: ["Escape"] });
  });

  it("every captured screen is in a table", () => {
    expect(screens.names(size)).toEqual([...Object.keys(expected), ...Object.keys(labels), "permission-bash", "permission-bash-moved", "help"].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const line = "─".repeat(80);

  verifies("C-11.3-2", "in shell mode nothing is ready: what is sent there would run", () => {
    for (const typed of ["! Execute shell command", "! touch banged"])
      expect(readCopilotScreen([" ~/work", line, typed, line, " Shell · Manual Approval"])).toMatchObject({ kind: "panel", closeKeys: ["Escape"] });
  });

  it("an answer that shows a menu's text is no menu while the composer is there", () => {
    const answer = ["│ ❯ 1. Yes │", "│   2. No │", "│ ↑/↓ to navigate · enter to select · esc to cancel │", `╰${"─".repeat(20)}╯`];
    expect(readCopilotScreen([...answer, " ~/work", line, "❯", line, " Interactive · Manual Approval"])).toEqual({ kind: "ready", composer: "" });
  });

  verifies("C-11.1-2", "a menu whose keys were not tried has none: nobody guesses", () => {
    const picker = [" ❯ explore  built-in", "   task     built-in", " ↑/↓ to navigate · space on/off · r reset · enter to select · esc to cancel", line];
    expect(readCopilotScreen(picker)).toMatchObject({ kind: "menu", menu: { options: [] } });
    const frame = [`╭${"─".repeat(20)}╮`, "│ ❯ 1. Yes │", "│   2. No │", "│ enter to do something else │", `╰${"─".repeat(20)}╯`];
    expect(readCopilotScreen(frame)).toMatchObject({ kind: "menu", menu: { options: [] } });
  });

  it("an empty screen, and a shell's, are unknown", () => {
    expect(readCopilotScreen([])).toEqual({ kind: "unknown" });
    expect(readCopilotScreen(["$ ls", "a b", "$"])).toEqual({ kind: "unknown" });
  });

  it("a prompt that would switch to the shell is changed before it is pasted", () => {
    expect(copilot.promptText("!rm -rf .")).toBe("\\!rm -rf .");
    expect(copilot.promptText("  !rm")).toBe("\\  !rm");
    expect(copilot.promptText("look at @a")).toBe("look at @a ");
  });
});
