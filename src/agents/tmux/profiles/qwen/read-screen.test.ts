import { describe, expect, it } from "vitest";
import { capturedScreens, screenSizes } from "#test/captured-screens";
import { verifies } from "#test/verifies";
import { qwen } from "./index.ts";
import { readQwenScreen } from "./read-screen.ts";

// Captured from Qwen Code 0.24.4 in tmux 3.3a.
const screens = capturedScreens(import.meta.dirname);
const working = { doing: "working" };

const expected: Readonly<Record<string, object>> = {
  ready: { kind: "ready", composer: "" },
  answered: { kind: "ready", composer: "" },
  "permission-rejected": { kind: "ready", composer: "" },
  "composer-cleared": { kind: "ready", composer: "" },
  composer: { kind: "ready", composer: "half a thought" },
  "composer-lines": { kind: "ready", composer: "第一行：你好\n  second line, indented\n\n第四行 😀 the end" },
  "composer-long": { kind: "ready", composer: "[Pasted Content 5001 chars]" },
  "composer-folded": { kind: "ready", composer: "[Pasted Content 950 chars]" },
  "command-completion": { kind: "ready", composer: "/" },
  // It puts a prompt that was cancelled back.
  interrupted: { kind: "ready", composer: "hold real2", isCancelled: true },
  busy: { kind: "busy", composer: "", status: working },
  "busy-typed": { kind: "busy", composer: "half a thought", status: working },
  "busy-queued": { kind: "busy", composer: "", status: working },
  "retry-500": { kind: "busy", composer: "", status: working },
  // While its hook waits for an answer.
  "permission-hidden": { kind: "busy", composer: "", status: working },
  "shell-mode": { kind: "panel", text: "Type your message or @path/to/file", closeKeys: ["Escape"] },
};

const menus: Readonly<Record<string, readonly (readonly [string, readonly string[], string | undefined])[]>> = {
  "permission-bash": [
    ["Yes, allow once", ["Enter"], "allow"],
    ["Always allow run 'rm *' commands in this project", ["Down", "Enter"], "allow"],
    ["Always allow run 'rm *' commands for this user", ["Down", "Down", "Enter"], "allow"],
    ["No, suggest changes (esc)", ["Escape"], "deny"],
  ],
  "permission-write": [
    ["Yes, allow once", ["Enter"], "allow"],
    ["Yes, allow always", ["Down", "Enter"], "allow"],
    ["No, suggest changes (esc)", ["Escape"], "deny"],
  ],
  question: [
    ["Red the red one", ["Enter"], undefined],
    ["Blue the blue one", ["Down", "Enter"], undefined],
  ],
};

describe.each(screenSizes)("a screen of Qwen Code at %s", (size) => {
  it.each(Object.entries(expected))("%s", (name, state) => {
    expect(readQwenScreen(screens.lines(size, name))).toEqual(state);
  });

  it.each(Object.entries(menus))("%s has its options and their keys", (name, options) => {
    const state = readQwenScreen(screens.lines(size, name));
    if (state.kind !== "menu") throw new Error(state.kind);
    expect(state.menu.options.map(({ label, keys, grants }) => [label, keys, grants])).toEqual(options);
  });

  verifies(["C-11.6-1", "C-11.4-1"], "a permission has its command, wherever the pointer stands", () => {
    const [first, moved] = ["permission-bash", "permission-bash-moved"].map((name) => readQwenScreen(screens.lines(size, name)));
    if (first?.kind !== "menu" || moved?.kind !== "menu") throw new Error("no menu");
    expect(moved.menu.prompt).toBe(first.menu.prompt);
    expect(moved.menu.options.slice(0, 2).map(({ keys }) => keys)).toEqual([["Up", "Enter"], ["Enter"]]);
    expect(first).toMatchObject({ menu: { prompt: expect.stringContaining("rm -rf ./victim") as unknown } });
  });

  it("help is a panel that Escape closes", () => {
    expect(readQwenScreen(screens.lines(size, "help"))).toMatchObject({ kind: "panel", closeKeys: ["Escape"] });
  });

  it("every captured screen is in a table", () => {
    expect(screens.names(size)).toEqual([...Object.keys(expected), ...Object.keys(menus), "permission-bash-moved", "help"].toSorted());
  });
});

describe("a screen that could be taken for another", () => {
  const line = "─".repeat(80);

  it("an answer that shows a menu is no menu while the composer is there", () => {
    const answer = ["  ? Shell rm", "   Allow execution of: 'rm'?", "   › 1. Yes, allow once", "     2. No, suggest changes (esc)"];
    expect(readQwenScreen([...answer, line, ">   Type your message or @path/to/file", line, "  ➜ work"])).toEqual({ kind: "ready", composer: "" });
  });

  verifies("C-11.1-2", "a menu whose keys were not tried has none: nobody guesses", () => {
    expect(readQwenScreen(["  ? Tool", "   › 1. Red", "     2. Blue", "  ⠏ Waiting for user confirmation..."])).toMatchObject({
      kind: "menu",
      menu: { options: [] },
    });
    const picker = [`┌${"─".repeat(20)}┐`, "│ Select a model     │", "│ › scripted         │", "│   other            │", `└${"─".repeat(20)}┘`];
    expect(readQwenScreen(picker)).toMatchObject({ kind: "menu", menu: { options: [] } });
  });

  it("is busy while its spinner is made of dots, and while its footer says so", () => {
    const composer = [line, ">   Type your message or @path/to/file", line, "  ➜ work · git:(master) · scripted"];
    const busy = { kind: "busy", composer: "", status: working };
    expect(readQwenScreen(["  .  Almost there... probably... (1m · ↓ 20 tokens · esc to cancel)", ...composer, "  ⏸ Ask permissions"])).toEqual(busy);
    expect(readQwenScreen([...composer, "  Enter to steer · Ctrl+Q to queue · ⏸ Ask permissions"])).toEqual(busy);
  });

  it("an empty screen, and a shell's, are unknown", () => {
    for (const lines of [[], ["$ ls", "a b", "$"]]) expect(readQwenScreen(lines)).toEqual({ kind: "unknown" });
  });

  it("a prompt that would switch to the shell, or open a list, is changed before it is pasted", () => {
    expect(qwen.promptText("!rm -rf .")).toBe("\\!rm -rf .");
    expect(qwen.promptText("look at @a")).toBe("look at @a ");
  });
});
