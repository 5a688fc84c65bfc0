import { expect, it } from "vitest";
import { blankMessage } from "#test/fakes/page-scenario";
import { quoteOf } from "./quote.ts";
import { originOf } from "./third-party.ts";

it("tells a third party's words by their mark, whatever of the origin is missing", () => {
  expect(originOf({ metadata: null })).toBeNull();
  expect(originOf({ metadata: { event: "invited" } })).toBeNull();
  expect(originOf({ metadata: { third_party: { platform: "irc", room: "#x", name: "kestrel" } } })).toEqual({ platform: "irc", room: "#x", name: "kestrel" });
  expect(originOf({ metadata: { third_party: true } })).toEqual({ platform: "", room: "", name: "" });
});

it("repeats nothing of a third party's words where somebody answers them", () => {
  const message = { ...blankMessage, id: "m1", thread_id: "t", seq: 7, rev: 7, created_at: "", author_name: "shrike", content: "hi" };
  expect(quoteOf({ ...message, metadata: { third_party: { platform: "irc", room: "#x", name: "shrike" } } }, "hi")).toEqual({
    id: "m1",
    thread: "t",
    seq: 7,
    name: "irc",
    text: "",
  });
});
