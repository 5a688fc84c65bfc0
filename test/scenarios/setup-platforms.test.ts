import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiscordServer } from "#test/fakes/discord/server";
import { FeishuServer } from "#test/fakes/feishu/server";
import { botPassword, gatherPeople } from "#test/fakes/irc/chat-people";
import { ircClient } from "#test/fakes/irc/client";
import { startNgircd } from "#test/fakes/irc/ngircd";
import { OneBotServer } from "#test/fakes/onebot/server";
import { desk, run, type Desk, type Ended } from "#test/fakes/program";

/** Somebody at a terminal who types these lines. */
const setup = (place: Desk, platform: string, lines: readonly string[], ...args: readonly string[]): Promise<Ended> =>
  run(["setup", platform, "--home", place.home, ...args], { cwd: place.dir, stdin: lines.map((line) => `${line}\n`).join("") });

const tested = "Parley is set up.";

/** Written with the secret apart, read back by the program, and shown nowhere. */
async function expectSetUp(place: Desk, done: Ended, platform: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  expect([done.code, done.err]).toEqual([0, expect.stringContaining("The test message was sent.")]);
  expect(done.out).toContain("pair approve CODE");
  const yaml = readFileSync(join(place.home, "parley.yaml"), "utf8");
  const config = await place.parley("config");
  expect([config.code, config.out]).toEqual([0, expect.stringContaining(`bots.${platform}.`)]);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(yaml).toContain(`\${${name}}`);
    expect(readFileSync(join(place.home, ".env"), "utf8")).toContain(`${name}=${secret}\n`);
    expect(statSync(join(place.home, ".env")).mode & 0o777).toBe(0o600);
    for (const text of [yaml, config.out, done.out, done.err]) expect(text).not.toContain(secret);
  }
}

describe("parley setup", { timeout: 120_000 }, () => {
  it("discord: asks for the token, and refuses one that Discord does not know", async () => {
    await using server = await DiscordServer.start({ waitMs: 40_000 });
    const ann = server.user("Ann");
    using place = desk();
    const wrong = await setup(place, "discord", ["wrong.token.here"], "--set", `api_root=${server.root}`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
    const done = await setup(place, "discord", [server.token, ann], "--set", `api_root=${server.root}`);
    await expectSetUp(place, done, "discord", { DISCORD_TOKEN: server.token });
    expect(server.posted.map(({ content }) => content)).toEqual([expect.stringContaining(tested)]);
  });

  it("feishu: asks for the app's id and secret, and refuses a secret that is not its own", async () => {
    await using server = await FeishuServer.start({ waitMs: 40_000 });
    server.user("ou_ann", "Ann");
    using place = desk();
    const wrong = await setup(place, "feishu", [server.appId, "wrong-secret"], "--set", `domain=${server.domain}`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
    const done = await setup(place, "feishu", [server.appId, server.secret, "ou_ann"], "--set", `domain=${server.domain}`);
    await expectSetUp(place, done, "feishu", { FEISHU_APP_SECRET: server.secret });
    expect(server.posted.map(({ text }) => text)).toEqual([expect.stringContaining(tested)]);
  });

  it("onebot: asks where the implementation listens and for its token", async () => {
    await using server = await OneBotServer.start({ waitMs: 40_000 });
    server.user(10001, "Ann");
    using place = desk();
    const wrong = await setup(place, "onebot", [server.url, "wrong-token"]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
    const done = await setup(place, "onebot", [server.url, server.token, "10001"]);
    await expectSetUp(place, done, "onebot", { ONEBOT_ACCESS_TOKEN: server.token });
    expect(server.posted.map(({ segments }) => JSON.stringify(segments))).toEqual([expect.stringContaining(tested)]);
  });

  it("irc: asks for server, nick and channels; nobody is written to whose account is not known", async () => {
    await using server = await startNgircd();
    using _ann = await ircClient({ port: server.port, nick: "ann", channels: ["#lemon"] });
    using place = desk();
    const given = ["--set", `port=${server.port}`, "--set", "tls=false"];
    const done = await setup(place, "irc", ["127.0.0.1", "parley", "#lemon", "", "", "ann"], ...given);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("The test message was not sent")]);
    expect(done.out).toContain("pair approve CODE");
    expect((await place.parley("config")).out).toContain("#lemon");
    expect((await place.parley("doctor")).out).toContain("irc");
  });

  it("irc: logs in to services by SASL or by NickServ, refuses a wrong password, and keeps the right one apart", async () => {
    await using people = await gatherPeople();
    const { network, ann } = people;
    await people.join("#lemon");
    const given = ["--set", `port=${network.port}`, "--set", "tls=false"];
    const begin = ["127.0.0.1", "parley", "#lemon"];
    using place = desk();
    for (const login of [
      ["parley", "not-the-password"],
      ["", "not-the-password"],
    ]) {
      const wrong = await setup(place, "irc", [...begin, ...login], ...given);
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
    }
    const done = await setup(place, "irc", [...begin, "parley", botPassword, "ann"], ...given);
    await expectSetUp(place, done, "irc", { IRC_SASL_PASSWORD: botPassword });
    await ann.says(/PRIVMSG annie :Parley is set up\./);
    expect(readFileSync(join(place.home, "parley.yaml"), "utf8")).toMatch(/sasl:\s+account: parley/);

    using other = desk();
    const byName = await setup(other, "irc", [...begin, "", botPassword, "ann"], ...given);
    await expectSetUp(other, byName, "irc", { IRC_NICKSERV_PASSWORD: botPassword });
    expect(byName.err).toContain("logged in as parley");
    const twice = await setup(desk(), "irc", begin, ...given, "--set", `sasl.password=${botPassword}`);
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("does not belong on a command line")]);
  });
});
