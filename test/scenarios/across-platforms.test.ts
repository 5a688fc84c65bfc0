import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiscordServer } from "#test/fakes/discord/server";
import type { DcMessage } from "#test/fakes/discord/state";
import { ircClient } from "#test/fakes/irc/client";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { desk, run, startHub } from "#test/fakes/program";
import { TelegramServer } from "#test/fakes/telegram/server";
import type { TgMessage } from "#test/fakes/telegram/state";
import { verifies } from "#test/verifies";

// One person on two platforms, with the program as people start it and the fakes of both platforms.

const script = `
on "report"
  ask permission "May I read the figures?" argv ["cat", "figures.csv"] in "/srv/app"
    when "allow"
      make "report.md" mime "text/markdown" "The report"
        | # All well
      say "Here it is."
    otherwise
      say "Then not."

on "file"
  make "all.txt" mime "text/plain" "The whole"
    | everything
  say "That is all."

otherwise
  say "did {prompt}" every 0ms
`;

const [mia, max, eve] = [71, 72, 99];
const secretWords = "the-strangers-own-words";
const codeIn = (text: string): string => /\b(?<code>[A-HJ-NP-Z2-9]{8})\b/.exec(text)?.groups?.["code"] ?? "";

async function openPlace(more = "", { bots = "", flags = [] }: { readonly bots?: string; readonly flags?: readonly string[] } = {}) {
  const telegram = await TelegramServer.start({ waitMs: 40_000 });
  telegram.user(mia, { first_name: "Mia" });
  telegram.user(max, { first_name: "Max" });
  telegram.user(eve, { first_name: "Eve" });
  const discord = await DiscordServer.start({ waitMs: 40_000 });
  const ann = discord.user("Ann");
  const place = desk();
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(
    join(place.dir, "parley.yaml"),
    `people:
  - { name: Ann, role: owner, accounts: ["discord:${ann}"] }
  - { name: Max, role: member, accounts: ["telegram:${max}"] }
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
${more}
bots:
  telegram: { token: "\${TELEGRAM_TOKEN}", api_root: "${telegram.root}" }
  discord: { token: "\${DISCORD_TOKEN}", api_root: "${discord.root}" }${bots}
`,
  );
  const around = { cwd: place.dir, env: { TELEGRAM_TOKEN: telegram.token, DISCORD_TOKEN: discord.token } };
  const free = async () => {
    await telegram[Symbol.asyncDispose]();
    await discord[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  };
  return {
    telegram,
    discord,
    ann,
    place,
    start: () => startHub(["--home", place.home, ...flags], around),
    parley: (...verb: readonly string[]) => run([...verb, "--home", place.home], around),
    [Symbol.asyncDispose]: free,
  };
}

const onTelegram = (text: string) => (message: TgMessage) => message.text.includes(text);
const onDiscord = (text: string) => (message: DcMessage) => message.content.includes(text);

describe("one person on two platforms", { timeout: 180_000 }, () => {
  verifies(
    ["C-1.1-1", "C-7.2-1", "C-7.3-1", "C-5.1-3"],
    "pairs on Telegram, links Discord, asks on one and allows on the other; both get the file, and a stranger in the group gets only the hint",
    async () => {
      await using at = await openPlace();
      const { telegram, discord } = at;
      const phone = telegram.direct(mia);
      await using hub = await at.start();

      // Pairing: the hint has a code, and the operator approves it.
      telegram.say(mia, phone, "hello, anybody there?");
      const hint = await telegram.waitFor((s) => s.posted.find(onTelegram("pairing code")));
      const waiting = await at.parley("pair", "list");
      expect([waiting.code, waiting.out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${codeIn(hint.text)} +telegram +telegram:${mia} +Mia +until \\S+\\n$`)),
      ]);
      const approved = await at.parley("pair", "approve", codeIn(hint.text), "--person", "Mia");
      expect([approved.code, approved.out.trim()]).toEqual([0, `telegram:${mia} is now Mia, member.`]);
      expect((await at.parley("pair", "list")).out).toBe("");

      // Linking: the code is handed over on the other platform, by an account that nobody knows there.
      telegram.say(mia, phone, "!!link");
      const linking = await telegram.waitFor((s) => s.posted.find(onTelegram("Your code is")));
      const laptop = discord.user("Mia at work");
      const chat = discord.direct(laptop);
      discord.say(laptop, chat, `!!link ${codeIn(linking.text)}`);
      await discord.waitFor((s) => s.posted.find(onDiscord("Mia")));
      discord.say(laptop, chat, "here too");
      await discord.waitFor((s) => s.posted.find(onDiscord("did here too")));
      const people = await at.parley("people", "list");
      expect(people.out).toMatch(new RegExp(`Mia.*discord:${laptop} telegram:${mia}`));

      // Asked on Telegram, allowed on Discord.
      telegram.say(mia, phone, "the report please");
      const question = await discord.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
      const copy = await telegram.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
      expect(question.content).toContain("figures.csv");
      discord.press(laptop, `${chat}:${question.id}`, question.buttons[0]?.custom_id ?? "");
      await telegram.waitFor(() => copy.buttons.length === 0 && copy.text.includes("Mia") && copy.text.includes("Discord"));
      const there = await telegram.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      const here = await discord.waitFor((s) => s.posted.find((message) => message.files.length > 0));
      expect(there.file?.content.toString()).toBe("# All well\n");
      expect(here.files[0]?.content.toString()).toBe("# All well\n");
      await telegram.waitFor((s) => s.posted.find(onTelegram("Here it is.")));
      await discord.waitFor((s) => s.posted.find(onDiscord("Here it is.")));

      // A stranger in the group: the hint once, whatever they say or press.
      const group = telegram.group(-100, "The team");
      telegram.say(mia, group, "the report please", { mention: true });
      const asked = await telegram.waitFor((s) => s.posted.find((message) => message.chat.id === -100 && message.buttons.length === 2));
      const before = telegram.posted.filter((message) => message.chat.id === -100).length;
      const press = telegram.press(eve, `${group}:${asked.message_id}`, asked.buttons[0]?.callback_data ?? "");
      await telegram.waitFor((s) => s.world.toasts.find(({ query }) => query === press));
      for (const how of [{}, { mention: true }, { replyTo: `${group}:${asked.message_id}` }]) telegram.say(eve, group, `yes ${secretWords}`, how);
      telegram.say(eve, group, `!!exec ${secretWords}`);
      telegram.say(mia, group, "after her", { mention: true });
      await telegram.waitFor((s) => s.unconfirmed.length === 0);
      expect(asked.buttons).toHaveLength(2);
      telegram.press(mia, `${group}:${asked.message_id}`, asked.buttons[1]?.callback_data ?? "");
      await telegram.waitFor((s) => s.posted.find((message) => message.chat.id === -100 && message.text.includes("did after her")));
      const since = telegram.posted.filter((message) => message.chat.id === -100).slice(before);
      expect(since.filter(onTelegram(`telegram:${eve}`))).toHaveLength(1);
      expect((await hub.stop()).code).toBe(0);
      expectNowhere(at.place.home, [secretWords, telegram.token, discord.token], hub.out + hub.err);
    },
  );

  it("a chat that does not take a file is told which other chat does; the name of who asked is one visible line", async () => {
    await using server = await startNgircd();
    const irc = `\n  irc: { server: 127.0.0.1, port: ${server.port}, tls: false, nick: parley, channels: ["#team"], pace: { burst: 1000, every: 1ms } }`;
    await using at = await openPlace("security: { whitelist_enabled: false }", { bots: irc, flags: ["--allow-everyone"] });
    const { telegram } = at;
    telegram.user(eve, { first_name: "Eve\u202e\u200b\nAnn" });
    await using _hub = await at.start();
    using bo = await ircClient({ port: server.port, nick: "bo", channels: ["#team"] });
    bo.send("NAMES #team");
    await bo.says(/:parley!\S+ JOIN :?#team| 353 .*\bparley\b/);
    bo.send("PRIVMSG parley :here");
    await bo.says(/PRIVMSG bo :did here$/);
    telegram.say(eve, telegram.direct(eve), "the file please");
    const file = await telegram.waitFor((s) => s.posted.find((message) => message.file !== undefined));
    expect(file.file?.content.toString()).toBe("everything\n");
    await bo.says(/PRIVMSG bo :.*also in Telegram/);
    const heard = bo.textsTo("bo").join("\n");
    expect(heard).toContain("all.txt");
    expect(heard).toContain("Eve Ann in Telegram asked");
  });

  verifies(
    ["C-5.1-3", "C-3.2-1"],
    "a member's question goes to the owner on another platform; while that one is down the asking chat is told, and a copy elsewhere is not for everybody",
    async () => {
      await using at = await openPlace("questions: { approvers: [Ann] }");
      const { telegram, discord, ann } = at;
      const [chat, owners] = [telegram.direct(max), discord.direct(ann)];
      await using hub = await at.start();
      discord.say(ann, owners, "!!whoami");
      await discord.waitFor((s) => s.posted.find(onDiscord(`discord:${ann}`)));

      // Discord goes away before the question is asked.
      await discord.stop();
      telegram.say(max, chat, "the report please");
      const copy = await telegram.waitFor((s) => s.posted.find((message) => message.buttons.length === 2));
      await telegram.waitFor((s) => s.posted.find(onTelegram(`discord ${owners}`)));

      // The asker is not the one who may allow it, by button or by word.
      const press = telegram.press(max, `${chat}:${copy.message_id}`, copy.buttons[0]?.callback_data ?? "");
      await telegram.waitFor((s) => s.world.toasts.find(({ query, text }) => query === press && text.includes("Ann")));
      telegram.say(max, chat, "yes");
      await telegram.waitFor((s) => s.unconfirmed.length === 0);
      expect(copy.buttons).toHaveLength(2);

      // It comes back: the question reaches the owner there, once, and somebody else's press on it does nothing.
      await discord.listen();
      const question = await discord.waitFor((s) => s.posted.find((message) => message.channel.id === owners && message.buttons.length === 2));
      const stranger = discord.user("Ann");
      const ref = `${owners}:${question.id}`;
      const forged = discord.press(stranger, ref, question.buttons[0]?.custom_id ?? "");
      await discord.waitFor(() => forged.answered !== undefined);
      expect(question.buttons).toHaveLength(2);
      discord.press(ann, ref, question.buttons[0]?.custom_id ?? "");
      discord.press(ann, ref, question.buttons[1]?.custom_id ?? "");
      await telegram.waitFor((s) => s.posted.find(onTelegram("Here it is.")));
      await telegram.waitFor(() => copy.buttons.length === 0 && copy.text.includes("Ann") && copy.text.includes("Discord"));
      await telegram.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect(telegram.posted.filter(onTelegram("Then not."))).toEqual([]);
      expect(
        discord.posted.filter((message) => message.was.some((text) => text.includes("figures.csv")) || message.content.includes("figures.csv")),
      ).toHaveLength(1);
      expect((await hub.stop()).code).toBe(0);
    },
  );
});

/** In no file of the home, and in nothing that the program printed. */
function expectNowhere(home: string, words: readonly string[], printed: string): void {
  for (const word of words) expect(printed).not.toContain(word);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    expect([entry.name, words.filter((word) => bytes.includes(word))]).toEqual([entry.name, []]);
  }
}
