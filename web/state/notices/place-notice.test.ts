import { describe, expect, it } from "vitest";
import { type Looking, placeNotice } from "./place-notice.ts";

const elsewhere: Looking = { isVisible: true, thread: "thr_other", isInbox: false, mayNotify: false, isPushOn: false };
const place = (kind: Parameters<typeof placeNotice>[0]["kind"], some: Partial<Looking>) => placeNotice({ kind, thread: "thr_1" }, { ...elsewhere, ...some });

describe("a notice", () => {
  it("is on the page while somebody looks at another thread or at none, whatever the browser may do", () => {
    expect([place("finished", {}), place("mention", { thread: null }), place("failed", { mayNotify: true, isPushOn: true })]).toEqual(["page", "page", "page"]);
  });

  it("is not shown for the thread that somebody looks at, nor for a question while they look at the inbox", () => {
    expect([place("finished", { thread: "thr_1" }), place("question", { isInbox: true, thread: null })]).toEqual(["nowhere", "nowhere"]);
    expect(place("mention", { isInbox: true, thread: null })).toBe("page");
  });

  it("is the browser's while the tab is hidden, also for the thread that is open in it", () => {
    expect([place("mention", { isVisible: false, mayNotify: true }), place("mention", { isVisible: false, mayNotify: true, thread: "thr_1" })]).toEqual([
      "browser",
      "browser",
    ]);
  });

  it("is not shown a second time where the hub notifies the browser itself", () => {
    expect(place("question", { isVisible: false, mayNotify: true, isPushOn: true })).toBe("nowhere");
  });

  it("waits on the page of a hidden tab where the browser may not notify, unless it will be read there anyway", () => {
    expect([place("failed", { isVisible: false }), place("failed", { isVisible: false, thread: "thr_1" })]).toEqual(["page", "nowhere"]);
  });
});
