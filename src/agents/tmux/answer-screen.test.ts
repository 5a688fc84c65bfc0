import { describe, expect, it } from "vitest";
import type { Answer } from "#domain/question";
import { answerScreen } from "./answer-screen.ts";
import { lastWordsOf } from "./last-words.ts";
import type { ScreenState } from "./profile.ts";

const menu: ScreenState = { kind: "menu", menu: { prompt: "Delete it?", options: [{ label: "Yes", keys: ["Enter"], grants: "allow" }] } };
const words: Answer = { key: "k", digest: "d", how: "given", text: "no", by: "Ann" };

/** A terminal that shows one screen after the other, the last one from then on. */
function showing(...states: readonly ScreenState[]) {
  const left = [...states];
  const pressed: string[] = [];
  const pane = {
    type: async (text: string) => void pressed.push(text),
    press: async (keys: readonly string[]) => void pressed.push(...keys),
  };
  return { pressed, terminal: { pane, stateNow: async () => (left.length > 1 ? left.shift() : left[0]) ?? { kind: "unknown" as const } } };
}

describe("words for a prompt that is no menu", () => {
  it("are typed and sent", async () => {
    const { pressed, terminal } = showing({ kind: "unknown" });
    expect([await answerScreen(terminal, { isPlainInput: true }, words), pressed]).toEqual(["pressed", ["no", "Enter"]]);
  });

  it("are not sent to a menu, neither to one that is there nor to one that comes up while they are typed", async () => {
    const there = showing(menu);
    expect([await answerScreen(there.terminal, { isPlainInput: true }, words), there.pressed]).toEqual(["gone", []]);
    const comes = showing({ kind: "unknown" }, menu);
    expect([await answerScreen(comes.terminal, { isPlainInput: true }, words), comes.pressed]).toEqual(["gone", ["no"]]);
  });
});

describe("the last words of a CLI", () => {
  it("are its last lines with words, without what it draws around them", () => {
    expect(lastWordsOf(["one", "────────", "  out of memory ", "│      │", "你好", ""])).toBe("one / out of memory / 你好");
  });
});
