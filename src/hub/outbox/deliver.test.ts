import { expect, it } from "vitest";
import type { Channel, Sent } from "#domain/channel";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import { openSqliteStore } from "#store/sqlite/store";
import { fakeClock } from "#test/fakes/clock";
import { createChatCalls } from "./chat-calls.ts";
import { createDeliver } from "./deliver.ts";
import { createPacer } from "./pacer.ts";

const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => log };
const pace = { perAddressMs: 0, overallMs: 0, draftMs: 0, hintMs: 0 };

it("an unknown outcome is tried again where the channel dedupes, until the platform has forgotten the key", async () => {
  const clock = fakeClock();
  const newId: NewId = (kind) => `${kind}_1` as never;
  await using store = await openSqliteStore({ path: ":memory:", newId, now: () => clock.now() });
  const outcomes: Sent[] = [
    { ok: false, why: "unknown", reason: "cut" },
    { ok: false, why: "unknown", reason: "too long ago", keyExpired: true },
  ];
  const keys: string[] = [];
  const channel: Channel = {
    id: "c",
    can: { edit: false, buttons: false, fileBytes: 0, dedupes: true, final: "fresh", pace },
    start: async () => {},
    render: () => [{ body: "text" }],
    post: async (_to, _piece, { key }) => {
      keys.push(key);
      return outcomes[keys.length - 1] ?? { ok: true, receipt: "m1" };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const parts = {
    calls: createChatCalls(clock, createPacer(clock)),
    drafts: { settled: async () => {} },
    links: { isUp: () => true, whenUp: async () => {}, since: () => 0 },
    wakes: { on: () => () => undefined },
  };
  const settings = { language: "en" } as never;
  await using deliver = createDeliver({ store, clock, log, settings, channels: new Map([["c", channel]]) }, parts);
  const body = { kind: "note", parts: [{ kind: "text", markdown: "hello" }] } as const;
  await store.accept({ at: clock.now(), deliveries: [{ id: "out_9", to: { channel: "c", room: "r" }, body }] });
  deliver.wake();
  await clock.until(() => keys.length === 2);
  await clock.advance(60 * 60_000);
  expect(keys).toEqual(["out_9.0", "out_9.0"]);
  expect(await store.delivery("out_9")).toMatchObject({ state: "unknown", reason: "too long ago" });
});
