import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiscordServer } from "#test/fakes/discord/server";
import { FeishuServer } from "#test/fakes/feishu/server";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { OneBotServer } from "#test/fakes/onebot/server";
import { shownText } from "#test/fakes/onebot/world";
import { desk, startHub } from "#test/fakes/program";
import { TelegramServer } from "#test/fakes/telegram/server";

export interface SaidFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

export interface Heard {
  readonly text: string;
  readonly file?: { readonly name: string; readonly bytes: number };
}

/** One platform, seen by Ann in her chat alone with Parley. */
export interface ChatSide {
  readonly name: "Telegram" | "Discord" | "Feishu" | "QQ" | "IRC";
  say(text: string, files?: readonly SaidFile[]): void;
  /** What Parley posted there, as people read it. */
  heard(): readonly Heard[];
  /** Asked again at every change there. */
  until<T>(look: () => T | undefined | false): Promise<T>;
}

const [annTelegram, annQq] = [7, 70];

/** The program with all five platforms at once, Ann on each of them, and one session that all her chats show. */
export async function openFiveChats(script: string, more = "") {
  await using stack = new AsyncDisposableStack();
  const waitMs = 60_000;
  const telegram = stack.use(await TelegramServer.start({ waitMs }));
  telegram.user(annTelegram, { first_name: "Ann" });
  const discord = stack.use(await DiscordServer.start({ waitMs }));
  const annDiscord = discord.user("Ann");
  const feishu = stack.use(await FeishuServer.start({ waitMs }));
  feishu.user("ou_ann", "Ann");
  const qq = stack.use(await OneBotServer.start({ waitMs, heartbeatMs: 200 }));
  const annQqRoom = qq.user(annQq, "Ann");
  const irc = stack.use(await gatherPeople());
  const place = stack.use(desk());
  const accounts = [`telegram:${annTelegram}`, `discord:${annDiscord}`, "feishu:ou_ann", `onebot:${annQq}`, "irc:ann"];
  writeFileSync(join(place.dir, "work.script"), script);
  writeFileSync(
    join(place.dir, "parley.yaml"),
    `language: en
people: [{ name: Ann, role: owner, accounts: ${JSON.stringify(accounts)} }]
sessions: [{ name: work, cli_type: scripted, script: work.script }]
default_session: work
${more}
bots:
  telegram: { token: "\${TELEGRAM_TOKEN}", api_root: "${telegram.root}" }
  discord: { token: "\${DISCORD_TOKEN}", api_root: "${discord.root}" }
  feishu: { app_id: "${feishu.appId}", app_secret: "\${FEISHU_SECRET}", domain: "${feishu.domain}" }
  onebot: { url: "${qq.url}", access_token: "\${ONEBOT_TOKEN}", self_files: true }
  irc: { server: 127.0.0.1, port: ${irc.network.port}, tls: false, nick: parley, channels: ["#team"], sasl: { account: parley, password: "\${IRC_PASSWORD}" }, lines: 1000, pace: { burst: 1000, every: 1ms } }
`,
  );
  const secrets = {
    TELEGRAM_TOKEN: telegram.token,
    DISCORD_TOKEN: discord.token,
    FEISHU_SECRET: feishu.secret,
    ONEBOT_TOKEN: qq.token,
    IRC_PASSWORD: botPassword,
  };
  await irc.join("#team");
  const sized = (file: { readonly name: string; readonly content: Buffer } | undefined): Pick<Heard, "file"> =>
    file === undefined ? {} : { file: { name: file.name, bytes: file.content.length } };
  const sides: readonly ChatSide[] = [
    {
      name: "Telegram",
      say: (text, files = []) => void telegram.say(annTelegram, telegram.direct(annTelegram), text, { files }),
      heard: () => telegram.posted.filter(({ chat }) => chat.id === annTelegram).map(({ text, file }) => ({ text, ...sized(file) })),
      until: (look) => telegram.waitFor(look),
    },
    {
      name: "Discord",
      say: (text, files = []) => void discord.say(annDiscord, discord.direct(annDiscord), text, { files }),
      heard: () => discord.posted.map(({ content, files: [file] }) => ({ text: content, ...sized(file) })),
      until: (look) => discord.waitFor(look),
    },
    {
      name: "Feishu",
      say: (text, files = []) => {
        if (text !== "") feishu.say("ou_ann", "ou_ann", text);
        if (files.length > 0) feishu.say("ou_ann", "ou_ann", "", { files });
      },
      heard: () => feishu.posted.map(({ text, file }) => ({ text, ...sized(file) })),
      until: (look) => feishu.waitFor(look),
    },
    {
      name: "QQ",
      say: (text, files = []) => void qq.say(annQq, annQqRoom, text, { files }),
      heard: () => qq.posted.map((message) => ({ text: shownText(message), ...sized(message.file) })),
      until: (look) => qq.waitFor(look),
    },
    {
      name: "IRC",
      say: (text) => irc.ann.send(`PRIVMSG parley :${text}`),
      heard: () => irc.ann.textsTo("annie").map((text) => ({ text })),
      until: async (look) => {
        for (;;) {
          const from = irc.ann.lines.length;
          const found = look();
          if (found !== undefined && found !== false) return found;
          await irc.ann.says(/ PRIVMSG /, from);
        }
      },
    },
  ];
  const start = async () => {
    const hub = await startHub(["--home", place.home], { cwd: place.dir, env: secrets });
    await irc.ann.says(/:parley!\S+ JOIN :?#team/);
    return hub;
  };
  const held = stack.move();
  return {
    telegram,
    discord,
    feishu,
    qq,
    irc,
    place,
    secrets: Object.values(secrets),
    accounts: { discord: annDiscord },
    sides,
    start,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Everything that was heard there, without what platforms put before characters that they would read as marks. */
export function heardBy(side: ChatSide): string {
  return side
    .heard()
    .map(({ text }) => text.replaceAll("\\", ""))
    .join("\n");
}

/** Every side still answers a session that says `did {prompt}`. */
export async function allAnswer(sides: readonly ChatSide[], word: string): Promise<void> {
  for (const side of sides) {
    side.say(`${word} ${side.name}`);
    await side.until(() => heardBy(side).includes(`did ${word} ${side.name}`));
  }
}

/** Codes of questions, in the order in which a side shows them. */
const codesOn = (side: ChatSide): readonly string[] => side.heard().flatMap(({ text }) => /yes ([a-z]{5})/.exec(text)?.[1] ?? []);

/** Says it, and resolves with the code of the question that comes of it. */
export function ask(side: ChatSide, words: string): Promise<string> {
  const known = new Set(codesOn(side));
  side.say(words);
  return side.until(() => codesOn(side).find((code) => !known.has(code)));
}
