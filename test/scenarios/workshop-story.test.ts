import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { DiscordServer } from "#test/fakes/discord/server";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { startGitServer } from "#test/fakes/engine/git-server";
import { FeishuServer } from "#test/fakes/feishu/server";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { ModelServer } from "#test/fakes/model/server";
import type { Scripts } from "#test/fakes/model/script";
import { OneBotServer } from "#test/fakes/onebot/server";
import { shownText } from "#test/fakes/onebot/world";
import { desk, run, startHub } from "#test/fakes/program";
import { TelegramServer } from "#test/fakes/telegram/server";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, waitMs, workshopYaml, write } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const summary = "A script that greets, in your repository.";
/** What the steward's model says in the group, and what the delivery's model does in the container. */
const scripts = (source: { readonly source_type: "git"; readonly git_url: string } | { readonly source_type: "empty" }): Scripts => ({
  "write the greeter": [
    call("todo", { action: "add", content: "write the script", status: "in_progress" }),
    write("greet.sh", 'echo "Hello, $1"\n'),
    bash("bash greet.sh World"),
    write("README.md", readme),
    call("todo", { action: "update", item_id: 1, status: "done" }),
    end({ archive_name: "greeter", summary }),
  ],
  "make me a script": [call("code_delivery", { prompt: "write the greeter", ...source }), { text: "It is under way." }],
});

describe("somebody writes in a group: make me a script, start from this repository", () => {
  verifies(
    ["CD-4.1-1", "CD-1.1-1", "CD-11.1-2", "CD-11.4-1", "CD-5.7-3"],
    "the steward has it delivered: it asks once, its progress is edited in the group, and the archive arrives there",
    async () => {
      await using git = await startGitServer(await daemon.gateway());
      const seen = Promise.withResolvers<void>();
      await using stage = await openStage(daemon, scripts({ source_type: "git", git_url: git.url }), {
        settings: "sessions: [{ name: main, cli_type: builtin }]\ndefault_session: main\n",
        // The work goes on when people have seen what it does.
        before: async (said) => ("tool" in said && said.args["item_id"] === 1 ? seen.promise : undefined),
      });
      const { parley, model } = stage;
      const room = parley.chat.group("dev", ["ada", "bo", "ana"]);
      const ada = talk(parley, "ada", room);
      ada.say(`make me a script that greets, start from this repository: ${git.url}`);
      await ada.press("Allow once");
      await ada.hears("It is under way.");
      const inRoom = () => parley.chat.posted.filter((message) => message.room === room);
      const progress = await parley.chat.waitFor(() => inRoom().find(({ text }) => text.includes("▸ write the script") && text.includes("› ")), {
        timeoutMs: waitMs,
      });
      seen.resolve();
      const archive = await stage.archive(room);
      expect(archive).toMatchObject({ text: holding(summary), file: { name: "greeter.zip" } });
      const files = await stage.content(archive);
      // The repository's own file, and what was added to it.
      expect([files.get("app.sh"), files.get("greet.sh")]).toEqual(["echo version two\n", 'echo "Hello, $1"\n']);
      const edited = inRoom().find(({ id }) => id === progress.id);
      await parley.chat.waitFor(() => inRoom().some(({ text }) => text.includes(archive.file?.sha256 ?? "?")), { timeoutMs: waitMs });
      expect(edited?.was.length).toBeGreaterThan(0);
      // The summary stands with the archive, and only there.
      expect(inRoom().filter(({ text }) => text.includes(summary))).toHaveLength(1);
      // Asked once, by the steward; inside the task nobody is asked.
      expect((await parley.questions()).map(({ state }) => state)).toEqual(["answered"]);
      expect(model.exchanges.find(({ asked }) => asked.includes("write the greeter"))?.asked).toContain(`source_type=git, git_url=${git.url}`);
      expect(parley.chat.posted.every((message) => message.room === room)).toBe(true);
      expect([await stage.containers(), stage.folders()]).toEqual([[], []]);
    },
    longMs,
  );

  verifies(
    ["CD-4.1-1", "CD-11.4-1", "CD-7.1-1"],
    "on each of the five platforms the archive arrives in that group, or it is told there where it is kept",
    async () => {
      const held = Promise.withResolvers<void>();
      await using model = await ModelServer.start(scripts({ source_type: "empty" }), {
        before: async (said) => ("tool" in said && said.args["item_id"] === 1 ? held.promise : undefined),
      });
      await using telegram = await TelegramServer.start({ waitMs });
      await using discord = await DiscordServer.start({ waitMs });
      await using feishu = await FeishuServer.start({ waitMs });
      await using onebot = await OneBotServer.start({ waitMs, heartbeatMs: 200 });
      await using irc = await gatherPeople();
      await irc.join("#team");
      telegram.user(7, { first_name: "Ann" });
      feishu.user("ou_ann", "Ann");
      onebot.user(70, "Ann");
      const laptop = discord.user("Ann");
      const rooms = {
        telegram: telegram.group(-200, "Team"),
        discord: discord.channel(discord.guild("Home"), "team"),
        feishu: feishu.group("oc_team", "Team").id,
        onebot: onebot.group(20, "Team"),
      };
      using place = desk();
      const env = {
        DOCKER_HOST: daemon.host,
        TELEGRAM_TOKEN: telegram.token,
        DISCORD_TOKEN: discord.token,
        FEISHU_SECRET: feishu.secret,
        ONEBOT_TOKEN: onebot.token,
        IRC_PASSWORD: botPassword,
      };
      const sides = [
        {
          name: "telegram",
          say: (text: string) => void telegram.say(7, rooms.telegram, text, { mention: true }),
          texts: () => telegram.posted.filter(({ chat }) => chat.id === -200).map(({ text }) => text),
          edits: () => telegram.posted.some(({ was }) => was.length > 0),
          file: () => telegram.posted.find(({ chat, file }) => chat.id === -200 && file !== undefined)?.file?.name,
        },
        {
          name: "discord",
          say: (text: string) => void discord.say(laptop, rooms.discord, text, { mention: true }),
          texts: () => discord.posted.filter(({ channel }) => channel.id === rooms.discord).map(({ content }) => content),
          edits: () => discord.posted.some(({ was }) => was.length > 0),
          file: () => discord.posted.find(({ channel, files }) => channel.id === rooms.discord && files.length > 0)?.files[0]?.name,
        },
        {
          name: "feishu",
          say: (text: string) => void feishu.say("ou_ann", rooms.feishu, text, { mention: true }),
          texts: () => feishu.posted.filter(({ chat }) => chat.id === rooms.feishu).map(({ text }) => text),
          file: () => feishu.posted.find(({ chat, file }) => chat.id === rooms.feishu && file !== undefined)?.file?.name,
        },
        {
          name: "onebot",
          say: (text: string) => void onebot.say(70, rooms.onebot, text, { mention: true }),
          texts: () => onebot.posted.filter(({ chat }) => chat.kind === "group").map(shownText),
          file: () => onebot.posted.find(({ chat, file }) => chat.kind === "group" && chat.id === 20 && file !== undefined)?.file?.name,
        },
        { name: "irc", say: (text: string) => irc.ann.send(`PRIVMSG #team :parley: ${text}`), texts: () => irc.ann.textsTo("#team") },
      ] as const;
      writeFileSync(
        join(place.dir, "parley.yaml"),
        `people: [{ name: Ann, role: owner, accounts: ["telegram:7", "discord:${laptop}", "feishu:ou_ann", "onebot:70", "irc:ann"] }]
${workshopYaml(model, "")}
sessions:
${sides.map(({ name }) => `  - { name: on-${name}, cli_type: builtin }`).join("\n")}
bots:
  telegram: { token: "\${TELEGRAM_TOKEN}", api_root: "${telegram.root}" }
  discord: { token: "\${DISCORD_TOKEN}", api_root: "${discord.root}" }
  feishu: { app_id: "${feishu.appId}", app_secret: "\${FEISHU_SECRET}", domain: "${feishu.domain}" }
  onebot: { url: "${onebot.url}", access_token: "\${ONEBOT_TOKEN}" }
  irc: { server: 127.0.0.1, port: ${irc.network.port}, tls: false, nick: parley, channels: ["#team"], sasl: { account: parley, password: "\${IRC_PASSWORD}" }, pace: { burst: 1000, every: 1ms } }
`,
      );
      await using _hub = await startHub(["--home", place.home], { cwd: place.dir, env });
      await irc.ann.says(/:parley!\S+ JOIN :?#team/);
      const questions = z.array(z.object({ id: z.string(), code: z.string(), state: z.string(), session: z.string() }));
      const open = async () => questions.parse(JSON.parse((await run(["questions", "--home", place.home, "--json"], { cwd: place.dir, env })).out));
      const until = async (look: () => unknown, is: unknown = true): Promise<void> => {
        await expect.poll(look, { timeout: waitMs, interval: 100 }).toEqual(is);
      };

      for (const { name, say, texts } of sides) {
        say(`!!use on-${name}`);
        await until(() => texts().some((text) => text.includes(`on-${name}`)));
        say("make me a script that greets");
        await until(async () => (await open()).filter(({ state }) => state === "open").length, 1);
        const [question] = (await open()).filter(({ state }) => state === "open");
        say(`yes ${question?.code}`);
        await until(() => texts().some((text) => text.includes("It is under way.")));
      }
      held.resolve();
      for (const side of sides) {
        if (side.name === "irc") await until(() => side.texts().some((text) => text.includes("greeter.zip")));
        else await until(() => side.file(), "greeter.zip");
        if ("edits" in side) expect([side.name, side.edits()]).toEqual([side.name, true]);
      }
      const [, path = ""] = / (\S*\.agents\/artifacts\/tsk_\w+\/greeter\.zip)/.exec(irc.ann.textsTo("#team").join("")) ?? [];
      expect(existsSync(path)).toBe(true);
      await until(() => daemon.names(), []);
    },
    300_000,
  );
});
