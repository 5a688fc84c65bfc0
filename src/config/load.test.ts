import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoadedConfig } from "#config/load";
import { ConfigRoom } from "#test/config-room";
import { Secret } from "#lib/redact/secret";
import { verifies } from "#test/verifies";
import { configTexts } from "#config/texts";
import { partOf } from "#test/part-of";

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
  it("that call a section by another name are told its own", () => {
    expect(room.bad("chanels: {}\nagents: []\nusers: []\n").map((line) => line.split("Did you mean ")[1])).toEqual(["bots?", "sessions?", "people?"]);
    expect(room.bad("server: { chanels: 1 }\n")[0]).not.toContain("bots");
  });

  it("name the line and the column of broken YAML", () => {
    expect(room.bad("server:\n  port: [1,\nlanguage: en\n")[0]).toMatch(/^parley\.yaml:3:1: This is not valid YAML: /);
    expect(room.bad("server:\n\tport: 1\n")).toEqual(["parley.yaml:2:1: YAML does not allow tabs here. Indent with spaces."]);
    expect(room.bad("language: en\nserver: {}\nlanguage: en\n")).toEqual(["parley.yaml:3:1: This key is duplicated in the section. Keep one of them."]);
    expect(room.bad("language: en\n---\nlanguage: en\n")).toEqual(["parley.yaml:2:1: A second document starts here (---). Keep one document in the file."]);
    expect(room.bad("command_prefix: !!\n")).toEqual([
      "parley.yaml:1:17: A value that starts with ! is a tag in YAML. If the ! is part of the text, put the value in quotes.",
    ]);
  });

  it("are rejected when they are not a map, not text, or far too large", () => {
    for (const text of ["- a\n- b\n", "just words\n", "42\n"]) expect(room.bad(text)).toEqual([expect.stringContaining("keys with values")]);
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
      "parley.yaml:4:18: security.allowed_users.discord[1]: This number is too large to be represented exactly. Put it in quotes.",
      "parley.yaml:5:22: security.admins.onebot[0]: This number is too large to be represented exactly. Put it in quotes.",
    ]);
    expect(room.good("security: { allowed_users: { discord: ['12345678901234567890', 9007199254740991] } }").config.people.map(({ name }) => name)).toEqual([
      "discord:12345678901234567890",
      "discord:9007199254740991",
    ]);
  });

  it("report every mistake at once, each with its position", () => {
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
      "parley.yaml:4:13: watchdog.timeout: Must be text, not a number. Put it in quotes; durations need a unit.",
      "parley.yaml:4:27: watchdog.check_intervals: Must have at least one entry; remove the key if you do not need it.",
      "parley.yaml:6:1: default_session: There is no session main. Sessions: a.",
      "parley.yaml:7:9: bots.telegram.token: This key is missing. Set it, or write enabled: false.",
      "parley.yaml:7:34: bots.discord.token: The environment variable DISCORD_TOKEN is not set. Set it before starting, or disable this section.",
      "parley.yaml:7:61: bots.discord.chanel_id: There is no such key. Did you mean channel_id?",
      "parley.yaml:8:12: logging.level: Must be one of debug, info, warn, error.",
      "parley.yaml:9:1: command_prefix: This key is empty. Give it a value, or remove it; a value that starts with # or ! needs quotes.",
      "parley.yaml:10:14: questions.expires: Must be a duration with a unit, such as 30s, 5m, 2h or 1d.",
    ]);
  });

  it("get the known keys when nothing is near", () => {
    expect(room.bad("store: { zzzzzz: 1 }")[0]).toBe("parley.yaml:1:10: store.zzzzzz: There is no such key. Known here: url.");
    expect(room.bad("__proto__: { x: 1 }")[0]).toMatch(/^parley\.yaml:1:1: __proto__: There is no such key\./);
  });
});

it("is not waited for where a pipe or a folder stands in place of the file", () => {
  const path = join(room.dir, "parley.yaml");
  execFileSync("mkfifo", [path]);
  expect(room.load(undefined)).toEqual({ ok: false, file: path, problems: [`${path}: This is a directory, a pipe or a device, not a file.`] });
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

  verifies("C-9.2-1", "win over what the file says for a secret, and over a variable that is not set", () => {
    const env = { PARLEY_BOTS_TELEGRAM_TOKEN: "from-the-environment", PARLEY_BOTS_IRC_SASL_PASSWORD: "${HOST}", PARLEY_BOTS_IRC_NICK: "other" };
    const text = "bots: { telegram: { token: TOKEN }, irc: { server: irc.example.org, nick: parley, sasl: { account: a, password: in-the-file } } }";
    for (const written of ["in-the-file", "'${TELEGRAM_TOKEN}'"]) {
      const loaded = room.good(text.replace("TOKEN", written), { env });
      const [telegram, irc] = ["telegram", "irc"].map((id) => loaded.config.channels.find((channel) => channel.id === id)?.settings);
      expect(revealed(telegram?.["token"])).toBe("from-the-environment");
      expect(irc).toMatchObject({ nick: "parley" });
      expect(revealed((irc?.["sasl"] as Record<string, unknown> | undefined)?.["password"])).toBe("${HOST}");
      expect(loaded.origin(["bots", "telegram", "token"])).toEqual({ from: "environment", names: ["PARLEY_BOTS_TELEGRAM_TOKEN"] });
    }
    expect(revealed(room.good(text.replace("TOKEN", "in-the-file")).config.channels[0]?.settings["token"])).toBe("in-the-file");
    expect(room.good("default_session: x\nsessions: [{ name: x, cli_type: scripted }]", { env }).config.channels).toEqual([]);
  });

  it("that set no secret, or one of a section that the file lacks, are warned about", () => {
    const env = { PARLEY_SERVER_PORT: "80", PARLEY_BOTS_TELEGRAM_TOKEN: "t", PARLEY_BOTS_IRC_SASL_PASSWORD: "p", PARLEY_HOME: "/elsewhere", PARLEY_URL: "" };
    const { warnings, config } = room.good("bots: { telegram: { token: t } }", { env });
    expect(config.server.port).toBe(39_765);
    expect(warnings.filter((line) => line.includes("has no effect")).map((line) => line.split(" ")[0])).toEqual([
      "PARLEY_SERVER_PORT",
      "PARLEY_BOTS_IRC_SASL_PASSWORD",
    ]);
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
      "bots: { telegram: { token: s3cret-1 }, onebot: { url: 'wss://h', access_token: '${T}' } }\nsessions: [{ name: a, cli_type: scripted, env: { MY_TOKEN: s3cret-2, EDITOR: vim, N: 3 } }]",
      { env: { T: "s3cret-3" } },
    );
    expect(warnings).toEqual([
      "sessions[0].env.MY_TOKEN is a secret stored in the file. Write ${NAME} instead and set NAME in the environment.",
      "bots.telegram.token is a secret stored in the file. Write ${NAME} instead and set NAME in the environment.",
    ]);
  });
});

describe("the .env beside the file", () => {
  const text = "bots: { telegram: { token: '${TELEGRAM_TOKEN}' } }";
  const beside = (content: string, mode = 0o600): void => {
    const file = join(room.dir, ".env");
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  const tokenIn = (loaded: LoadedConfig): string | undefined => revealed(loaded.config.channels[0]?.settings["token"]);

  it("sets variables that the environment does not", () => {
    beside("TELEGRAM_TOKEN=from-file\n");
    expect(tokenIn(room.good(text))).toBe("from-file");
    expect(tokenIn(room.good(text, { env: { TELEGRAM_TOKEN: "from-environment" } }))).toBe("from-environment");
    expect(room.good(text).warnings).toEqual([]);
  });

  it("is reported when others can read it or a line is broken, without its content", () => {
    beside("TELEGRAM_TOKEN=s3cret\n", 0o644);
    expect(room.good(text).warnings).toEqual([expect.stringContaining(partOf(configTexts.envFileOpen))]);
    beside("TELEGRAM_TOKEN 's3cret\n");
    const { warnings } = room.good("language: en");
    expect(warnings).toEqual([expect.stringContaining("line 1 cannot be parsed")]);
    expect(warnings.join()).not.toContain("s3cret");
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
    expect(room.bad("workspace: ~bob/w")[0]).toContain("~name is not supported");
  });
});

function revealed(value: unknown): string | undefined {
  return value instanceof Secret ? value.reveal() : undefined;
}
