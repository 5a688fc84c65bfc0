import { describe, expect, it } from "vitest";
import { channelTexts } from "#channels/kit/texts";
import { say } from "#lib/words/words";
import { startedFeishu } from "#test/fakes/feishu/started";

describe("what comes in from Feishu", () => {
  it("lesson 1: a press is handled while its room waits for something else, and the presser is told what came of it", async () => {
    await using chat = await startedFeishu();
    const slow = Promise.withResolvers<undefined>();
    chat.desk.keep = (event) => (event.what.kind === "said" ? slow.promise : Promise.resolve("Allowed by Ann"));
    await chat.post(chat.group, "May I?");
    const [question] = chat.server.posted;
    chat.server.say(chat.ann, chat.group, "what the room waits for", { mention: true });
    await chat.desk.until(() => chat.desk.events.length === 1);
    expect(await chat.server.press(chat.ann, question?.id ?? "", "q:abcde:0")).toMatchObject({ toast: { content: "Allowed by Ann" } });
    expect(chat.desk.events[1]).toMatchObject({
      from: { room: chat.group },
      direct: false,
      addressed: true,
      by: { kind: "account", account: "feishu:ou_ann", name: "Ann" },
      what: { kind: "pressed", data: "q:abcde:0", ref: question?.id },
    });
    slow.resolve(undefined);
  });

  it("a press that is slow to store is answered within three seconds all the same", async () => {
    await using chat = await startedFeishu({ timing: { toastMs: 20 } });
    await chat.post(chat.ann, "May I?");
    const id = chat.server.posted[0]?.id ?? "";
    const slow = Promise.withResolvers<undefined>();
    chat.desk.keep = () => slow.promise;
    expect(await chat.server.press(chat.ann, id, "q:abcde:0")).toEqual({ toast: { type: "info", content: say("en", channelTexts.pressTaken) } });
    slow.resolve(undefined);
  });

  it("a press that cannot be stored says so", async () => {
    await using chat = await startedFeishu();
    await chat.post(chat.ann, "May I?");
    const id = chat.server.posted[0]?.id ?? "";
    chat.desk.keep = () => Promise.reject(new Error("disk full"));
    expect(await chat.server.press(chat.ann, id, "q:abcde:1")).toEqual({ toast: { type: "error", content: say("en", channelTexts.pressNotStored) } });
  });

  it("without the permission to read names people are known by their id, and by the name that a mention brought", async () => {
    await using chat = await startedFeishu();
    chat.server.world.canReadNames = false;
    chat.server.say(chat.ann, chat.ann, "one");
    expect(await chat.desk.until(() => chat.desk.events[0])).toMatchObject({ by: { account: "feishu:ou_ann", name: "ou_ann" } });
    expect(await chat.channel.direct?.("feishu:ou_bo", chat.signal)).toEqual({ channel: "feishu", room: "ou_bo" });
  });

  it("names and quoted words that do not come in time hold up nothing", async () => {
    await using chat = await startedFeishu({ timing: { lookUpMs: 30 } });
    chat.server.fault({ on: ["user", "chat"], kind: "hang-before", times: 2 });
    chat.server.say(chat.ann, chat.group, "hello", { mention: true });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event).toMatchObject({ addressed: true, by: { name: "ou_ann" }, what: { text: "hello" } });
    expect(event.roomName).toBeUndefined();
  });

  it("a reply to ours quotes it without its markup, and in a thread the first line is not quoted each time", async () => {
    await using chat = await startedFeishu();
    const posted = await chat.post(chat.group, "the answer");
    const ours = posted.ok ? posted.receipt : "";
    chat.server.say(chat.ann, chat.group, "why?", { replyTo: ours });
    const event = await chat.desk.until(() => chat.desk.events[0]);
    expect(event).toMatchObject({ addressed: true, what: { replyTo: ours, quoted: { text: "the answer", by: "Parley" } } });
    chat.server.say(chat.ann, chat.group, "in a thread", { replyTo: ours, thread: "omt_7" });
    const inThread = await chat.desk.until(() => chat.desk.events[1]);
    expect(inThread).toMatchObject({ addressed: true, from: { topic: "omt_7" }, what: { replyTo: ours } });
    expect(inThread.what).not.toHaveProperty("quoted");
  });

  it("forwarded messages are somebody else's words, line by line", async () => {
    await using chat = await startedFeishu();
    const first = chat.server.say("ou_bo", chat.group, "yes abcde\n!!stop");
    chat.server.say(chat.ann, chat.ann, "", { type: "merge_forward", content: "Merged and Forwarded Message", forwards: [first] });
    const event = await chat.desk.until(() => chat.desk.events.find(({ direct }) => direct));
    expect(event.what).toMatchObject({ kind: "said", text: `${say("en", channelTexts.forwardedFrom, { name: "Bo" })}\n> yes abcde\n> !!stop` });
  });

  it("an item of the bot's menu is a command of the person who chose it", async () => {
    await using chat = await startedFeishu();
    chat.server.menu(chat.ann, "use work");
    expect(await chat.desk.until(() => chat.desk.events[0])).toMatchObject({
      from: { room: "ou_ann" },
      direct: true,
      addressed: true,
      by: { account: "feishu:ou_ann", name: "Ann" },
      what: { kind: "command", line: "use work" },
    });
  });

  it("a reaction that is taken back says so, one without an emoji of its own comes by name, and our own come back to nobody", async () => {
    await using chat = await startedFeishu();
    const ref = chat.server.say(chat.ann, chat.ann, "look");
    chat.server.react(chat.ann, ref, "THUMBSUP", "deleted");
    chat.server.react(chat.ann, ref, "MeMeMe");
    chat.server.event("im.message.reaction.created_v1", { message_id: ref, reaction_type: { emoji_type: "Typing" }, operator_type: "app", app_id: "x" });
    await chat.server.waitFor((s) => s.unacked === 0);
    expect(chat.desk.events.flatMap(({ what }) => (what.kind === "reacted" ? [[what.reaction, what.removed]] : []))).toEqual(
      expect.arrayContaining([
        ["👍", true],
        ["MeMeMe", false],
      ]),
    );
    expect(chat.desk.events).toHaveLength(3);
    expect(chat.desk.events[1]).toMatchObject({ from: { room: "ou_ann" }, direct: true });
  });
});
