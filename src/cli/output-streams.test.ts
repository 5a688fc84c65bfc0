import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createVoice } from "./output-streams.ts";

/** A stream that takes so many lines and then fails with the code. */
function stream(lines: number, code: string): { target: Writable; taken: string[] } {
  const taken: string[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (taken.length >= lines) return done(Object.assign(new Error(code), { code }));
      taken.push(chunk.toString());
      return done();
    },
  });
  return { target, taken };
}

describe("the program's voice", () => {
  it.each([
    ["EPIPE", 0],
    ["EIO", 1],
    ["ENOSPC", 1],
  ])("drops what nobody takes after %s, and throws nothing", async (code, times) => {
    const [out, err] = [stream(1, code), stream(1, code)];
    let lost = 0;
    const voice = createVoice(out.target, err.target, () => (lost += 1));
    for (const line of ["one", "two", "three"]) {
      voice.out(line);
      voice.err(line);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([out.taken, err.taken, lost]).toEqual([["one\n"], ["one\n"], times]);
  });
});
