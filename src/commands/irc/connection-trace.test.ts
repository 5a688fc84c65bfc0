import { describe, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { createTrace } from "./connection-trace.ts";
import { ircFaultTexts } from "#wire/irc/texts";

describe("the trace of a line", () => {
  it("has the login and the reasons, and neither conversations nor signs of life", () => {
    const trace = createTrace();
    const lines: readonly (readonly ["in" | "out", string])[] = [
      ["out", "NICK lemonbot"],
      ["in", ":irc.test 001 lemonbot :Welcome\u001b[2J"],
      ["out", "PRIVMSG NickServ :IDENTIFY [secret]"],
      ["in", ":NickServ!s@services NOTICE lemonbot :Password accepted"],
      ["out", "PRIVMSG #lemon :a word among us"],
      ["in", ":bob!b@host PRIVMSG #lemon :a word among us"],
      ["in", "@time=x :bob!b@host PRIVMSG lemonbot :a word among us"],
      ["in", "PING :irc.test"],
      ["out", "PONG :irc.test"],
      ["in", ":bob!b@host JOIN #lemon"],
    ];
    for (const [direction, line] of lines) trace.passed({ at: 0, direction, line });
    trace.came({ kind: "error", fault: { code: "LinkLost", text: ircFaultTexts.ircFaultClosed, values: { words: "" } } }, 1_000);
    expect(trace.lines()).toEqual([
      "1970-01-01T00:00:00.000Z > NICK lemonbot",
      "1970-01-01T00:00:00.000Z < :irc.test 001 lemonbot :Welcome⟨U+001B⟩[2J",
      "1970-01-01T00:00:00.000Z > PRIVMSG NickServ :IDENTIFY [secret]",
      "1970-01-01T00:00:00.000Z < :NickServ!s@services NOTICE lemonbot :Password accepted",
      "1970-01-01T00:00:00.000Z < :bob!b@host JOIN #lemon",
      `1970-01-01T00:00:01.000Z = error LinkLost: ${say("en", ircFaultTexts.ircFaultClosed, { words: say("en", ircFaultTexts.ircFaultNoReason) })}`,
    ]);
  });

  it("is bounded", () => {
    const trace = createTrace();
    for (let i = 0; i < 2_000; i++) trace.passed({ at: 0, direction: "in", line: `:irc.test 372 ${i} ${"x".repeat(2_000)}` });
    expect(trace.lines()).toHaveLength(500);
    expect(trace.lines().at(-1)).toContain("372 1999");
    expect(Math.max(...trace.lines().map(({ length }) => length))).toBeLessThan(700);
  });
});
