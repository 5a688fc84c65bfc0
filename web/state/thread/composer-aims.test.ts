import { describe, expect, it } from "vitest";
import { blankMessage } from "#test/fakes/page-scenario";
import { openComposerAims } from "./composer-aims.ts";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { quoteOf } from "./quote.ts";

const line = (seq: number) => ({ ...blankMessage, id: `m${seq}`, thread_id: "t", seq, rev: seq, created_at: "", author_name: "Lin" });

function keeper(kept: Map<string, string> = new Map()): BrowserStorage & { readonly kept: Map<string, string> } {
  return {
    kept,
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    names: (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
  };
}

describe("what the composer is for", () => {
  it("is a reply that stays with its thread over a reload, until it is sent or cancelled", () => {
    const keep = keeper();
    openComposerAims(keep).answer(quoteOf(line(3), "one\ntwo"));
    const again = openComposerAims(keep);
    expect(again.reply("t")).toEqual({ id: "m3", thread: "t", seq: 3, author: "hub", name: "Lin", text: "one two" });
    expect(again.reply("other")).toBeUndefined();
    again.dropReply("t");
    expect([again.reply("t"), keep.kept.size]).toEqual([undefined, 0]);
  });

  it("is an edit first, and the reply again when the edit is over", () => {
    const aims = openComposerAims(keeper());
    aims.answer(quoteOf(line(3), "theirs"));
    aims.edit({ quote: quoteOf(line(4), "mine"), text: "mine" });
    expect(aims.editing("t")?.text).toBe("mine");
    aims.dropEdit("t");
    expect([aims.editing("t"), aims.reply("t")?.seq]).toEqual([undefined, 3]);
  });

  it("is the reply when one is chosen during an edit", () => {
    const aims = openComposerAims(keeper());
    aims.edit({ quote: quoteOf(line(4), "mine"), text: "mine" });
    aims.answer(quoteOf(line(3), "theirs"));
    expect([aims.editing("t"), aims.reply("t")?.seq]).toEqual([undefined, 3]);
  });

  it("is nothing where what was kept cannot be read", () => {
    const kept = new Map([
      ["parley.reply.t", "{"],
      ["parley.reply.u", '{"id":7}'],
    ]);
    const aims = openComposerAims(keeper(kept));
    expect([aims.reply("t"), aims.reply("u")]).toEqual([undefined, undefined]);
  });
});
