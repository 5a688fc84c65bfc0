import { Client, defaultHttpInstance, EventDispatcher, LoggerLevel, WSClient } from "@larksuiteoapi/node-sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FeishuServer } from "./server.ts";

// First the vendor's own library, its own HTTP included: a fake that it does not take for Feishu proves nothing.

const [before, quiet] = [
  defaultHttpInstance.defaults.proxy,
  { loggerLevel: LoggerLevel.fatal, logger: { error() {}, warn() {}, info() {}, debug() {}, trace() {} } },
];
beforeAll(() => void (defaultHttpInstance.defaults.proxy = false));
afterAll(() => void (defaultHttpInstance.defaults.proxy = before ?? false));

async function open(options: Parameters<typeof FeishuServer.start>[0] = {}) {
  const server = await FeishuServer.start(options);
  server.user("ou_ann", "Ann");
  const app = { appId: server.appId, appSecret: server.secret, domain: server.domain, ...quiet };
  const cache = new Map<unknown, unknown>();
  const kept = { get: async (key: unknown) => cache.get(key), set: async (key: unknown, value: unknown) => Boolean(cache.set(key, value)) };
  const client = new Client({ ...app, cache: kept });
  return { server, app, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

it("is Feishu to the vendor's own client: connection, events in pieces, cards, presses, replies, reactions and files", async () => {
  await using at = await open();
  const { server, app, client } = at;
  const seen: string[] = [];
  const card = (content: string, streaming_mode = false) =>
    JSON.stringify({
      schema: "2.0",
      config: { update_multi: true, streaming_mode, summary: { content: "" } },
      body: { elements: [{ tag: "markdown", element_id: "text", content }] },
    });
  const ready = Promise.withResolvers<undefined>();
  const ws = new WSClient({ ...app, onReady: () => ready.resolve(undefined) });
  await ws.start({
    eventDispatcher: new EventDispatcher(quiet).register({
      "im.message.receive_v1": async ({ message }: { message: { message_id: string; content: string; chat_id: string } }) => {
        seen.push(message.content);
        const data = { msg_type: "interactive", content: card("**one** &#38; two", true) };
        await client.im.v1.message.reply({ path: { message_id: message.message_id }, data });
        await client.im.v1.messageReaction.create({ path: { message_id: message.message_id }, data: { reaction_type: { emoji_type: "OK" } } });
      },
      "card.action.trigger": async ({ action }: { action: { value: { answer: string } } }) => {
        seen.push(action.value.answer);
        return { toast: { type: "info", content: "taken" } };
      },
    }),
  });
  await ready.promise;
  const long = "你好".repeat(200_000);
  const said = server.say("ou_ann", "ou_ann", long);
  const message = await server.waitFor((s) => s.posted[0]);
  expect(message).toMatchObject({ text: "**one** & two", parent: said });
  await server.waitFor((s) => s.world.messages.get(said)?.reactions[0]?.emoji === "OK" && s.unacked === 0);
  expect(await server.press("ou_ann", message.id, "q:abcde:0")).toEqual({ toast: { type: "info", content: "taken" } });
  expect(seen).toEqual([JSON.stringify({ text: long }), "q:abcde:0"]);

  const { data: found } = await client.cardkit.v1.card.idConvert({ data: { message_id: message.id } });
  const card_id = found?.card_id ?? "";
  await client.cardkit.v1.cardElement.content({ path: { card_id, element_id: "text" }, data: { content: "three", sequence: 7 } });
  const stale = client.cardkit.v1.cardElement.content({ path: { card_id, element_id: "text" }, data: { content: "x", sequence: 7 } });
  await expect(stale).rejects.toMatchObject({ response: { data: { code: 300317 } } });
  await client.cardkit.v1.card.settings({ path: { card_id }, data: { settings: JSON.stringify({ config: { streaming_mode: false } }), sequence: 8 } });
  await client.im.v1.message.patch({ path: { message_id: message.id }, data: { content: card("four") } });
  expect(message).toMatchObject({ text: "four", was: ["**one** & two", "three"] });

  const uploaded = await client.im.v1.file.create({ data: { file_type: "stream", file_name: "a.txt", file: Buffer.from("content") } });
  const data = { receive_id: "ou_ann", msg_type: "file", content: JSON.stringify({ file_key: uploaded?.file_key }), uuid: "u1" };
  for (const _time of [1, 2]) await client.im.v1.message.create({ params: { receive_id_type: "open_id" }, data });
  expect(server.posted.filter(({ file }) => file?.name === "a.txt" && file.content.toString() === "content")).toHaveLength(1);
  await client.im.v1.message.delete({ path: { message_id: message.id } });
  expect(server.posted).toHaveLength(1);
  ws.close({ force: true });
});

it("delivers an event again that is not acknowledged in time, over the same connection and with the same id", async () => {
  await using at = await open({ ackMs: 50 });
  const { server, app } = at;
  const slow = Promise.withResolvers<undefined>();
  const ids: string[] = [];
  const ws = new WSClient(app);
  await ws.start({
    eventDispatcher: new EventDispatcher(quiet).register({
      "im.message.receive_v1": async ({ event_id: id }: { event_id?: string }) => {
        ids.push(id ?? "");
        await slow.promise;
      },
    }),
  });
  await server.waitFor((s) => s.connections === 1);
  server.say("ou_ann", "ou_ann", "slowly");
  await server.waitFor((s) => s.links.deliveries.length >= 3);
  slow.resolve(undefined);
  await server.waitFor((s) => s.unacked === 0);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  ws.close({ force: true });
});

it("refuses as Feishu does: a wrong secret, a chat it is not in, a card that is too large or has too many tables, an empty file", async () => {
  await using at = await open();
  const { server, client, app } = at;
  const other = new Client({ ...app, appSecret: "wrong", cache: { get: async () => undefined, set: async () => true } });
  await expect(other.im.v1.chat.get({ path: { chat_id: "oc_x" } })).rejects.toThrow(/10014/);
  const send = (content: string, receive_id = "ou_ann", receive_id_type: "open_id" | "chat_id" = "open_id") =>
    client.im.v1.message.create({ params: { receive_id_type }, data: { receive_id, msg_type: "interactive", content } }).then(
      () => 0,
      (error: { response?: { data?: { code?: number } } }) => error.response?.data?.code,
    );
  const card = (content: string) =>
    JSON.stringify({
      schema: "2.0",
      config: { update_multi: true, streaming_mode: false, summary: { content: "" } },
      body: { elements: [{ tag: "markdown", element_id: "t", content }] },
    });
  expect(await send(card("x"), "oc_none", "chat_id")).toBe(230002);
  expect(await send(card("x".repeat(31_000)))).toBe(230025);
  expect(await send(card("| a |\n| --- |\n| b |\n\n".repeat(6)))).toBe(230099);
  expect(await send(card("| a |\n| --- |\n| b |\n\n".repeat(5)))).toBe(0);
  server.fault({ on: ["send"], kind: "limit", resetSeconds: 3 });
  expect(await send(card("x"))).toBe(230020);
  const empty = client.im.v1.file.create({ data: { file_type: "stream", file_name: "a.txt", file: Buffer.alloc(0) } });
  await expect(empty).rejects.toMatchObject({ response: { data: { code: 234010 } } });
});
