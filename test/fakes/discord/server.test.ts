import { API, Client, GatewayDispatchEvents, GatewayIntentBits, InteractionType, MessageFlags } from "@discordjs/core";
import { DiscordAPIError, REST } from "@discordjs/rest";
import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { expect, it } from "vitest";
import { DiscordServer } from "./server.ts";

// First the vendor's own libraries: a fake that they do not take for Discord proves nothing.

const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent | GatewayIntentBits.DirectMessages;

function clientOf(server: DiscordServer) {
  const rest = new REST({ api: server.root, timeout: 5_000 }).setToken(server.token);
  const gateway = new WebSocketManager({ token: server.token, intents, rest });
  const client = new Client({ rest, gateway });
  const free = async () => {
    await gateway.destroy();
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  };
  return { client, gateway, api: client.api, [Symbol.asyncDispose]: free };
}

it("is Discord to discord.js's own client: gateway, messages, edits, buttons, commands and files", async () => {
  await using server = await DiscordServer.start();
  const ann = server.user("Ann");
  const room = server.channel(server.guild("The team"), "general");
  await using discord = clientOf(server);
  const seen: string[] = [];
  discord.client.on(GatewayDispatchEvents.MessageCreate, ({ data, api }) => {
    void (async (): Promise<void> => {
      if (data.author.bot === true) return;
      seen.push(data.content);
      const [file] = data.attachments;
      if (file !== undefined) {
        const content = Buffer.from(await (await fetch(file.url)).arrayBuffer());
        await api.channels.createMessage(room, { content: "here", files: [{ name: "back.txt", data: content }] });
        await api.channels.showTyping(room);
        await api.channels.addMessageReaction(room, data.id, "👀");
        return;
      }
      const components = [{ type: 1 as const, components: [{ type: 2 as const, style: 1 as const, label: "Yes", custom_id: "y" }] }];
      const { id } = await api.channels.createMessage(room, { content: "one", components });
      await api.channels.editMessage(room, id, { content: "two" });
    })();
  });
  discord.client.on(GatewayDispatchEvents.InteractionCreate, ({ data, api }) => {
    void (async () => {
      if (data.type === InteractionType.MessageComponent)
        await api.interactions.reply(data.id, data.token, { content: "taken", flags: MessageFlags.Ephemeral });
      if (data.type !== InteractionType.ApplicationCommand) return;
      await api.interactions.defer(data.id, data.token, { flags: MessageFlags.Ephemeral });
      await api.interactions.editReply(data.application_id, data.token, { content: "done" });
    })();
  });
  await discord.gateway.connect();
  server.say(ann, room, "hello");
  const message = await server.waitFor((s) => s.posted.find((one) => one.content === "two"));
  expect(message).toMatchObject({ was: ["one"], buttons: [{ custom_id: "y" }] });
  server.press(ann, `${room}:${message.id}`, "y");
  await server.waitFor((s) => s.world.toasts.find(({ text }) => text === "taken"));
  await discord.api.applicationCommands.bulkOverwriteGlobalCommands(server.world.application, [{ name: "use", description: "Choose a session" }]);
  server.choose(ann, room, "use");
  await server.waitFor((s) => s.world.toasts.find(({ text }) => text === "done"));
  server.say(ann, room, "", { files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
  const file = await server.waitFor((s) => s.posted.find(({ files }) => files.length === 1));
  expect(file).toMatchObject({ content: "here", files: [{ name: "back.txt", content: Buffer.from("你好") }] });
  await server.waitFor((s) => s.world.hints.length === 2);
  await discord.api.channels.deleteMessage(room, file.id);
  expect(server.posted).toHaveLength(1);
  expect(seen).toEqual(["hello", ""]);
});

it("resumes a session and replays what was missed; after op 7 too, and after op 9 a new one is begun", async () => {
  await using server = await DiscordServer.start();
  const ann = server.user("Ann");
  const room = server.channel(server.guild("The team"), "general");
  await using discord = clientOf(server);
  const seen: string[] = [];
  discord.client.on(GatewayDispatchEvents.MessageCreate, ({ data }) => void seen.push(data.content));
  await discord.gateway.connect();
  server.say(ann, room, "one");
  await server.waitFor((s) => s.gateway.unacked === 0);
  server.cut();
  await server.waitFor((s) => s.gateway.connections === 0);
  server.say(ann, room, "two");
  await server.waitFor((s) => s.gateway.resumed === 1);
  server.gateway.askReconnect();
  await server.waitFor((s) => s.gateway.resumed === 2);
  server.gateway.invalidate();
  await server.waitFor((s) => s.gateway.identified === 2);
  server.say(ann, room, "three");
  await server.waitFor((s) => s.gateway.unacked === 0);
  expect(seen).toEqual(["one", "two", "three"]);
});

it("a connection that is dead at the other end is given up by the client, and the session goes on", async () => {
  await using server = await DiscordServer.start({ heartbeatMs: 100 });
  await using discord = clientOf(server);
  await discord.gateway.connect();
  server.gateway.mute();
  await server.waitFor((s) => s.gateway.resumed === 1, { timeoutMs: 60_000 });
  expect(server.gateway.identified).toBe(1);
}, 70_000);

it.each([
  [4004, "a wrong token", (): string => "MTAx.wrong"],
  [
    4014,
    "an intent that was not granted",
    (server: DiscordServer) => {
      server.world.readsMessages = false;
      return server.token;
    },
  ],
] as const)("closes with %i for %s", async (code, _, prepare) => {
  await using server = await DiscordServer.start();
  const token = prepare(server);
  const rest = new REST({ api: server.root }).setToken(server.token);
  const gateway = new WebSocketManager({ token, intents, rest });
  const closed = Promise.withResolvers<number>();
  gateway.on(WebSocketShardEvents.Closed, closed.resolve);
  gateway.on(WebSocketShardEvents.Error, () => undefined);
  gateway.connect().catch(() => undefined);
  expect(await closed.promise).toBe(code);
});

const message = (more: object) => ({ content: "x", ...more });
it.each([
  { what: "a text of 2001 characters", body: message({ content: "x".repeat(2_001) }), code: 50_035 },
  { what: "an empty text", body: message({ content: " " }), code: 50_006 },
  { what: "a nonce of 26 characters", body: message({ nonce: "x".repeat(26) }), code: 50_035 },
  {
    what: "button data of 101 characters",
    body: message({ components: [{ type: 1, components: [{ type: 2, style: 1, label: "x", custom_id: "x".repeat(101) }] }] }),
    code: 50_035,
  },
])("refuses $what with 400, as Discord does", async ({ body, code }) => {
  await using server = await DiscordServer.start();
  const room = server.channel(server.guild("The team"), "general");
  const api = new API(new REST({ api: server.root }).setToken(server.token));
  const error = await api.channels.createMessage(room, body).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(DiscordAPIError);
  expect(error).toMatchObject({ status: 400, code });
});

it("knows a nonce again, tells limits by header, and lets the library wait for them", async () => {
  await using server = await DiscordServer.start({ bucket: { limit: 2, perMs: 300 } });
  const room = server.channel(server.guild("The team"), "general");
  const rest = new REST({ api: server.root }).setToken(server.token);
  const api = new API(rest);
  const once = { content: "x", nonce: "n1", enforce_nonce: true };
  const first = await api.channels.createMessage(room, once);
  expect((await api.channels.createMessage(room, once)).id).toBe(first.id);
  expect(server.posted).toHaveLength(1);
  const limited: boolean[] = [];
  rest.on("rateLimited", ({ global }) => void limited.push(global));
  await api.channels.createMessage(room, { content: "y" });
  expect(limited.length).toBeGreaterThan(0);
  expect(server.calls.filter(({ route }) => route === "createMessage")).toHaveLength(3);
});

it("an interaction that is answered after three seconds, or twice, is refused", async () => {
  await using server = await DiscordServer.start();
  const [ann, room] = [server.user("Ann"), server.channel(server.guild("The team"), "general")];
  const api = new API(new REST({ api: server.root }).setToken(server.token));
  const { id: posted } = await api.channels.createMessage(room, { content: "x" });
  const late = server.press(ann, `${room}:${posted}`, "y");
  server.world.interactions.set(late.id, { ...late, at: late.at - 3_001 });
  await expect(api.interactions.deferMessageUpdate(late.id, late.token)).rejects.toMatchObject({ code: 10_062 });
  const { id, token } = server.press(ann, `${room}:${posted}`, "y");
  await api.interactions.deferMessageUpdate(id, token);
  await expect(api.interactions.deferMessageUpdate(id, token)).rejects.toMatchObject({ code: 40_060 });
});
