import { describe, expect, it } from "vitest";
import { addressOf, panelHref, threadHref, viewHref } from "./address.ts";

describe("what the address says", () => {
  it.each([
    ["#claim=s3cret", { kind: "claim", secret: "s3cret" }],
    ["#login=s3cret", { kind: "login", secret: "s3cret" }],
    ["#thread=thr_1&line=411", { kind: "thread", thread: "thr_1", line: 411, isPanelOpen: false }],
    ["#thread=thr_1&line=-3", { kind: "thread", thread: "thr_1", line: null, isPanelOpen: false }],
    ["#thread=thr_1&panel", { kind: "thread", thread: "thr_1", line: null, isPanelOpen: true }],
    ["#list", { kind: "list", isPanelOpen: false }],
    ["#list&panel", { kind: "list", isPanelOpen: true }],
    ["#questions", { kind: "view", view: "questions", part: null }],
    ["#settings=people", { kind: "view", view: "settings", part: "people" }],
    ["#login=", { kind: "nowhere" }],
    ["", { kind: "nowhere" }],
  ])("reads %s", (hash, address) => expect(addressOf(hash)).toEqual(address));

  it("reads back what it writes", () => {
    expect(addressOf(threadHref("thr_a&b=c", 7))).toEqual({ kind: "thread", thread: "thr_a&b=c", line: 7, isPanelOpen: false });
    expect(addressOf(panelHref("thr_a&b=c"))).toMatchObject({ thread: "thr_a&b=c", isPanelOpen: true });
    expect(addressOf(panelHref(null))).toEqual({ kind: "list", isPanelOpen: true });
    expect(addressOf(viewHref("questions", "que_a&b"))).toEqual({ kind: "view", view: "questions", part: "que_a&b" });
    expect(addressOf(viewHref("agents"))).toEqual({ kind: "view", view: "agents", part: null });
  });
});
