import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineWords } from "#lib/text/line-words";
import { secretsInArgv, redactArgv, redactKnown, redactLine, secretsInLine } from "./redact-argv.ts";

describe("a command that is shown", () => {
  it("hides what follows an option that names a secret, and secrets that are known", () => {
    expect(
      redactArgv(
        ["agent", "--token", "abc", "--api-key=xyz", "--thread", "thr_1", "--bus", "http://u:p@h/x?token=q", "pre-s3cret-value-post"],
        ["s3cret-value"],
      ),
    ).toEqual(["agent", "--token", "[secret]", "--api-key=[secret]", "--thread", "thr_1", "--bus", "http://[secret]@h/x?token=[secret]", "pre-[secret]-post"]);
  });

  it("tells what it hid, so that it can be hidden elsewhere too", () => {
    expect(secretsInArgv(["agent", "--token", "abc", "--api-key=x.y*z", "thr_1", "http://u:p@h/x?token=q", "plain", "Bearer abcdef and token=klm"])).toEqual([
      "abc",
      "x.y*z",
      "u:p",
      "q",
      "abcdef",
      "klm",
    ]);
    expect(redactKnown("abcdefgh abcdef", ["abcdef", "abcdefgh"])).toBe("[secret] [secret]");
  });

  it("leaves an option that follows another alone, and very short values", () => {
    expect(redactArgv(["a", "--token", "--flag", "x1"], ["x1"])).toEqual(["a", "--token", "--flag", "x1"]);
    expect(redactKnown("Authorization: Bearer abcdef", [])).not.toContain("abcdef");
  });
});

it("hides what follows an option that names a secret, wherever it stands in a line", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["irc send --password hunter22 --text hi", "irc send --password [secret] --text hi"],
    ["irc --text --password hunter22", "irc --text --password [secret]"],
    ["irc --a --b --channel-key=hunter22 x", "irc --a --b --channel-key=[secret] x"],
    ['irc --secret.value "hunter22 \\" more" --to x', "irc --secret.value [secret] --to x"],
    ["irc --token -hunter22", "irc --token [secret]"],
    ["irc -password   hunter22", "irc -password   [secret]"],
    ["--nickservPass hunter22", "--nickservPass [secret]"],
    ["irc send --text hi --to #lemon", "irc send --text hi --to #lemon"],
    ["irc --password", "irc --password"],
    ['hello "--token" hunter22', 'hello "--token" [secret]'],
    ["hello --tok\\en hunter22", "hello --tok\\en [secret]"],
    ['hello --ke"y" hunter22', 'hello --ke"y" [secret]'],
    ["hello --token x\\ hunter22", "hello --token [secret]"],
    ['hello --token x"y hunter22 "z', "hello --token [secret]"],
    ['hello --token=x" hunter22"', "hello --token=[secret]"],
    ["hello --token= hunter22", "hello --token= [secret]"],
    ["hello --token　hunter22", "hello --token　[secret]"],
    ["hello --token\u2003hunter22", "hello --token[secret]"],
    ["hello --token\nhunter22", "hello --token[secret]"],
    ["hello —token hunter22", "hello —token [secret]"],
    ['hello --token "hunter22 and all that follows', "hello --token [secret]"],
    ['hello "--token hunter22', "hello --token[secret]"],
    ["hello --token --password hunter22", "hello --token [secret] [secret]"],
    ["hello --password -token-hunter22 x", "hello --password [secret] [secret]"],
    ["hello; echo --auth hunter22 | x --bearer=hunter22", "hello; echo --auth [secret] | x --bearer=[secret]"],
  ];
  for (const [line, clean] of hidden) expect(redactLine(line)).toBe(clean);
});

/** Ways to write a word that all mean the same to the parser. */
function written(text: string, seed: readonly number[]): string {
  const bare = /[\s\u3000\u00a0"\\;|&><`$]/;
  return Array.from(text, (char, i) => {
    const way = seed[i % seed.length] ?? 0;
    if (char === '"' || char === "\\") return way % 2 === 0 ? `\\${char}` : `"\\${char}"`;
    if (way % 3 === 0 && !bare.test(char)) return char;
    return way % 3 === 1 ? `\\${char}` : `"${char}"`;
  }).join("");
}

it("hides the secret however option and value are quoted", () => {
  const seeds = fc.array(fc.nat(11), { minLength: 1, maxLength: 9 });
  const secret = fc.stringMatching(/^S[ -~]{0,12}S$/).map((inner) => `zq${inner}qz`);
  const flag = fc.constantFrom("--token", "--api-key", "--auth", "--bearer", "-password", "--Channel.Key");
  const before = fc.constantFrom("hello", 'echo --text "a b"', "irc send --to #x");
  const gap = fc.constantFrom(" ", "=", "= ", "\u3000 ");
  fc.assert(
    fc.property(fc.record({ head: before, name: flag, value: secret, between: gap, one: seeds, two: seeds }), ({ head, name, value, between, one, two }) => {
      const typed = written(value, two);
      const line = `${head} ${written(name, one)}${between}${typed} --last x`;
      const words = lineWords(line);
      expect(words.fault).toBeUndefined();
      // The parser understands the value, so the test is about what it says it is.
      expect(words.words.some(({ text }) => text === value || text === `${name}=${value}`)).toBe(true);
      expect(secretsInLine(line)).toContain(value);
      const clean = redactLine(line);
      expect(clean).not.toContain(typed);
      expect(clean).not.toContain("zq");
      expect(clean.endsWith("--last x")).toBe(true);
    }),
  );
});
