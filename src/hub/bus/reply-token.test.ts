import { describe, expect, it } from "vitest";
import { createReplyTokens } from "./reply-token.ts";

const key = Buffer.alloc(32, 1);
const at = 1_700_000_000_000;
const tokens = createReplyTokens(key, () => at);

describe("a reply token", () => {
  it("says who it was issued to, for which thread, after which line, and until when", () => {
    const { token, expiresAt } = tokens.issue("agt_a", "thr_a", 7);
    expect(tokens.read(token)).toEqual({ who: "agt_a", thread: "thr_a", seq: 7, expiresAt });
    expect(expiresAt).toBe(at + 3_600_000);
  });

  it("is read by whoever has the key, and by nobody else", () => {
    const { token } = tokens.issue("agt_a", "thr_a", 7);
    expect(createReplyTokens(key, () => at).read(token)).toBeDefined();
    expect(createReplyTokens(Buffer.alloc(32, 2), () => at).read(token)).toBeUndefined();
  });

  it("is worth nothing when a single character of it was changed", () => {
    const { token } = tokens.issue("agt_a", "thr_a", 7);
    for (let place = 0; place < token.length; place++) {
      const changed = `${token.slice(0, place)}${token[place] === "A" ? "B" : "A"}${token.slice(place + 1)}`;
      expect(tokens.read(changed)).toBeUndefined();
    }
  });

  it("is worth nothing with another claim under the old signature", () => {
    const { token } = tokens.issue("agt_a", "thr_a", 7);
    const body = Buffer.from(JSON.stringify(["agt_a", "thr_a", 9, at + 3_600_000, "x"])).toString("base64url");
    expect(tokens.read(`${body}.${token.split(".")[1] ?? ""}`)).toBeUndefined();
  });

  it("cannot be made to look unused by what is added to it", () => {
    const { token } = tokens.issue("agt_a", "thr_a", 7);
    for (const more of ["=", " ", "\n", ".", "!"]) {
      const padded = `${token}${more}`;
      expect(tokens.read(padded)).toBeUndefined();
      expect(tokens.hash(padded)).toBe(tokens.hash(token));
    }
  });

  it("is another one each time, so that using one does not use up the next", () => {
    expect(tokens.hash(tokens.issue("agt_a", "thr_a", 7).token)).not.toBe(tokens.hash(tokens.issue("agt_a", "thr_a", 7).token));
  });

  it("reads nothing out of what is no token at all", () => {
    for (const text of ["", ".", "a.b", "x".repeat(100_000), "null", "[]"]) expect(tokens.read(text)).toBeUndefined();
  });
});
