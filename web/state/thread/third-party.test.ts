import { expect, it } from "vitest";
import { blankMessage } from "#test/fakes/page-scenario";
import { quoteOf } from "./quote.ts";
import { originOf } from "./third-party.ts";

it("tells a third party's words by their mark, whatever of the origin is missing", () => {
  const outside = { author_kind: "outside" } as const;
  expect(originOf({ ...outside, metadata: null })).toBeNull();
  expect(originOf({ ...outside, metadata: { event: "invited" } })).toBeNull();
  const mark = { third_party: { platform: "irc", room: "#x", name: "kestrel" } };
  expect(originOf({ ...outside, metadata: mark })).toEqual({ platform: "irc", room: "#x", name: "kestrel" });
  expect(originOf({ ...outside, metadata: { third_party: true } })).toEqual({ platform: "", room: "", name: "" });
});

it("takes nobody for a third party who only says so", () => {
  const metadata = { third_party: { platform: "irc", room: "#x", name: "Olga" } };
  for (const kind of ["agent", "person", "hub"] as const) expect(originOf({ author_kind: kind, metadata })).toBeNull();
});

it("repeats nothing of a third party's words where somebody answers them", () => {
  const message = { ...blankMessage, id: "m1", thread_id: "t", seq: 7, rev: 7, created_at: "", author_name: "shrike", content: "hi" };
  expect(quoteOf({ ...message, author_kind: "outside", metadata: { third_party: { platform: "irc", room: "#x", name: "shrike" } } }, "hi")).toEqual({
    id: "m1",
    thread: "t",
    author: message.author_id,
    seq: 7,
    name: "irc",
    text: "",
  });
});
