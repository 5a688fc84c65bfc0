import { describe, expect, it } from "vitest";
import { noticeKinds } from "#domain/person-settings";
import { wantsNotice } from "./notice.ts";

const noon = Date.parse("2026-03-04T12:00:00Z");
const inThread = { thread: "thr_1" } as const;

describe("what somebody is notified of", () => {
  it("is everything as long as they set nothing", () => {
    expect(noticeKinds.filter((kind) => wantsNotice({}, { kind, ...inThread }, noon))).toEqual([...noticeKinds]);
  });

  it("leaves out the kinds that they turned off, and no others", () => {
    const settings = { notices: { finished: false, mention: true } };
    expect(noticeKinds.filter((kind) => wantsNotice(settings, { kind, ...inThread }, noon))).toEqual(["question", "mention", "failed"]);
  });

  it("leaves out muted threads, and no others", () => {
    const settings = { muted: ["thr_1"] } as const;
    expect([wantsNotice(settings, { kind: "question", thread: "thr_1" }, noon), wantsNotice(settings, { kind: "question", thread: "thr_2" }, noon)]).toEqual([
      false,
      true,
    ]);
  });

  it("is nothing in quiet hours", () => {
    const quiet = { from: 11 * 60, to: 13 * 60, timeZone: "UTC" };
    const wants = (at: number): boolean => wantsNotice({ quiet }, { kind: "question", ...inThread }, at);
    expect([wants(noon), wants(noon + 60 * 60_000)]).toEqual([false, true]);
  });
});
