import { describe, expect, it } from "vitest";
import { blankMessage } from "#test/fakes/page-scenario";
import { continues } from "./continues.ts";
import type { SaidRow } from "./rows.ts";

const said = (minute: number, some: Partial<SaidRow["message"]> = {}, replyTo: string | null = null): SaidRow => ({
  kind: "said",
  key: "k",
  message: {
    ...blankMessage,
    id: "m",
    thread_id: "t",
    seq: 1,
    rev: 1,
    author_id: "per_lin",
    author_name: "Lin",
    author_kind: "person",
    surface: "page",
    created_at: new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString(),
    ...some,
  },
  text: "x",
  edits: 0,
  reactions: [],
  replyTo,
  reply: null,
  replyText: "",
  questions: [],
});

describe("consecutive lines", () => {
  it("of one author in one place belong together", () => expect(continues(said(0), said(4))).toBe(true));

  it.each([
    ["after a while", said(6)],
    ["of somebody else", said(1, { author_id: "per_ana" })],
    ["of somebody who goes by another name", said(1, { author_name: "Mara" })],
    ["from another place", said(1, { surface: "chat:irc" })],
    ["that answer another", said(1, {}, "msg_1")],
    ["that are urgent", said(1, { priority: "urgent" })],
    ["of an outsider, whose origin stands with every line", said(1, { author_kind: "outside" })],
    ["of the hub", said(1, { author_kind: "hub" })],
  ])("stand apart %s", (_what, row) => expect(continues(said(0, { author_kind: row.message.author_kind }), row)).toBe(false));

  it("has none before the first", () => expect(continues(undefined, said(0))).toBe(false));
});
