import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigRoom } from "#test/config-room";
import { verifies } from "#test/verifies";

let room: ConfigRoom;

beforeEach(() => {
  room = new ConfigRoom();
});

afterEach(() => room[Symbol.dispose]());

describe("finding the file", () => {
  it("takes the named one, else the one here, else the one at home, else the embedded defaults", () => {
    const other = join(room.dir, "other.yaml");
    writeFileSync(other, "server: { port: 1 }");
    writeFileSync(join(room.home, "parley.yaml"), "server: { port: 3 }");
    expect(room.load("server: { port: 2 }", { file: "other.yaml" })).toMatchObject({ config: { file: other, server: { port: 1 } } });
    expect(room.load("server: { port: 2 }")).toMatchObject({ config: { server: { port: 2 } } });
    using fresh = new ConfigRoom();
    writeFileSync(join(fresh.home, "parley.yaml"), "server: { port: 3 }");
    expect(fresh.load(undefined)).toMatchObject({ config: { server: { port: 3 }, workspace: fresh.home } });
    using empty = new ConfigRoom();
    expect(empty.load(undefined)).toMatchObject({
      config: { file: undefined, server: { host: "127.0.0.1", port: 39_765 }, sessions: [{ name: "demo" }], defaultSession: "demo" },
    });
  });

  it("does not pass over a file that is named and missing, or is a directory", () => {
    expect(room.load(undefined, { file: "gone.yaml" })).toEqual({
      ok: false,
      file: join(room.dir, "gone.yaml"),
      problems: [`${join(room.dir, "gone.yaml")}: There is no such file. Check the path after --config.`],
    });
    mkdirSync(join(room.dir, "parley.yaml"));
    expect(room.load(undefined)).toMatchObject({ ok: false, problems: [expect.stringContaining("This is a directory")] });
  });

  it("has no sessions when the file has none, and takes an empty file", () => {
    for (const text of ["", "# nothing yet\n", "sessions:\npeople:\nbots:\n"])
      expect(room.good(text).config).toMatchObject({ sessions: [], defaultSession: undefined, channels: [] });
  });
});

describe("bad files", () => {
  it("name the line and the column of broken YAML", () => {
    expect(room.bad("server:\n  port: [1,\nlanguage: en\n")[0]).toMatch(/^parley\.yaml:3:1: This is not valid YAML: /);
    expect(room.bad("server:\n\tport: 1\n")).toEqual(["parley.yaml:2:1: There is a tab where YAML wants spaces. Indent with spaces."]);
    expect(room.bad("language: en\nserver: {}\nlanguage: en\n")).toEqual(["parley.yaml:3:1: This key stands twice in the same section. Keep one of them."]);
    expect(room.bad("language: en\n---\nlanguage: en\n")).toEqual(["parley.yaml:2:1: A second document begins here (---). Keep one document in the file."]);
    expect(room.bad("command_prefix: !!\n")).toEqual([
      "parley.yaml:1:17: A value that begins with ! is a tag in YAML. If the ! belongs to the text, put the value in quotes.",
    ]);
  });

  it("are refused when they are no map, not text, or much too large", () => {
    for (const text of ["- a\n- b\n", "just words\n", "42\n"]) expect(room.bad(text)).toEqual([expect.stringContaining("must hold keys with values")]);
    expect(room.bad(Uint8Array.of(0x61, 0x3a, 0xff, 0xfe))).toEqual([expect.stringContaining("not valid UTF-8")]);
    expect(room.bad(`# ${"x".repeat(1024 * 1024)}\n`)).toEqual([expect.stringContaining("larger than 1 MB")]);
  });

  it("cannot make the reader grow without end", () => {
    const rows = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? "x" : `*a${i - 1}`)).join(", ")}]`);
    expect(room.bad(rows.join("\n"))).toEqual([expect.stringContaining("repeats an alias")]);
    expect(room.bad("people: &me [*me]\n")).toEqual([expect.stringContaining("contains itself")]);
    expect(room.bad(`people: ${"[".repeat(20_000)}${"]".repeat(20_000)}`)).toEqual([expect.stringContaining("nested too deeply")]);
    expect(room.bad(`people: ${"[".repeat(60)}${"]".repeat(60)}`)).toEqual([expect.stringContaining("nested too deeply")]);
  });

  it("are told to quote a number that cannot be kept exactly", () => {
    const problems = room.bad("security:\n  allowed_users:\n    telegram: [1]\n    discord: [1, 12345678901234567890]\n  admins: { onebot: [1e30] }\n");
    expect(problems).toEqual([
      "parley.yaml:4:18: security.allowed_users.discord[1]: This number is too large to be kept exactly. Put it in quotes.",
      "parley.yaml:5:22: security.admins.onebot[0]: This number is too large to be kept exactly. Put it in quotes.",
    ]);
    expect(room.good("security: { allowed_users: { discord: ['12345678901234567890', 9007199254740991] } }").config.people.map(({ name }) => name)).toEqual([
      "discord:12345678901234567890",
      "discord:9007199254740991",
    ]);
  });

  it("hear of every mistake at once, each with its place", () => {
    const problems = room.bad(
      [
        "serve: { port: 1 }",
        "server: { port: 70000, hots: x }",
        "security: { alowed_users: {}, allowed_users: { telegram: [true], telegrm: [1] } }",
        "watchdog: { timeout: 300, check_intervals: [] }",
        "sessions: [{ name: a, cli_type: scripted }]",
        "default_session: main",
        "bots: { telegram: {}, discord: { token: '${DISCORD_TOKEN}', chanel_id: 1 } }",
        "logging: { level: loud }",
        "command_prefix:",
        "questions: { expires: soon }",
      ].join("\n"),
    );
    expect(problems).toEqual([
      "parley.yaml:1:1: serve: There is no such key. Did you mean server?",
      "parley.yaml:2:11: server.port: Must be at most 65535.",
      "parley.yaml:2:24: server.hots: There is no such key. Did you mean host?",
      "parley.yaml:3:13: security.alowed_users: There is no such key. Did you mean allowed_users?",
      "parley.yaml:3:59: security.allowed_users.telegram[0]: Must be text, not the value true.",
      "parley.yaml:3:66: security.allowed_users.telegrm: There is no such key. Did you mean telegram?",
      "parley.yaml:4:13: watchdog.timeout: Must be text, not a number. Put it in quotes, and give a time its unit.",
      "parley.yaml:4:27: watchdog.check_intervals: Must have at least one entry; remove the key if it is not meant.",
      "parley.yaml:6:1: default_session: There is no session main. Sessions: a.",
      "parley.yaml:7:9: bots.telegram.token: This key is missing. Set it, or write enabled: false.",
      "parley.yaml:7:34: bots.discord.token: The environment variable DISCORD_TOKEN is not set. Set it before starting, or turn this part off.",
      "parley.yaml:7:61: bots.discord.chanel_id: There is no such key. Did you mean channel_id?",
      "parley.yaml:8:12: logging.level: Must be one of debug, info, warn, error.",
      "parley.yaml:9:1: command_prefix: This key is empty. Give it a value, or remove it; a value that begins with # or ! needs quotes.",
      "parley.yaml:10:14: questions.expires: Must be a time with its unit, as 30s, 5m, 2h or 1d.",
    ]);
  });

  it("get the known keys when nothing is near", () => {
    expect(room.bad("store: { zzzzzz: 1 }")[0]).toBe("parley.yaml:1:10: store.zzzzzz: There is no such key. Known here: url.");
    expect(room.bad("__proto__: { x: 1 }")[0]).toMatch(/^parley\.yaml:1:1: __proto__: There is no such key\./);
  });
});

describe("values from the environment", () => {
  verifies("C-9.2-1", "stand for ${NAME}, alone or inside a text, and are not searched again", () => {
    const env = { HOST: "irc.example.org", PORT: "6697", NICK: "${HOST}", PASS: "s3cret" };
    const { config } = room.good("bots: { irc: { server: 'eu.${HOST}', port: '${PORT}', nick: '${NICK}', sasl: { account: a, password: '${PASS}' } } }", {
      env,
    });
    expect(config.channels[0]?.settings).toMatchObject({ server: "eu.irc.example.org", port: 6697, nick: "${HOST}" });
    expect(JSON.stringify(config)).not.toContain("s3cret");
  });

  it("may be missing only in a part that is turned off, by the environment too", () => {
    const text = "bots: { telegram: { enabled: '${ON}', token: '${TELEGRAM_TOKEN}' } }";
    expect(room.good(text, { env: { ON: "false" } }).config.channels).toEqual([]);
    expect(room.bad(text, { env: { ON: "true" } })).toHaveLength(1);
    expect(room.bad(text, { env: { ON: "true", TELEGRAM_TOKEN: "" } })[0]).toContain("TELEGRAM_TOKEN");
    expect(room.good(text, { env: { ON: "true", TELEGRAM_TOKEN: "t" } }).config.channels).toHaveLength(1);
  });

  it("are where secrets belong: one that is written out gets a warning without showing it", () => {
    const { warnings } = room.good(
      "bots: { telegram: { token: s3cret-1 }, onebot: { url: 'ws://h', access_token: '${T}' } }\nsessions: [{ name: a, cli_type: scripted, env: { MY_TOKEN: s3cret-2, EDITOR: vim, N: 3 } }]",
      { env: { T: "s3cret-3" } },
    );
    expect(warnings).toEqual([
      "sessions[0].env.MY_TOKEN is a secret written into the file. Write ${NAME} instead and set NAME in the environment.",
      "bots.telegram.token is a secret written into the file. Write ${NAME} instead and set NAME in the environment.",
    ]);
  });
});

describe("paths", () => {
  verifies("C-9.1-25", "that begin with ~ are in the home directory, relative ones in the workspace", () => {
    const { config } = room.good(
      "workspace: ~/w\nlogging: { file: logs/a.log }\nstore: { url: 'sqlite:~/p.db' }\nsessions: [{ name: a, cli_type: scripted, work_dir: ~ }, { name: b, cli_type: scripted, work_dir: sub }, { name: c, cli_type: scripted }]".replace(
        "work_dir: ~ }",
        "work_dir: '~' }",
      ),
    );
    const workspace = join(room.userHome, "w");
    expect(config.workspace).toBe(workspace);
    expect(config.logging.file).toBe(join(workspace, "logs", "a.log"));
    expect(config.store.path).toBe(join(room.userHome, "p.db"));
    expect(config.sessions.map(({ workDir }) => workDir)).toEqual([room.userHome, join(workspace, "sub"), workspace]);
  });

  it("have defaults: the file's directory, and the home for what Parley owns", () => {
    const { config } = room.good("");
    expect([config.workspace, config.store.path, config.logging.file]).toEqual([room.dir, join(room.home, "parley.db"), join(room.home, "logs", "parley.log")]);
    expect(room.bad("workspace: ~bob/w")[0]).toContain("other people's (~name) are not looked up");
  });
});
