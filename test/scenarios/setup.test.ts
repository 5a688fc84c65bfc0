import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk, run, type Desk, type Ended } from "#test/fakes/program";
import { TelegramServer } from "#test/fakes/telegram/server";

/** Somebody at a terminal who types these lines. */
const setup = (place: Desk, lines: readonly string[], ...args: readonly string[]): Promise<Ended> =>
  run(["setup", "telegram", "--home", place.home, ...args], { cwd: place.dir, stdin: lines.map((line) => `${line}\n`).join("") });

describe("parley setup", () => {
  it("asks, checks with the platform, writes the file and the secret apart, and sends a test message", async () => {
    await using server = await TelegramServer.start({});
    server.user(7, { first_name: "Ann" });
    server.direct(7);
    using place = desk();
    const done = await setup(place, [server.token, "7"], "--set", `api_root=${server.root}`);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("The test message was sent.")]);
    expect(done.out).toContain("pair approve CODE");
    expect(done.out + done.err).not.toContain(server.token);
    expect(server.posted.map(({ text }) => text)).toEqual([expect.stringContaining("Parley is set up.")]);

    const [file, env] = [join(place.home, "parley.yaml"), join(place.home, ".env")];
    expect(readFileSync(file, "utf8")).toContain("token: ${TELEGRAM_TOKEN}");
    expect(readFileSync(env, "utf8")).toBe(`TELEGRAM_TOKEN=${server.token}\n`);
    expect(statSync(env).mode & 0o777).toBe(0o600);
    const config = await place.parley("config");
    expect([config.code, config.out]).toEqual([0, expect.stringContaining("bots.telegram.token")]);
    expect(config.out).not.toContain(server.token);
    await using hub = await place.start();
    // Nothing that setup wrote is warned of, and the way that it named leads in.
    expect(hub.out + hub.err).not.toContain("warn");
    server.say(7, "7", "hello");
    const hint = await server.waitFor((s) => s.posted.find(({ text }) => text.includes("telegram:7")));
    const code = /[2-9A-HJ-NP-Z]{8}/.exec(hint.text)?.[0] ?? "";
    expect((await place.parley("pair", "approve", code, "--person", "Ann")).code).toBe(0);
    const before = server.posted.length;
    server.say(7, "7", "hello again");
    await server.waitFor((s) => s.posted.length > before);
    expect(server.posted.at(-1)?.text).not.toContain("telegram:7");
  });

  it("keeps what is in the file, and writes nothing when the platform says no or the section is there", async () => {
    await using server = await TelegramServer.start({});
    using place = desk();
    const file = join(place.dir, "parley.yaml");
    const before = "# mine\nlanguage: en # as I like it\nsessions: []\n";
    writeFileSync(file, before, { mode: 0o640 });
    const wrong = await setup(place, ["1:wrong"], "--set", `api_root=${server.root}`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
    expect(readFileSync(file, "utf8")).toBe(before);

    expect((await setup(place, [server.token, ""], "--set", `api_root=${server.root}`)).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain(before.trimEnd());
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const again = await setup(place, [], "--set", `api_root=${server.root}`);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("bots.telegram already")]);
  });

  it("writes the file for a platform that cannot be reached now, and says so in whole sentences", async () => {
    using place = desk();
    const away = await setup(place, ["1:a", ""], "--set", "api_root=http://127.0.0.1:1");
    expect([away.code, away.err]).toEqual([0, expect.stringContaining("cannot be reached")]);
    expect(away.err).not.toContain("..");
    expect(readFileSync(join(place.home, ".env"), "utf8")).toBe("TELEGRAM_TOKEN=1:a\n");
  });

  it("takes no secret from the command line, and says which platforms there are", async () => {
    using place = desk();
    const secret = await setup(place, [], "--set", "token=1:abc");
    expect([secret.code, secret.err]).toEqual([2, expect.stringContaining("does not belong on a command line")]);
    const unknown = await run(["setup", "telegrm", "--home", place.home], { cwd: place.dir });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Did you mean telegram?")]);
    const ended = await setup(place, []);
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining("Nothing was written.")]);
  });
});
