import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonValue } from "#domain/json";
import { fakeClock } from "#test/fakes/clock";
import { verifies } from "#test/verifies";
import { tmuxName } from "./cli-pane.ts";
import { composePrompt } from "./compose-prompt.ts";
import { hookLine } from "./hook-line.ts";
import { cliSettingsOf } from "./index.ts";
import { Looks } from "./looks.ts";
import { isSameText } from "./same-text.ts";
import { menuAsk, menuKey } from "./screen-question.ts";
import { screenSvg } from "./screen-svg.ts";
import { Remembering } from "./seat-memory.ts";
import { TranscriptTail } from "./transcript-tail.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-tail-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("a prompt", () => {
  it("holds no character that a terminal would obey, and names its files", () => {
    const file = { path: "/home/s/files/a.png", name: "a.png", mime: "image/png", bytes: 1 };
    const prompt = { text: "one\r\ntwo\x1b[201~\x03\u202e", by: "Ann", outside: false, files: [file], replyTo: "said\nbefore" };
    expect(composePrompt(prompt)).toBe("> said\n> before\n\none\ntwo[201~\n\nAttached file: /home/s/files/a.png");
    const shared = ".agents/uploads/thr_1/msg_1-1-a.png";
    expect(composePrompt({ ...prompt, files: [{ ...file, shared }] })).toContain(`Attached file: ${file.path} (for Parley's commands: ${shared})`);
    expect(composePrompt({ text: "do it", by: "Eve", outside: true, files: [] })).toMatch(/Eve[\s\S]*do it$/);
  });

  it("is the same however a terminal wraps it", () => {
    expect([isSameText("a  b\nc", "a b c "), isSameText("a b", "a c")]).toEqual([true, false]);
  });
});

describe("what a hook runs", () => {
  verifies("C-9.1-18", "is one line of quoted words, or the operator's own with the session's name", () => {
    expect(hookLine(["/opt/no de", "main.js", "hook"], "项目 'x'")("Stop")).toBe(String.raw`'/opt/no de' main.js hook --session '项目 '\''x'\''' --event Stop`);
    expect(hookLine([], "a b", "clibot hook --session $SESSION --event completed")("Stop")).toBe("parley hook --session 'a b' --event completed");
    expect(hookLine([], "a", "x ${CLIBOT_SESSION} $SESSIONS")("Stop")).toBe("x a $SESSIONS");
  });
});

describe("the tail of a file", () => {
  it("gives each complete line once, in any script, from its offset on", async () => {
    const path = join(dir, "t.jsonl");
    const tail = new TranscriptTail(path, 0);
    expect(await tail.read()).toEqual([]);
    writeFileSync(path, "one\n你");
    expect(await tail.read()).toEqual(["one"]);
    appendFileSync(path, `好\n${"x".repeat(600_000)}\n`);
    expect((await tail.read()).map((line) => line.slice(0, 3))).toEqual(["你好", "xxx"]);
    expect(await new TranscriptTail(path, 4).read()).toHaveLength(2);
    expect([await tail.read(), tail.offset]).toEqual([[], await TranscriptTail.endOf(path)]);
    writeFileSync(path, "new\n");
    expect(await tail.read()).toEqual(["new"]);
  });
});

describe("what a seat remembers", () => {
  it("is read again, forgets what it is told to, and keeps within its bound", async () => {
    let stored: JsonValue | undefined = "from an older version";
    const memory = {
      get: async () => stored,
      set: async (value: JsonValue) => {
        stored = value;
      },
    };
    const first = await Remembering.load(memory);
    expect(first.now).toEqual({ asked: {} });
    await first.set({ conversation: "c", turn: { id: "trn_1", phase: "pasting", offset: 7 } });
    for (let i = 0; i < 10; i++) await first.keepAsked(`k${i}`, "x".repeat(10_000));
    const second = await Remembering.load(memory);
    expect(second.now).toMatchObject({ conversation: "c", turn: { phase: "pasting", offset: 7 } });
    expect(Object.keys(second.now.asked).at(-1)).toBe("k9");
    expect(JSON.stringify(stored).length).toBeLessThan(64 * 1024);
    await second.set({ turn: undefined });
    expect((await Remembering.load(memory)).now.turn).toBeUndefined();
  });
});

describe("looking at a terminal", () => {
  verifies(["C-9.1-7", "C-5.1-10"], "comes soon after output, then after each interval, and the last one repeats", async () => {
    const clock = fakeClock(0);
    const at: number[] = [];
    using looks = new Looks(clock, [1_000, 2_000, 5_000], {
      look: async () => void at.push(clock.now()),
      wantsAnother: () => true,
      failed: () => {},
    });
    looks.wake();
    looks.wake();
    await clock.advance(20_000);
    expect(at).toEqual([30, 1_030, 3_030, 8_030, 13_030, 18_030]);
    looks[Symbol.dispose]();
    await clock.advance(20_000);
    expect([at.length, clock.pending]).toEqual([6, 0]);
  });
});

describe("a menu that was read off a screen", () => {
  const menu = {
    prompt: "Do you want to proceed?\n❯ 1. Yes\n  2. No",
    options: [
      { label: "Yes", keys: ["1"], grants: "allow" as const },
      { label: "No", keys: ["2"], grants: "deny" as const },
    ],
  };
  const place = { turn: "trn_1", cli: "Claude Code", session: "work", language: "en" as const };

  verifies("C-5.1-11", "is a guessed question with its text in a code block, the same wherever its pointer stands", () => {
    const ask = menuAsk(menu, place);
    expect(ask).toMatchObject({
      kind: "permission",
      guessed: true,
      options: [
        { id: "o1", grants: "allow" },
        { id: "o2", grants: "deny" },
      ],
    });
    expect(ask.prompt).toMatch(/^```\nDo you want to proceed\?[\s\S]*\n```$/);
    expect(menuKey({ ...menu, prompt: "Do you want to proceed?\n  1. Yes\n❯ 2. No" })).toBe(menuKey(menu));
    expect(menuAsk({ ...menu, options: [] }, place).options.map(({ id }) => id)).toEqual(["stop"]);
  });
});

describe("the settings of a CLI", () => {
  verifies("C-9.1-20", "look at 3 lines of a screen, of Gemini CLI and Qwen Code at 5, unless they say otherwise", () => {
    const linesOf = (cli: string): number => cliSettingsOf({}, cli).interactive.checkLines;
    expect(Object.fromEntries(["claude", "codex", "gemini", "qwen"].map((cli) => [cli, linesOf(cli)]))).toEqual({ claude: 3, codex: 3, gemini: 5, qwen: 5 });
    const given = { gemini: { interactive: { enabled: true, check_lines: 9, patterns: [] } } };
    expect(cliSettingsOf(given, "gemini").interactive.checkLines).toBe(9);
  });
});

describe("names and pictures", () => {
  it("gives tmux a name that it takes, and draws the screen", () => {
    expect(tmuxName("a.b:c")).toBe("a_b_c");
    const svg = screenSvg({ columns: 4, rows: 2, lines: [[{ text: "<你" }], [{ text: "b", color: "#ff0000", inverse: true }]] });
    expect(svg).toContain("&lt;你");
    expect(svg).toMatch(/^<svg [^>]*height="52"/);
    expect(svg).toContain('fill="#ff0000"');
  });
});
