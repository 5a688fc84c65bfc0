import { expect, it } from "vitest";
import { redactTruncated } from "./redact-truncated.ts";

const secret = "first-half\nsecond-half";

it("shows nothing of a known secret, wherever the cut fell", () => {
  const whole = `${secret}x\nlast ${secret} line\n`;
  for (let cut = 1; cut < secret.length; cut++) {
    const shown = redactTruncated(whole.slice(cut), ["unrelated", secret]);
    expect(shown).toBe("last [secret] line\n");
  }
});

it("drops what may be the rest of something that looks like a secret", () => {
  expect(redactTruncated("abcdef0123\nnext line\n", [])).toBe("next line\n");
  for (const start of [`"abcdef0123", `, " abcdef0123 ", '": "abcdef0123"}'])
    expect(redactTruncated(`${start}${"words ".repeat(1_000)}`, [])).not.toContain("abcdef0123");
});
