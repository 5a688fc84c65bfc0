import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import type { Program } from "#test/fakes/program";
import { shownText } from "#test/fakes/onebot/world";
import { ask, heardBy, openFiveChats, type ChatSide } from "./five-chats.ts";

// The program with all five platforms, attacked from each of them and by its own agent's words.

/** Marks of every platform that would do something if they were read as marks. */
const marks =
  '<b>bold</b> <a href="tg://user?id=1">x</a> @everyone @here <@123456789012345678> <at id=all></at> <at user_id="all">all</at> [CQ:at,qq=all] [CQ:image,file=http://127.0.0.1:9/x.png]';
const codes = "\u0002bold\u0002 \u00034red \u0001ACTION waves\u0001\r\nQUIT :bye\r\nPRIVMSG #team :not from a person";

const script = `
on "inject"
  say ${JSON.stringify(`begin ${marks} ${codes} end`)} every 0ms

on "may i"
  ask permission "May I push ${marks.replaceAll('"', "'")}?" argv ["git", "push"] in "/srv/app"
    when "allow"
      say "Pushed {prompt}."
    otherwise
      say "Then not {prompt}."

otherwise
  say "did {prompt}" every 0ms
`;

let at: Awaited<ReturnType<typeof openFiveChats>>;
let hub: Program;
beforeAll(async () => {
  at = await openFiveChats(script);
  hub = await at.start();
  for (const side of at.sides) {
    side.say(`from ${side.name}`);
    await side.until(() => heardBy(side).includes(`did from ${side.name}`));
  }
}, 180_000);
afterAll(() => at[Symbol.asyncDispose]());

describe("words that are marks on some platform", { timeout: 180_000 }, () => {
  it("of an agent or a person are shown as they stand everywhere, and do nothing; lesson 29: a line break is no IRC command", async () => {
    const { telegram, discord, feishu, qq, irc } = at;
    for (const side of at.sides) side.say("inject");
    for (const side of at.sides) await side.until(() => heardBy(side).includes("end"));
    // A person's words go to the other chats as what was asked there.
    at.sides[0]?.say(`person ${marks}`);
    for (const side of at.sides) await side.until(() => heardBy(side).includes("did person"));

    expect(telegram.posted.some(({ text }) => text.includes('<b>bold</b> <a href="tg://user?id=1">x</a>'))).toBe(true);
    const sent = discord.calls.filter(({ path, body }) => path.includes("/messages") && "content" in body);
    expect(sent.length).toBeGreaterThan(5);
    for (const { body } of sent) expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
    // The summary beside the body is plain text, for notifications.
    for (const { content } of feishu.posted) expect(JSON.stringify((JSON.parse(content) as { body?: unknown }).body ?? "")).not.toMatch(/<(?:at|a|b|img)\b/i);
    for (const { segments } of qq.posted) expect(segments.map(({ type }) => type).filter((type) => !["text", "reply", "forward"].includes(type))).toEqual([]);
    expect(qq.posted.some((message) => shownText(message).includes("[CQ:at,qq=all]"))).toBe(true);
    const lines = irc.ann.lines.filter((line) => / PRIVMSG annie :/.test(line));
    expect(lines.some((line) => line.endsWith(":QUIT :bye"))).toBe(true);
    expect(irc.ann.lines.some((line) => /^(?:@\S+ )?:parley!\S+ (?:QUIT|PRIVMSG #team :not from a person)/.test(line))).toBe(false);
    // Styles of Parley's own only: no colour, no CTCP.
    for (const line of lines) expect(line).not.toMatch(/[\u0001\u0003]/);
  });
});

describe("lessons 1 and 13: a question in the chat whose turn waits for it", { timeout: 180_000 }, () => {
  it("is answered there with a button or its code, on every platform, and shown with who and where", async () => {
    const { telegram, discord, feishu } = at;
    const answers: Readonly<Record<ChatSide["name"], () => Promise<unknown>>> = {
      Telegram: async () => {
        const question = await telegram.waitFor((s) => s.posted.find(({ buttons, chat }) => buttons.length === 2 && chat.id === 7));
        telegram.press(7, `${telegram.direct(7)}:${question.message_id}`, question.buttons[0]?.callback_data ?? "");
        await telegram.waitFor(() => question.buttons.length === 0 && question.text.includes("Ann") && question.text.includes("Telegram"));
      },
      Discord: async () => {
        const question = await discord.waitFor((s) => s.posted.find(({ buttons }) => buttons.length === 2));
        discord.press(at.accounts.discord, `${question.channel.id}:${question.id}`, question.buttons[0]?.custom_id ?? "");
        await discord.waitFor(() => question.buttons.length === 0 && question.content.includes("Ann") && question.content.includes("Discord"));
      },
      Feishu: async () => {
        const question = await feishu.waitFor((s) => s.posted.find(({ buttons }) => buttons.length === 2));
        await feishu.press("ou_ann", question.id, question.buttons[0]?.answer ?? "");
        await feishu.waitFor(() => question.buttons.length === 0 && question.text.includes("Ann") && question.text.includes("Feishu"));
      },
      QQ: async () => undefined,
      IRC: async () => undefined,
    };
    for (const side of at.sides) {
      const code = await ask(side, `may I ${side.name}`);
      await answers[side.name]();
      // Where there are no buttons.
      if (side.name === "QQ" || side.name === "IRC") side.say(`yes ${code}`);
      await side.until(() => heardBy(side).includes(`Pushed may I ${side.name}.`));
      expect(heardBy(side)).not.toContain(`Then not may I ${side.name}.`);
      // Where nothing can be edited, the outcome is a message of its own.
      const [outcome = ""] = say("en", questionTexts.answered, { who: "Ann", where: side.name, span: "|", choice: "" }).split("|");
      await side.until(() => heardBy(side).includes(outcome));
      // By its code where there are buttons, too.
      side.say(`yes ${await ask(side, `may I again ${side.name}`)}`);
      await side.until(() => heardBy(side).includes(`Pushed may I again ${side.name}.`));
    }
  });

  it("lessons 2 and 3: forged button data, a presser who is not allowed, one called like the owner and a bare yes in a group do nothing; the button stays", async () => {
    const { telegram, discord, feishu, qq, irc } = at;
    const [group, server] = [telegram.group(-100, "The team"), discord.channel(discord.guild("The team"), "general")];
    const [chat, qqGroup] = [feishu.group("oc_team", "The team").id, qq.group(20, "The team")];
    telegram.user(99, { first_name: "Ann" });
    feishu.user("ou_eve", "Ann");
    qq.user(99, "Ann");
    const eve = discord.user("Ann");

    telegram.say(7, group, "may I group", { mention: true });
    const question = await telegram.waitFor((s) => s.posted.find(({ buttons, chat: { id } }) => buttons.length === 2 && id === -100));
    const code = /yes ([a-z]{5})/.exec(question.text)?.[1] ?? "";
    const data = question.buttons[0]?.callback_data ?? "";
    const ref = `${group}:${question.message_id}`;
    const pressed = [
      telegram.press(99, ref, data),
      ...["q:zzzzz:0", `q:${code}:7`, `q:${code}:-1`, `q:${code}:0:0`, "", "drop table", "x".repeat(64)].map((forged) => telegram.press(7, ref, forged)),
    ];
    for (const query of pressed) await telegram.waitFor((s) => s.world.toasts.find((toast) => toast.query === query));
    telegram.say(99, group, `yes ${code}`, { mention: true });
    telegram.say(7, group, "yes");
    // The owner's copy there: pressed by others, with the data of another platform's button and with its own.
    const copy = await discord.waitFor((s) => s.posted.findLast(({ buttons, content }) => buttons.length === 2 && content.includes(code)));
    const forged = [discord.user("Ann"), eve].flatMap((user) =>
      [data, copy.buttons[0]?.custom_id ?? ""].map((button) => discord.press(user, `${copy.channel.id}:${copy.id}`, button)),
    );
    await discord.waitFor(() => forged.every((one) => one.answered !== undefined));
    // On a card of Feishu's, too, with its own data and with that of others.
    const card = await feishu.waitFor((s) => s.posted.findLast(({ buttons, text }) => buttons.length === 2 && text.includes(code)));
    for (const answer of [card.buttons[0]?.answer ?? "", data, "", "x".repeat(10_000)])
      expect(await feishu.press("ou_eve", card.id, answer)).not.toBe("nothing");
    expect(card.buttons).toHaveLength(2);
    discord.say(eve, server, `yes ${code}`, { mention: true });
    feishu.say("ou_eve", chat, `yes ${code}`, { mention: true });
    qq.say(99, qqGroup, `yes ${code}`, { mention: true });
    irc.bo.send(`PRIVMSG #team :parley: yes ${code}`, `PRIVMSG parley :yes ${code}`);
    // A stranger is told so; Ann's accounts are named by their ids, whatever strangers are called.
    await telegram.waitFor((s) => s.posted.find(({ text }) => text.includes("telegram:99")));
    await discord.waitFor((s) => s.posted.find(({ content }) => content.replaceAll("\\", "").includes(`discord:${eve}`)));
    await feishu.waitFor((s) => s.posted.find(({ text }) => text.includes("feishu:ou_eve") || text.includes("feishu:ou\\_eve")));
    await qq.waitFor((s) => s.posted.find((message) => shownText(message).includes("onebot:99")));
    await irc.bo.says(/ PRIVMSG bo :/);
    expect(question.buttons).toHaveLength(2);
    telegram.press(7, ref, question.buttons[1]?.callback_data ?? "");
    await telegram.waitFor((s) => s.posted.find(({ text }) => text.includes("Then not may I group.")));
  });
});

describe("lesson 28: the tokens", { timeout: 60_000 }, () => {
  it("are in no file of the home and in nothing that the program printed, after all of this", async () => {
    expect((await hub.stop()).code).toBe(0);
    for (const secret of at.secrets) {
      expect(hub.out + hub.err).not.toContain(secret);
      const files = readdirSync(at.place.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const holding = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(secret));
      expect(holding.map(({ name }) => name)).toEqual([]);
    }
  });
});
