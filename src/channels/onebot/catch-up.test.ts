import { describe, expect, it } from "vitest";
import { Desk, memoryOf, startWith } from "#test/contracts/channel-world";
import { channelTo } from "#test/fakes/onebot/open-onebot";
import { napCat } from "#test/fakes/onebot/personality";
import { startedOneBot } from "#test/fakes/onebot/started";

const textOf = (event: Desk["events"][number] | undefined) => (event?.what.kind === "said" ? event.what.text : undefined);
const called = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action);

describe("what was said while the link was down", () => {
  it("is found in the histories when it is back, once, and our own words are not", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.group, "before", { mention: true });
    chat.server.say(7, chat.direct, "alone");
    await chat.desk.until(() => chat.desk.events.length === 2);
    await chat.say(chat.group, "our own");
    await chat.server.stop();
    chat.server.say(7, chat.group, "meanwhile", { mention: true });
    chat.server.say(7, chat.direct, "alone, meanwhile");
    await chat.server.listen();
    await chat.desk.until(() => chat.desk.events.length === 4);
    expect(new Set(chat.desk.events.map(textOf))).toEqual(new Set(["alone", "alone, meanwhile", "before", "meanwhile"]));
    expect(new Set(chat.desk.events.map(({ key }) => key)).size).toBe(4);
    expect(chat.desk.events.find((event) => textOf(event) === "meanwhile")).toMatchObject({ addressed: true, from: { room: chat.group } });
  });

  it("is found by the next hub too, which has what the last one remembered", async () => {
    const memory = memoryOf();
    await using chat = await startedOneBot({ memory });
    chat.server.say(7, chat.direct, "one");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.channel[Symbol.asyncDispose]();
    chat.server.say(7, chat.direct, "two");
    await using next = channelTo(chat.server);
    const desk = new Desk();
    await next.start(desk, startWith(chat.signal, memory));
    await desk.until(() => desk.events.length === 1);
    expect(desk.events.map(textOf)).toEqual(["two"]);
    expect(JSON.stringify(await memory.get())).not.toContain(chat.server.token);
  });

  it("is not passed over when the link breaks again before its history was read and something newer was heard", async () => {
    await using chat = await startedOneBot({ timing: { catchUpMs: 50 } });
    chat.server.say(7, chat.direct, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "missed");
    chat.server.fault({ on: ["get_friend_msg_history"], kind: "hang-before" });
    await chat.server.listen();
    await chat.server.waitFor((s) => called(s.calls).includes("get_friend_msg_history"));
    chat.server.say(7, chat.direct, "newer");
    await chat.desk.until(() => chat.desk.events.length === 2);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "newer"]);
    chat.server.cut();
    await chat.desk.until(() => chat.desk.events.length === 3);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "newer", "missed"]);
  });

  it("comes before what is said when it is back", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.direct, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "first");
    await chat.server.listen();
    await chat.server.waitFor((s) => s.connections === 1);
    chat.server.say(7, chat.direct, "second");
    await chat.desk.until(() => chat.desk.events.length === 3);
    expect(chat.desk.events.map(textOf)).toEqual(["before", "first", "second"]);
  });

  it("is found in the history of a room whose first message was being stored when the link broke", async () => {
    await using chat = await startedOneBot();
    const stored = Promise.withResolvers<undefined>();
    chat.desk.keep = () => stored.promise;
    chat.server.say(7, chat.direct, "first");
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "missed");
    await chat.desk.until(() => chat.desk.links.filter(({ state }) => state === "connecting").length > 1);
    stored.resolve(undefined);
    await chat.server.listen();
    await chat.desk.until(() => chat.desk.events.length === 2);
    expect(chat.desk.events.map(textOf)).toEqual(["first", "missed"]);
  });

  it("is looked for again on a connection that lives when a history was not given in time, and the other rooms do not wait for it", async () => {
    await using chat = await startedOneBot({ timing: { callMs: 100 } });
    chat.server.say(7, chat.direct, "before");
    chat.server.say(7, chat.group, "before all", { mention: true });
    await chat.desk.until(() => chat.desk.events.length === 2);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "missed");
    chat.server.say(7, chat.group, "missed by all", { mention: true });
    chat.server.fault({ on: ["get_friend_msg_history"], kind: "hang-before", times: 2 });
    await chat.server.listen();
    await chat.desk.until(() => chat.desk.events.length === 4);
    expect(chat.desk.events.map(textOf).slice(2)).toEqual(["missed by all", "missed"]);
    expect(chat.desk.links.filter(({ state }) => state === "connected")).toHaveLength(2);
  });

  it("is found also when the last message before it came with a time that is still to come", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.direct, "early", { more: { time: Math.floor(Date.now() / 1000) + 3_600 } });
    await chat.desk.until(() => chat.desk.events.length === 1);
    await chat.server.stop();
    chat.server.say(7, chat.direct, "missed");
    await chat.server.listen();
    await chat.desk.until(() => chat.desk.events.length === 2);
    expect(chat.desk.events.map(textOf)).toEqual(["early", "missed"]);
  });

  it("said as soon as the implementation is connected again, before the login, is heard once", async () => {
    await using chat = await startedOneBot();
    chat.server.say(7, chat.direct, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    for (let i = 0; i < 20; i++) {
      await chat.server.stop();
      const asked = chat.server.calls.length;
      await chat.server.listen();
      await chat.server.waitFor((s) => s.connections === 1);
      expect(called(chat.server.calls).slice(asked)).toEqual([]);
      chat.server.say(7, chat.direct, `again ${i}`);
      await chat.desk.until(() => chat.desk.events.length === i + 2);
    }
    expect(chat.desk.events.map(textOf)).toEqual(["before", ...Array.from({ length: 20 }, (_, i) => `again ${i}`)]);
  });

  it("is not asked for again and again where there are no histories", async () => {
    await using chat = await startedOneBot({ server: { personality: { ...napCat, lacks: ["get_group_msg_history", "get_friend_msg_history"] } } });
    chat.server.say(7, chat.group, "before");
    await chat.desk.until(() => chat.desk.events.length === 1);
    for (const times of [2, 3]) {
      chat.server.cut();
      await chat.desk.until(() => chat.desk.links.filter(({ state }) => state === "connected").length === times);
      await chat.server.waitFor((s) => called(s.calls).includes("get_group_msg_history"));
      // A round trip over the same connection: what was asked before it has been answered.
      await chat.say(chat.group, "after");
    }
    expect(called(chat.server.calls).filter((action) => action === "get_group_msg_history")).toHaveLength(1);
  });
});
