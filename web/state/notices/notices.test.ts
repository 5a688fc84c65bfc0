import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { NoticeWire } from "#protocol/personal";
import { openNotices } from "./notices.ts";

function opened() {
  const now = signal(0);
  const thread = signal<string | null>("thr_here");
  const resolved = signal<readonly string[]>([]);
  const browser = { isVisible: true, mayNotify: true, isPushOn: false, isBroken: false };
  const told: string[] = [];
  const notices = openNotices({
    now,
    isVisible: () => browser.isVisible,
    onPage: () => ({ thread: thread.value, isInbox: false }),
    isResolved: (question) => resolved.value.includes(question),
    browser: {
      mayNotify: () => browser.mayNotify,
      isPushOn: async () => browser.isPushOn,
      show: async ({ tag }) => {
        if (browser.isBroken) throw new Error("not shown");
        told.push(tag);
      },
    },
  });
  const pass = (seconds: number): void => {
    for (let n = 0; n < seconds; n++) now.value += 1_000;
  };
  const tags = (): readonly string[] => notices.shown.value.map(({ tag }) => tag);
  return { notices, thread, resolved, browser, told, pass, tags };
}

const notice = (tag: string, some: Partial<NoticeWire> = {}): NoticeWire => ({
  kind: "finished",
  thread: "thr_1",
  topic: "topic",
  question: null,
  who: "demo",
  text: "done",
  tag,
  choices: [],
  ...some,
});

describe("notices on the page", () => {
  it("are the newest three, each tag once", async () => {
    const { notices, tags } = opened();
    for (const tag of ["a", "b", "c", "b", "d"]) await notices.take(notice(tag));
    expect(tags()).toEqual(["d", "b", "c"]);
    notices.dismiss("b");
    expect(tags()).toEqual(["d", "c"]);
  });

  it("go when their thread is opened or their question is answered, and do not come back", async () => {
    const { notices, thread, resolved, tags } = opened();
    await notices.take(notice("a"));
    await notices.take(notice("b", { kind: "question", thread: "thr_2", question: "que_1" }));
    thread.value = "thr_1";
    expect(tags()).toEqual(["b"]);
    thread.value = "thr_here";
    resolved.value = ["que_1"];
    expect(tags()).toEqual([]);
  });

  it("go after a while, but not while the tab is hidden or somebody points at them", async () => {
    const { notices, browser, pass, tags } = opened();
    await notices.take(notice("a"));
    browser.isVisible = false;
    pass(60);
    browser.isVisible = true;
    notices.hold(true);
    pass(60);
    expect(tags()).toEqual(["a"]);
    notices.hold(false);
    pass(60);
    expect(tags()).toEqual([]);
  });

  it("are the browser's while the tab is hidden, and stay on the page if it does not show them", async () => {
    const { notices, browser, told, tags } = opened();
    browser.isVisible = false;
    await notices.take(notice("a"));
    browser.isBroken = true;
    await notices.take(notice("b"));
    browser.isPushOn = true;
    await notices.take(notice("c"));
    expect([told, tags()]).toEqual([["a"], ["b"]]);
  });
});
