import { Bot, GrammyError, InputFile } from "grammy";
import { expect, it } from "vitest";
import { TelegramServer } from "./server.ts";

// First the vendor's own library: a fake that it does not take for Telegram proves nothing.

it("is Telegram to grammY's own bot: polls, answers, edits, buttons and files", async () => {
  await using server = await TelegramServer.start();
  server.user(7, { first_name: "Ann" });
  const chat = server.direct(7);
  const bot = new Bot(server.token, { client: { apiRoot: server.root } });
  const seen: string[] = [];
  bot.on("message:text", async (context) => {
    seen.push(context.message.text);
    const posted = await context.reply("<b>one</b> &amp; two", {
      parse_mode: "HTML",
      reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "y" }]] },
    });
    await context.api.editMessageText(chat, posted.message_id, "three", { reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "y" }]] } });
  });
  bot.on("callback_query:data", async (context) => {
    seen.push(context.callbackQuery.data);
    await context.answerCallbackQuery("taken");
  });
  bot.on("message:document", async (context) => {
    const file = await context.getFile();
    const content = Buffer.from(await (await fetch(`${server.root}/file/bot${server.token}/${file.file_path}`)).arrayBuffer());
    seen.push(content.toString("utf8"));
    await context.replyWithDocument(new InputFile(content, "back again.txt"), { caption: "here" });
    await context.replyWithChatAction("typing");
    await context.react("👀");
  });
  const running = bot.start({ timeout: 1 });
  server.say(7, chat, "hello");
  const message = await server.waitFor((s) => s.posted.find((one) => one.text === "three"));
  expect(message).toMatchObject({ was: ["one & two"], buttons: [{ callback_data: "y" }] });
  server.press(7, `${chat}:${message.message_id}`, "y");
  await server.waitFor((s) => s.world.toasts.find((toast) => toast.text === "taken"));
  server.say(7, chat, "", { files: [{ name: "a.txt", mime: "text/plain", content: Buffer.from("你好") }] });
  const file = await server.waitFor((s) => s.posted.find((one) => one.file !== undefined));
  expect(file).toMatchObject({ text: "here", file: { name: "back again.txt", content: Buffer.from("你好") } });
  await server.waitFor((s) => s.world.hints.length === 2);
  expect(seen).toEqual(["hello", "y", "你好"]);
  await bot.api.setMyCommands([{ command: "use", description: "Choose a session" }]);
  expect(server.world.commands).toEqual([{ command: "use", description: "Choose a session" }]);
  await bot.api.deleteMessage(chat, file.message_id);
  expect(server.posted).toHaveLength(1);
  await bot.stop();
  await running;
  expect(server.unconfirmed).toEqual([]);
});

it.each([
  { what: "markup that is not closed", payload: { parse_mode: "HTML", text: "<b>x" }, says: "can't parse entities" },
  { what: "a tag it does not know", payload: { parse_mode: "HTML", text: "<h1>x</h1>" }, says: "can't parse entities" },
  { what: "tags closed in the wrong order", payload: { parse_mode: "HTML", text: "<b><i>x</b></i>" }, says: "can't parse entities" },
  { what: "a text longer than 4096 UTF-16 units", payload: { text: "😀".repeat(2_049) }, says: "message is too long" },
  { what: "an empty text", payload: { parse_mode: "HTML", text: "<b></b> " }, says: "text is empty" },
  {
    what: "button data of 65 bytes",
    payload: { text: "x", reply_markup: { inline_keyboard: [[{ text: "x", callback_data: "x".repeat(65) }]] } },
    says: "BUTTON_DATA_INVALID",
  },
  { what: "a chat that is not there", payload: { text: "x", chat_id: 8 }, says: "chat not found" },
])("refuses $what with 400, as Telegram does", async ({ payload, says }) => {
  await using server = await TelegramServer.start();
  server.user(7);
  const { api } = new Bot(server.token, { client: { apiRoot: server.root } });
  const error = await api.raw.sendMessage({ chat_id: server.direct(7), ...(payload as { text: string }) }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(GrammyError);
  expect(error).toMatchObject({ error_code: 400, description: expect.stringContaining(says) as unknown });
});

it("takes markup within the limit however long its tags are, and edits that change nothing are refused", async () => {
  await using server = await TelegramServer.start();
  server.user(7);
  const chat = server.direct(7);
  const { api } = new Bot(server.token, { client: { apiRoot: server.root } });
  const text = "<b>x</b>".repeat(4_096);
  const { message_id } = await api.sendMessage(chat, text, { parse_mode: "HTML" });
  await expect(api.editMessageText(chat, message_id, text, { parse_mode: "HTML" })).rejects.toMatchObject({
    description: expect.stringContaining("not modified") as unknown,
  });
});

it("ends an older poll with 409, tells limits with retry_after, and refuses a wrong token with 401", async () => {
  await using server = await TelegramServer.start();
  const { api } = new Bot(server.token, { client: { apiRoot: server.root } });
  const first = api.getUpdates({ timeout: 30 }).catch((cause: unknown) => cause);
  await server.waitFor((s) => s.isPolled);
  const second = api.getUpdates({ timeout: 30 });
  expect(await first).toMatchObject({ error_code: 409 });
  server.user(7);
  server.say(7, server.direct(7), "x");
  const [update] = await second;
  expect(await api.getUpdates({ offset: update?.update_id ?? 0 })).toHaveLength(1);
  expect(await api.getUpdates({ offset: (update?.update_id ?? 0) + 1 })).toEqual([]);
  server.fault({ on: ["sendMessage"], kind: "limit", retryAfter: 3 });
  await expect(api.sendMessage(7, "x")).rejects.toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
  const other = new Bot("1:wrong", { client: { apiRoot: server.root } });
  await expect(other.api.getMe()).rejects.toMatchObject({ error_code: 401 });
});
