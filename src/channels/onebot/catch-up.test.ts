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
