import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { DiscordServer } from "#test/fakes/discord/server";
import { connectMcp, type McpClient } from "#test/fakes/door/mcp";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { FeishuServer } from "#test/fakes/feishu/server";
import { ircClient } from "#test/fakes/irc/client";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { ModelServer } from "#test/fakes/model/server";
import { OneBotServer } from "#test/fakes/onebot/server";
import { desk, run, startHub, type Place, type Program } from "#test/fakes/program";
import { TelegramServer } from "#test/fakes/telegram/server";
import { like } from "#test/matching";
import { verifies } from "#test/verifies";
import { end, readme, waitMs, workshopYaml, write } from "./workshop-stage.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const [mia, ann] = [71, 7];
const made = [write("hello.sh", "echo hi\n"), write("README.md", readme), end({ archive_name: "made", summary: "A script that greets." })];

async function mcpAs(hub: Program, home: string, place: Place): Promise<McpClient> {
  const { out } = await run(["token", "create", "--home", home, "--json", "--person", "Ann"], place);
  return connectMcp(hub.port, z.object({ token: z.string() }).parse(JSON.parse(out)).token);
}

describe("a delivery to every platform", { timeout: 180_000 }, () => {
  verifies(
    ["CD-11.4-1", "CD-11.4-2", "CD-5.7-3", "CD-7.1-1", "CD-7.1-2", "CD-4.2-4"],
    "asked for in a shell: the archive arrives in four chats, and IRC, which takes no files, is told where it is kept",
    async () => {
      await using model = await ModelServer.start({ "a script": made });
      await using telegram = await TelegramServer.start({ waitMs });
      await using discord = await DiscordServer.start({ waitMs });
      await using feishu = await FeishuServer.start({ waitMs });
      await using onebot = await OneBotServer.start({ waitMs, heartbeatMs: 200 });
      await using ircd = await startNgircd();
      telegram.user(mia, { first_name: "Mia" });
      feishu.user("ou_ann", "Ann");
      onebot.user(ann, "Ann");
      onebot.group(20, "The team");
      const laptop = discord.user("Ann");
      using place = desk();
      const env = {
        DOCKER_HOST: daemon.host,
        TELEGRAM_TOKEN: telegram.token,
        DISCORD_TOKEN: discord.token,
        FEISHU_APP_ID: feishu.appId,
        FEISHU_APP_SECRET: feishu.secret,
        ONEBOT_TOKEN: onebot.token,
      };
      writeFileSync(
        join(place.dir, "parley.yaml"),
        `people: [{ name: Ann, role: owner }]
${workshopYaml(model, "")}
bots:
  telegram: { token: "\${TELEGRAM_TOKEN}", api_root: "${telegram.root}" }
  discord: { token: "\${DISCORD_TOKEN}", api_root: "${discord.root}" }
  feishu: { app_id: "\${FEISHU_APP_ID}", app_secret: "\${FEISHU_APP_SECRET}", domain: "${feishu.domain}" }
  onebot: { url: "${onebot.url}", access_token: "\${ONEBOT_TOKEN}" }
  irc: { server: 127.0.0.1, port: ${ircd.port}, tls: false, nick: parley, channels: ["#team"], pace: { burst: 1000, every: 1ms } }
`,
      );
      await using hub = await startHub(["--home", place.home], { cwd: place.dir, env });
      using bo = await ircClient({ port: ircd.port, nick: "bo", channels: ["#team"] });
      const deliver = async (target: string): Promise<string> => {
        const { out, err, code } = await run(["deliver", "--home", place.home, "--json", "--to", target, "make a script"], { cwd: place.dir, env });
        expect([code, err]).toEqual([0, ""]);
        return z.object({ task_id: z.string(), state: z.literal("queued") }).parse(JSON.parse(out)).task_id;
      };

      await using client = await mcpAs(hub, place.home, { cwd: place.dir, env });
      const { body } = await client.tool("code_delivery", { prompt: "make a script", source_type: "empty", target_type: "group", target_id: 20 });
      expect(body).toMatchObject({ error: "InvalidArgs", detail: like(/telegram.*onebot.*CHANNEL\/ROOM/) });

      const phone = telegram.direct(mia);
      await deliver(`telegram/${phone}`);
      const onTelegram = await telegram.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect([onTelegram.file?.name, onTelegram.file?.content.subarray(0, 2).toString()]).toEqual(["made.zip", "PK"]);

      await deliver(`discord/${discord.direct(laptop)}`);
      const onDiscord = await discord.waitFor((s) => s.posted.find((message) => message.files.length > 0));
      expect([onDiscord.files[0]?.name, onDiscord.files[0]?.content.subarray(0, 2).toString()]).toEqual(["made.zip", "PK"]);

      await deliver("feishu:ou_ann");
      const onFeishu = await feishu.waitFor((s) => s.posted.find((message) => message.file !== undefined));
      expect([onFeishu.file?.name, onFeishu.file?.content.subarray(0, 2).toString()]).toEqual(["made.zip", "PK"]);

      for (const room of [`private:${ann}`, "group:20"]) await deliver(`onebot/${encodeURIComponent(room)}`);
      for (const action of ["upload_private_file", "upload_group_file"]) await onebot.waitFor((s) => s.calls.find((call) => call.action === action));

      const task = await deliver("irc/%23team");
      await bo.says(new RegExp(`PRIVMSG #team :.*${task}`));
      await bo.says(/PRIVMSG #team :.*made\.zip/);
      const kept = join(place.dir, ".agents", "artifacts", task, "made.zip");
      await expect.poll(() => existsSync(kept), { timeout: waitMs }).toBe(true);
      await expect.poll(() => daemon.names(), { timeout: waitMs }).toEqual([]);
    },
  );

  verifies(["CD-4.2-4", "CD-7.2-1"], "asked for over MCP with a type and an id: on the only platform, that names the group or the person", async () => {
    await using model = await ModelServer.start({ "a script": made });
    await using onebot = await OneBotServer.start({ waitMs, heartbeatMs: 200 });
    onebot.user(ann, "Ann");
    onebot.group(20, "The team");
    using place = desk();
    const bots = `bots: { onebot: { url: "${onebot.url}", access_token: "\${ONEBOT_TOKEN}" } }\n`;
    writeFileSync(join(place.dir, "parley.yaml"), `people: [{ name: Ann, role: owner }]\n${workshopYaml(model, "")}\n${bots}`);
    const around = { cwd: place.dir, env: { DOCKER_HOST: daemon.host, ONEBOT_TOKEN: onebot.token } };
    await using hub = await startHub(["--home", place.home], around);
    await using client = await mcpAs(hub, place.home, around);
    for (const [kind, id] of [
      ["group", 20],
      ["private", ann],
    ] as const) {
      const { body } = await client.tool("code_delivery", { prompt: "make a script", source_type: "empty", target_type: kind, target_id: id });
      expect(body).toMatchObject({ ok: true, target: `onebot/${kind}%3A${id}` });
      const sent = await onebot.waitFor((s) => s.posted.find((message) => message.file !== undefined && message.chat.kind === kind));
      expect(sent).toMatchObject({ chat: { kind, id }, file: { name: "made.zip" } });
    }
  });
});
