import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigRoom } from "#test/config-room";
import { verifies } from "#test/verifies";

let room: ConfigRoom;

beforeEach(() => {
  room = new ConfigRoom();
});

afterEach(() => room[Symbol.dispose]());

describe("command_prefix", () => {
  verifies(["C-8.1-1", "C-9.1-2"], "is !! unless another sign is chosen", () => {
    expect(room.good("").config.commandPrefix).toBe("!!");
    for (const prefix of ["!!", ">>", "##", "@+", "."]) expect(room.good(`command_prefix: "${prefix}"`).config.commandPrefix).toBe(prefix);
  });

  it("cannot be of letters, digits, spaces or the / of the CLIs", () => {
    for (const prefix of ["", "a", "!a", "1", "! !", "/", "!/", "命", "!!!!!!!!!"]) expect(room.bad(`command_prefix: "${prefix}"`)).toHaveLength(1);
  });
});

describe("security", () => {
  verifies("C-9.1-3", "keeps the list on unless the file turns it off", () => {
    expect(room.good("", { allowEveryone: true }).config.allowEveryone).toBe(false);
    expect(room.good("security: { whitelist_enabled: true }", { allowEveryone: true }).config.allowEveryone).toBe(false);
  });

  verifies("C-5.1-12", "is turned off only together with the flag, and then warns", () => {
    const text = "security: { whitelist_enabled: false }";
    expect(room.bad(text)[0]).toContain("--allow-everyone");
    const { config, warnings } = room.good(text, { allowEveryone: true });
    expect(config.allowEveryone).toBe(true);
    expect(warnings).toEqual([expect.stringContaining("security.whitelist_enabled")]);
  });

  verifies(["C-9.1-4", "C-5.1-13"], "takes ids as they are written and gives a platform without an entry nobody", () => {
    const { config } = room.good("security: { allowed_users: { telegram: [7, '007'], irc: [alice] } }");
    expect(config.people.flatMap(({ accounts }) => accounts)).toEqual(["telegram:7", "telegram:007", "irc:alice"]);
    expect(room.good("security: { allowed_users: }").config.people).toEqual([]);
    expect(room.bad("security: { allowed_users: { telegram: [' 7'] } }")[0]).toContain("without spaces");
  });

  verifies("C-9.1-5", "makes admins of those listed as such, once, whoever else lists them", () => {
    const { config } = room.good("security: { allowed_users: { telegram: [7] }, admins: { telegram: [7, 8] } }");
    expect(config.people).toEqual([
      { name: "telegram:7", role: "admin", accounts: ["telegram:7"] },
      { name: "telegram:8", role: "admin", accounts: ["telegram:8"] },
    ]);
  });
});

describe("what agents post", () => {
  it("is limited to sixty messages a minute and filtered for keys, unless the file says otherwise", () => {
    expect(room.good("").config).toMatchObject({ limits: { agentPostsPerMinute: 60 }, contentFilter: true });
    const { config } = room.good("security: { content_filter: false }\nlimits: { agent_posts_per_minute: 0 }");
    expect(config).toMatchObject({ limits: { agentPostsPerMinute: 0 }, contentFilter: false });
    expect(room.bad("limits: { agent_posts_per_minute: -1 }")).toHaveLength(1);
  });
});

describe("people", () => {
  it("are joined with the lists by account, with the higher of the roles", () => {
    const { config } = room.good(
      "people: [{ name: mia, accounts: ['telegram:7', 'irc:mia'] }, { name: olga, role: owner, accounts: ['telegram:9'] }]\nsecurity: { allowed_users: { telegram: [7, 9, 10] }, admins: { telegram: [7, 9] } }",
    );
    expect(config.people).toEqual([
      { name: "mia", role: "admin", accounts: ["telegram:7", "irc:mia"] },
      { name: "olga", role: "owner", accounts: ["telegram:9"] },
      { name: "telegram:10", role: "member", accounts: ["telegram:10"] },
    ]);
  });

  it("have names and accounts of their own, on platforms that there are", () => {
    expect(room.bad("people: [{ name: a, accounts: ['irc:x'] }, { name: a, accounts: ['irc:x', 'icq:1'] }]")).toEqual([
      "parley.yaml:1:46: people[1].name: The name a is already taken by people[0].",
      "parley.yaml:1:66: people[1].accounts[0]: The account irc:x is already listed at people[0].accounts[0]. An account belongs to one person.",
      "parley.yaml:1:75: people[1].accounts[1]: There is no platform icq. Known: telegram, discord, feishu, onebot, irc.",
    ]);
    for (const name of ["telegram:7", "operator", "hub", " "]) expect(room.bad(`people: [{ name: "${name}" }]`)).toHaveLength(1);
  });

  it("who may answer are named, and a name that nobody has is pointed out", () => {
    const { config, warnings } = room.good("people: [{ name: mia }]\nquestions: { approvers: [mia, operator, mai] }");
    expect(config.questions).toEqual({ expiresMs: 600_000, approvers: ["mia", "operator", "mai"] });
    expect(warnings).toEqual([expect.stringContaining("questions.approvers names mai")]);
    expect(room.bad("questions: { approvers: [] }")).toHaveLength(1);
  });
});

describe("server", () => {
  it("leaves this machine only behind an https address", () => {
    for (const host of ["127.0.0.1", "127.0.0.2", "'::1'", "localhost"]) expect(room.good(`server: { host: ${host} }`).ok).toBe(true);
    for (const server of ["host: 0.0.0.0", "host: '::'", "host: example.org", "host: 127.evil.org", "host: 0.0.0.0, public_url: http://p.example"])
      expect(room.bad(`server: { ${server} }`)[0]).toContain("reverse proxy");
    expect(room.good("server: { host: 0.0.0.0, public_url: https://p.example }").config.server).toEqual({
      host: "0.0.0.0",
      port: 39_765,
      publicUrl: "https://p.example",
    });
    expect(room.bad("server: { public_url: https://p.example/sub }")[0]).toContain("without a path");
    expect(room.bad("server: { public_url: 'javascript:alert(1)' }")[0]).toContain("http:// or https://");
  });

  it("and hooks do not share a port", () => {
    expect(room.bad("server: { port: 8080 }\nhook_server: { port: 8080 }")[0]).toContain("hook_server.port: ");
  });
});

describe("sessions", () => {
  verifies("C-9.1-12", "include the default one, or the file is wrong", () => {
    const text = "sessions: [{ name: project-a, cli_type: scripted }]\ndefault_session: ";
    expect(room.good(`${text}project-a`).config.defaultSession).toBe("project-a");
    expect(room.bad(`${text}projct-a`)).toEqual(["parley.yaml:2:1: default_session: There is no session projct-a. Did you mean project-a?"]);
    expect(room.bad("default_session: a")[0]).toContain("There are no sessions");
  });

  it("have names of their own, a known agent, a driver that fits and no keys of another's", () => {
    const problems = room.bad("sessions: [{ name: a, cli_type: claude, script: x }, { name: a, cli_type: scripted, driver: tmux }]");
    expect(problems).toEqual([
      "parley.yaml:1:41: sessions[0].script: This key is only for scripted sessions, and claude is not one.",
      "parley.yaml:1:56: sessions[1].name: The name a is already taken by sessions[0].",
      "parley.yaml:1:85: sessions[1].driver: scripted cannot be driven by tmux. Remove the key, or choose scripted.",
    ]);
    expect(room.bad("sessions: [{ name: a, cli_type: cluade }]")[0]).toContain("Did you mean claude?");
    expect(room.bad("sessions: [{ cli_type: scripted }]")[0]).toContain("sessions[0].name: This key is missing.");
    for (const name of ["../up", "a b", "-a", ""]) expect(room.bad(`sessions: [{ name: "${name}", cli_type: scripted }]`)).toHaveLength(1);
  });

  it("carry what only their agent reads, and how they are driven", () => {
    const { config } = room.good(
      "sessions: [{ name: a, cli_type: scripted, script: /s.txt }, { name: b, cli_type: gemini, driver: acp, start_cmd: gemini -x, run_as: bot, env: { N: 1 } }, { name: 会议, cli_type: builtin }]",
    );
    expect(config.sessions).toMatchObject([
      { kind: "scripted", settings: { script: "/s.txt" } },
      { kind: "acp", settings: {}, startCommand: "gemini -x", runAs: "bot" },
      { kind: "builtin", name: "会议" },
    ]);
    expect(config.sessions[1]?.env["N"]?.reveal()).toBe("1");
  });
});

describe("what this version or machine cannot give", () => {
  it("is a red line with its reason and the way out, never a refusal", () => {
    writeFileSync(join(room.dir, "taken"), "");
    const { redLines } = room.good(
      "store: { url: 'postgres://u:p@h/db' }\nlogging: { file: taken/app.log }\ncode_delivery: {}\nsessions: [{ name: a, cli_type: builtin, work_dir: gone }]",
    );
    expect(redLines.map(({ what }) => what)).toEqual(["sessions.a.work_dir", "sessions.a", "store.url", "logging.file"]);
    for (const { why, mend } of redLines) expect([why.length > 10, mend.length > 10]).toEqual([true, true]);
    expect(JSON.stringify(redLines)).not.toContain("u:p");
  });

  it("is nothing for parts that are off, or defaults that nobody wrote", () => {
    expect(room.good("bots: { irc: { enabled: false } }\ncode_delivery: { enabled: false }\nlogging: { level: WARN }").redLines).toEqual([]);
  });

  verifies("C-9.1-22", "does not touch the log: its level and file are taken as they are", () => {
    expect(room.good("logging: { level: ERROR, file: /tmp/x/app.log }").config.logging).toEqual({ level: "error", file: "/tmp/x/app.log" });
  });
});

describe("the adapters' own sections", () => {
  verifies(
    ["CD-8-1", "CD-8-2", "CD-8-3", "CD-8-4", "CD-8-5", "CD-8-6", "CD-8-7", "CD-8-8", "CD-8-9", "CD-8-10", "CD-8-11", "CD-3.1-1"],
    "have the delivery's defaults",
    () => {
      expect(room.good("").config.codeDelivery).toEqual({
        enabled: true,
        task_root: join(room.dir, "data", "code_delivery"),
        docker_image: "ubuntu:24.04",
        container_name_prefix: "code_delivery_",
        container_name_suffix: "_runner",
        default_command_timeout_seconds: 600,
        max_command_output_chars: 20_000,
        default_archive_format: "zip",
        max_archive_size_mb: 200,
        cleanup_on_finish: true,
        cleanup_on_start: true,
        llm_max_retries_per_request: 5,
        notify_on_llm_failure: true,
        packages: ["git", "curl", "ca-certificates", "zip", "unzip", "tar"],
        sandbox: "docker",
        network: true,
        memory_mb: 2_048,
        cpus: 2,
        pids: 512,
        disk_mb: 4_096,
        task_timeout: 7_200_000,
        worker: "steward",
        max_steps: 200,
      });
    },
  );

  it("refuse a pattern that is no regular expression", () => {
    expect(room.bad("cli_adapters: { claude: { interactive: { patterns: ['ok', '(['] } } }")).toEqual([
      "parley.yaml:1:59: cli_adapters.claude.interactive.patterns[1]: Must be a regular expression.",
    ]);
  });

  it("need one way to connect where there are two", () => {
    expect(room.bad("bots: { onebot: {} }")[0]).toContain("One of url and listen is missing.");
    expect(room.good("bots: { onebot: { listen: '127.0.0.1:1' } }").ok).toBe(true);
  });
});
