import { describe, expect, it } from "vitest";
import { hiddenIn, redactArgv, redactKnown, redactLine } from "./redact-argv.ts";

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
    expect(hiddenIn(["agent", "--token", "abc", "--api-key=x.y*z", "thr_1", "http://u:p@h/x?token=q", "plain", "Bearer abcdef and token=klm"])).toEqual([
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
  ];
  for (const [line, clean] of hidden) expect(redactLine(line)).toBe(clean);
});
