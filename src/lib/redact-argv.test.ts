import { describe, expect, it } from "vitest";
import { redactArgv, redactKnown } from "./redact-argv.ts";

describe("a command that is shown", () => {
  it("hides what follows an option that names a secret, and secrets that are known", () => {
    expect(
      redactArgv(
        ["agent", "--token", "abc", "--api-key=xyz", "--thread", "thr_1", "--bus", "http://u:p@h/x?token=q", "pre-s3cret-value-post"],
        ["s3cret-value"],
      ),
    ).toEqual(["agent", "--token", "[secret]", "--api-key=[secret]", "--thread", "thr_1", "--bus", "http://[secret]@h/x?token=[secret]", "pre-[secret]-post"]);
  });

  it("leaves an option that follows another alone, and very short values", () => {
    expect(redactArgv(["a", "--token", "--flag", "x1"], ["x1"])).toEqual(["a", "--token", "--flag", "x1"]);
    expect(redactKnown("Authorization: Bearer abcdef", [])).not.toContain("abcdef");
  });
});
