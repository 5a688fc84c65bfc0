import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { type StoredLine, storedChars } from "./stored-line.ts";
import { batchChars, messageChars, printed, shorten } from "./shorten.ts";

const line = (n: number, text: string, more: Partial<StoredLine> = {}): StoredLine => ({ n, at: n * 60_000, nick: "bob", kind: "message", text, ...more });
const marker = "[...TRUNCATED...]";

describe("one message", () => {
  verifies("IRC-TRUNC-1", "is cut at 512 characters, no character torn, and the batch says so", () => {
    expect(messageChars).toBe(512);
    const whole = shorten([line(1, "x".repeat(512))], "summary");
    expect([whole.lines[0]?.text.length, whole.truncated]).toEqual([512, false]);
    const cut = shorten([line(1, `${"x".repeat(510)}🙂y`)], "summary");
    expect([cut.lines[0]?.text, cut.truncated, cut.count]).toEqual([`${"x".repeat(510)}…`, true, 1]);
    expect(shorten([line(1, "x".repeat(2_000))], "full")).toMatchObject({ truncated: false, lines: [{ text: "x".repeat(2_000) }] });
  });

  it("is shown without formatting, with everything else that hides made visible", () => {
    const texts = ["\u0002bold\u0002 \u000304,01red\u0003 \u001ditalic", "a\u202eb\u0007c\u200bd", "  many   spaces\t"];
    expect(texts.map((text) => shorten([line(1, text)], "summary").lines[0]?.text)).toEqual([
      "bold red italic",
      "a⟨U+202E⟩b⟨U+0007⟩c⟨U+200B⟩d",
      " many spaces ",
    ]);
    expect(shorten([line(1, "\u0002bold", { nick: "b\u202eob" })], "full").lines[0]).toMatchObject({ text: "⟨U+0002⟩bold", nick: "b⟨U+202E⟩ob" });
    expect(shorten([line(1, "waves", { kind: "action" })], "summary").lines[0]?.text).toBe("* waves");
  });
});

describe("a batch", () => {
  verifies(["IRC-TRUNC-2", "IRC-TRUNC-3"], "past 8,000 characters is its head, the marker and its tail", () => {
    expect(batchChars).toBe(8_000);
    const lines = Array.from({ length: 30 }, (_, i) => line(i + 1, "x".repeat(400)));
    const { lines: shown, count, leftOut, truncated } = shorten(lines, "summary");
    const at = shown.findIndex(({ text }) => text === marker);
    expect(truncated).toBe(true);
    expect(shown[at]).toEqual({ id: "", ts: new Date((at + 1) * 60_000).toISOString(), nick: "", text: marker });
    const ids = shown.filter((_, i) => i !== at).map(({ id }) => Number(id));
    expect(ids).toEqual([...lines.slice(0, at), ...lines.slice(30 - (shown.length - at - 1))].map(({ n }) => n));
    expect([count + leftOut, shown.length]).toEqual([30, count + 1]);
    expect(Math.abs(at - (count - at))).toBeLessThanOrEqual(1);
  });

  it("is never longer than that as it is printed, begins with the first and ends with the last", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: "binary", maxLength: 2_048 }), fc.string({ maxLength: 64 })), { minLength: 1, maxLength: 60 }),
        fc.constantFrom("summary", "full"),
        (all, format) => {
          const lines = all.map(([text, nick], i) => line(i + 1, text, { nick: `n${nick}` }));
          const { lines: shown, count, leftOut, truncated } = shorten(lines, format);
          expect(shown.map(printed).join("\n").length).toBeLessThanOrEqual(batchChars);
          expect([shown[0]?.id, shown.at(-1)?.id]).toEqual(["1", String(lines.length)]);
          expect(count + leftOut).toBe(lines.length);
          expect(shown.length).toBe(count + (leftOut > 0 ? 1 : 0));
          expect(truncated || leftOut === 0).toBe(true);
          expect(JSON.stringify(shown)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          const most = format === "summary" ? messageChars : storedChars;
          expect(Math.max(...shown.map(({ text }) => text.length))).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: 15 },
    );
  });
});
