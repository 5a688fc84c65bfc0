import { describe, expect, it } from "vitest";
import { placeOf, threadHref } from "./place.ts";

describe("what the address says", () => {
  it.each([
    ["#claim=s3cret", { kind: "claim", secret: "s3cret" }],
    ["#login=s3cret", { kind: "login", secret: "s3cret" }],
    ["#thread=thr_1&line=411", { kind: "thread", thread: "thr_1", line: 411 }],
    ["#thread=thr_1&line=-3", { kind: "thread", thread: "thr_1", line: null }],
    ["#login=", { kind: "nowhere" }],
    ["", { kind: "nowhere" }],
  ])("reads %s", (hash, place) => expect(placeOf(hash)).toEqual(place));

  it("reads back what it writes", () => {
    expect(placeOf(threadHref("thr_a&b=c", 7))).toEqual({ kind: "thread", thread: "thr_a&b=c", line: 7 });
  });
});
