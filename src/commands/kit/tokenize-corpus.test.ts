import { describe, expect, it } from "vitest";
import { parseArgs } from "#commands/kit/args";
import { tokenize } from "#commands/kit/tokenize";
import { ParleyError } from "#domain/errors";
import { verifies } from "#test/verifies";

/** Lines that somebody once tried on a command line that was none, and what they come to here. */
const refused: readonly string[] = [
  "",
  " ",
  "\t\u3000\u00a0",
  "irc send --text hi; rm -rf /",
  "irc send --text hi;rm",
  ";",
  "hello |sh",
  "hello||sh",
  "hello & sh &&",
  "hello > /etc/passwd",
  "hello >> x",
  "hello < /etc/shadow",
  "hello <(id)",
  "hello `id`",
  "hello $(id)",
  'hello "$(id)" $(id)',
  "hello \nid",
  "hello\r\nQUIT :bye",
  "hello\u0000id",
  "hello\u0085id",
  "hello\u2028id",
  "hello\u2029id",
  "hello\u001b[31m",
  "hello\u0007",
  'hello "unclosed',
  'hello "',
  "hello \\",
  'hello "a\\"',
  `hello ${"a".repeat(9_000)}`,
  'hello "a\nb"',
];

const words: readonly (readonly [string, readonly string[]])[] = [
  ["hello", ["hello"]],
  ["  hello  ", ["hello"]],
  ['"hello"', ["hello"]],
  ['he"ll"o', ["hello"]],
  ['hello ""', ["hello", ""]],
  ["hello \\; \\| \\& \\> \\`", ["hello", ";", "|", "&", ">", "`"]],
  ['hello "; | && > < ` $("', ["hello", "; | && > < ` $("]],
  ['hello "a\\"b\\\\c\\d"', ["hello", 'a"b\\c\\d']],
  ["hello 'a b'", ["hello", "'a", "b'"]],
  ["hello * ~ $HOME ${HOME} %PATH% !! #x [a-z] {a,b} ?", ["hello", "*", "~", "$HOME", "${HOME}", "%PATH%", "!!", "#x", "[a-z]", "{a,b}", "?"]],
  ["hello & there", ["hello", "&", "there"]],
  ["发送　--text　你好", ["发送", "--text", "你好"]],
  ["hello 👩‍👩‍👧 é e\u0301", ["hello", "👩‍👩‍👧", "é", "e\u0301"]],
  ["hello \u202eexe.txt", ["hello", "\u202eexe.txt"]],
  ["hello --x=--y", ["hello", "--x=--y"]],
];

describe("the corpus of lines", () => {
  verifies(["TE-GRAM-3", "TE-NG-1"], "holds no line that gets through and should not", () => {
    for (const line of refused) {
      const outcome = attempt(line);
      expect([line.slice(0, 40), outcome instanceof ParleyError ? outcome.code : outcome]).toEqual([line.slice(0, 40), "InvalidCommand"]);
    }
  });

  verifies("TE-GRAM-2", "comes to exactly these words where it is legal", () => {
    for (const [line, expected] of words) expect([line, attempt(line)]).toEqual([line, expected]);
  });

  it("never lets a flag that names a secret through, however it is written", () => {
    const summary = { en: "for a test", "zh-CN": "用于测试" };
    const positionals = ["a", "b"].map((name) => ({ name, summary, optional: true }) as const);
    const spec = { name: "x", flags: { text: { kind: "text", placeholder: "TEXT", summary } }, positionals } as const;
    for (const flag of [
      "--password",
      "--PASSWORD",
      "--irc-password",
      "--channel_key",
      "--apiKey",
      "--token",
      "--nickservPass",
      "--secret.value",
      "-password",
      "--client-secret=x",
    ])
      expect(() => parseArgs(spec, [flag, "x"], { language: "en", prefix: "" })).toThrow(expect.objectContaining({ code: "ForbiddenArg" }) as Error);
  });
});

function attempt(line: string): readonly string[] | unknown {
  try {
    return tokenize(line);
  } catch (cause) {
    return cause;
  }
}
