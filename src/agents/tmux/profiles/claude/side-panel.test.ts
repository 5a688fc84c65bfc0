import { describe, expect, it } from "vitest";
import { readClaudeScreen } from "./read-screen.ts";

// Of Claude Code 2.1.325 in 200 columns, shortened: beside the conversation it lists what has changed in the repository.
const left = 110;
const beside = (text: string, panel = ""): string =>
  `${text}${" ".repeat(left - [...text].reduce((sum, char) => sum + (/[\u4e00-\u9fff]/.test(char) ? 2 : 1), 0))}│${panel}`;
const top = [
  beside("", "                                                                                       ✕"),
  beside("❯ 删掉它", "1 file changed                                         /diff to close  source: Current ▾"),
  beside("● I will delete it now.", "new.txt │ two"),
];
const border = "─".repeat(200);

describe("a screen with the list of changes beside it", () => {
  it("is read without that list: a menu has its options and their keys", () => {
    const menu = [" Bash command", " rm -rf ./victim", " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel · Tab to amend"];
    const state = readClaudeScreen([...top, beside("─".repeat(left)), ...menu.map((row) => beside(row))]);
    expect(state).toMatchObject({
      kind: "menu",
      menu: {
        options: [
          { label: "Yes", keys: ["1"], grants: "allow" },
          { label: "No", keys: ["2"], grants: "deny" },
        ],
      },
    });
    expect(state.kind === "menu" && state.menu.prompt).not.toContain("│");
  });

  it("is ready or busy as it is without one", () => {
    const composer = (footer: string) => [border, "❯ half a thought", border, footer];
    expect(readClaudeScreen([...top, ...composer("  ⏸ manual mode on")])).toEqual({ kind: "ready", composer: "half a thought" });
    expect(readClaudeScreen([...top, beside("* Pouncing… (3s)"), ...composer("  ⏸ manual mode on · esc to interrupt")])).toEqual({
      kind: "busy",
      composer: "half a thought",
      status: { doing: "working" },
    });
  });
});
