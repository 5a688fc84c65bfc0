import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Program } from "#test/fakes/program";
import { allAnswer, ask, heardBy, openFiveChats, type ChatSide } from "./five-chats.ts";

// The program with all five platforms, and events that no platform should send: broken, huge, replayed, late.

const script = `
on "may i"
  ask permission "May I push?" argv ["git", "push"] in "/srv/app"
    when "allow"
      say "Pushed {prompt}."
    otherwise
      say "Then not {prompt}."

on "slowly"
  say "one two three" every 300ms by 1 words

otherwise
  say "did {prompt}" every 0ms
`;

let at: Awaited<ReturnType<typeof openFiveChats>>;
let hub: Program;
beforeAll(async () => {
  at = await openFiveChats(script);
  hub = await at.start();
  await allAnswer(at.sides, "from");
}, 180_000);
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await at[Symbol.asyncDispose]();
});

describe("events that are broken, huge, replayed or out of order", { timeout: 240_000 }, () => {
  it("change nothing: each platform goes on, and what was said is answered once", async () => {
    const { telegram, discord, feishu, qq } = at;
    // No JSON, half a frame, the wrong shapes.
    telegram.fault({ on: ["getUpdates"], kind: "garbage" });
    telegram.update("message", { message_id: "not a number", chat: null });
    telegram.update("callback_query", { id: 5, from: [], data: { deep: { deeper: "x".repeat(10_000) } } });
    discord.gateway.dispatch("MESSAGE_CREATE", { id: null, channel_id: {}, content: 7, author: "Ann" }, false);
    discord.gateway.dispatch("INTERACTION_CREATE", { id: "1", type: "3", data: [] }, false);
    feishu.event("im.message.receive_v1", { sender: null, message: "x" });
    feishu.event("card.action.trigger", { operator: {}, action: { value: "x".repeat(100_000) } });
    qq.push({ post_type: "message", message_type: "private", user_id: { toString: 1 }, message: [[[]]] });
    qq.push([1, 2, 3]);
    await allAnswer(at.sides, "after the wrong shapes");
    for (const text of ['{"post_type":"mess', "<html>502</html>", ""]) {
      qq.pushText(text);
      await qq.waitFor((s) => s.connections === 0);
      await qq.waitFor((s) => s.connections === 1);
    }
    await allAnswer(at.sides, "after half frames");

    // The same event again.
    const replayed = qq.posted.length;
    const event = {
      time: 1,
      self_id: 10_000,
      post_type: "message",
      message_type: "private",
      sub_type: "friend",
      message_id: 4_711,
      user_id: 70,
      font: 14,
      sender: { user_id: 70, nickname: "Ann" },
      message: [{ type: "text", data: { text: "replayed" } }],
      raw_message: "replayed",
    };
    for (let i = 0; i < 5; i++) qq.push(event);
    const discordEvent = { ...discordMessage(), content: "replayed" };
    for (let i = 0; i < 5; i++) discord.gateway.dispatch("MESSAGE_CREATE", discordEvent, false);
    // Feishu may name an event anew and mean the same message.
    const feishuEvent = feishuMessage();
    for (let i = 0; i < 5; i++) feishu.event("im.message.receive_v1", feishuEvent);
    await allAnswer(at.sides, "after the replays");
    const count = (side: ChatSide, text: string): number => side.heard().filter((one) => one.text === text).length;
    const [, onDiscord, onFeishu, onQq] = at.sides;
    if (onDiscord === undefined || onFeishu === undefined || onQq === undefined) throw new Error("a side is missing");
    expect(qq.posted.length).toBeGreaterThan(replayed);
    // What Feishu heard goes to the other chats as an answer of the same conversation, under another name.
    expect([count(onQq, "did replayed"), count(onDiscord, "did replayed"), count(onFeishu, "did replayed on Feishu")]).toEqual([1, 1, 1]);
  });

  it("a press again, and one on a question that is over, change nothing and are told so", async () => {
    const { telegram, feishu } = at;
    const [side] = at.sides;
    if (side === undefined) throw new Error("a side is missing");
    const code = await ask(side, "may I press");
    const question = await telegram.waitFor((s) => s.posted.find(({ text, buttons }) => buttons.length === 2 && text.includes(code)));
    const card = await feishu.waitFor((s) => s.posted.find(({ text, buttons }) => buttons.length === 2 && text.includes(code)));
    const ref = `${telegram.direct(7)}:${question.message_id}`;
    const [allow, deny] = question.buttons.map(({ callback_data: data }) => data ?? "");
    const [onCard] = card.buttons.map(({ answer }) => answer);
    const presses = [allow, allow, allow, deny].map((data) => telegram.press(7, ref, data ?? ""));
    for (const query of presses) await telegram.waitFor((s) => s.world.toasts.find((toast) => toast.query === query));
    await side.until(() => heardBy(side).includes("Pushed may I press."));
    await feishu.waitFor(() => card.buttons.length === 0);
    expect(await feishu.press("ou_ann", card.id, onCard ?? "")).toMatchObject({ toast: { content: expect.stringContaining("Ann") as string } });
    await allAnswer(at.sides, "after the presses");
    expect(heardBy(side)).not.toContain("Then not may I press.");
    expect(side.heard().filter(({ text }) => text.includes("Pushed may I press."))).toHaveLength(1);
  });

  it("a text of a million characters is cut with a note, and the answer to it is bounded", async () => {
    const long = `huge ${"字".repeat(1_000_000)}`;
    const [telegram, , feishu, qq] = at.sides;
    for (const side of [telegram, feishu, qq]) {
      const before = side?.heard().length ?? 0;
      side?.say(long);
      await side?.until(() => side.heard().length > before);
    }
    await allAnswer(at.sides, "after huge texts");
    expect((await fetch(`${hub.url}/health`)).status).toBe(200);
  });

  it("lesson 12: ten messages in one moment while the agent is busy all reach it, and the sender is told that they wait", async () => {
    for (const side of at.sides) {
      side.say("slowly");
      for (let i = 0; i < 10; i++) side.say(`burst ${i} ${side.name}`);
      for (let i = 0; i < 10; i++) await side.until(() => heardBy(side).includes(`did burst ${i} ${side.name}`));
      expect(heardBy(side)).toMatch(/in the queue|queued|ahead/i);
    }
  });
});

describe("lessons 8 and 17: a platform that dies with an open question", { timeout: 240_000 }, () => {
  it("comes back with it, and takes the answer once", async () => {
    const { telegram, feishu, qq } = at;
    for (const [side, server] of [
      [at.sides[0], telegram],
      [at.sides[2], feishu],
      [at.sides[3], qq],
    ] as const) {
      if (side === undefined) throw new Error("a side is missing");
      const code = await ask(side, `may I dying ${side.name}`);
      await server.stop();
      await server.listen();
      await server.waitFor((s) => s.connections > 0);
      side.say(`yes ${code}`);
      await side.until(() => heardBy(side).includes(`Pushed may I dying ${side.name}.`));
      expect(side.heard().filter(({ text }) => text.includes(`Pushed may I dying ${side.name}.`))).toHaveLength(1);
    }
  });
});

/** A message of Ann's as the gateway says it. */
function discordMessage(): Readonly<Record<string, unknown>> {
  const { discord, accounts } = at;
  return {
    id: "1400000000000000001",
    channel_id: discord.direct(accounts.discord),
    author: { id: accounts.discord, username: "ann", global_name: "Ann", discriminator: "0", avatar: null },
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: 0,
  };
}

/** A message of Ann's as Feishu's long connection says it. */
function feishuMessage(): Readonly<Record<string, unknown>> {
  return {
    sender: { sender_id: { open_id: "ou_ann" }, sender_type: "user", tenant_key: "t" },
    message: {
      message_id: "om_replayed",
      chat_id: at.feishu.chatAt("ou_ann").id,
      chat_type: "p2p",
      message_type: "text",
      content: JSON.stringify({ text: "replayed on Feishu" }),
      create_time: String(Date.now()),
    },
  };
}
