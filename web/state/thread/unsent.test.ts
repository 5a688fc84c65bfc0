import { describe, expect, it } from "vitest";
import { readUnsent } from "./unsent.ts";

const one = { key: "k", thread: "t", content: "words", at: 1, afterSeq: 2 };

describe("what was kept until the hub has it", () => {
  it("comes back with the session and the line that it answers", () => {
    const whole = { ...one, session: "ses_1", reply: { id: "m1", thread: "t", seq: 1, author: "per_lin", name: "Lin", text: "hm" } };
    expect(readUnsent(JSON.stringify(whole))).toEqual(whole);
  });

  it("loses only what cannot be read", () => {
    expect(readUnsent(JSON.stringify({ ...one, reply: { id: 1 } }))).toEqual(one);
    expect(readUnsent('{"key":"k"}')).toBeUndefined();
    expect(readUnsent("{")).toBeUndefined();
  });
});
