import { describe, expect, it } from "vitest";
import { TailBytes } from "./tail-bytes.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("the newest bytes", () => {
  it("are all of them while they fit", () => {
    const tail = new TailBytes(8);
    tail.push(bytes("abc"));
    tail.push(bytes("def"));
    expect([tail.text(), tail.dropped]).toEqual(["abcdef", 0]);
  });

  it("are the last ones of many small chunks and of one large one, and the rest is counted", () => {
    const small = new TailBytes(4);
    for (const letter of "abcdefghijklmnop") small.push(bytes(letter));
    expect([small.text(), small.dropped]).toEqual(["mnop", 12]);
    const large = new TailBytes(4);
    large.push(bytes("abcdefghijklmnop"));
    expect([large.text(), large.dropped]).toEqual(["mnop", 12]);
  });

  it("begin with a whole character", () => {
    const tail = new TailBytes(4);
    tail.push(bytes("好好"));
    expect(tail.text()).toBe("好");
  });
});
