import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adapters } from "#app/catalog";
import { loadConfig } from "#config/load";
import type { ConfigChange, ConfigKey, ConfigurationFile } from "#domain/configuration";
import { verifies } from "#test/verifies";
import { configurationFile } from "./configuration-file.ts";

const text = `# Ours, keep it.
server:
  port: 4000 # behind nginx
language: \${LANG_HERE}
workspace: .
sessions:
  - { name: demo, cli_type: scripted }
default_session: demo
model: { provider: anthropic, name: big, api_key: sk-literal-secret-123 }
questions:
  approvers: [ann, "\${SECOND}"]
`;

let home: string;
let file: string;
let configuration: ConfigurationFile;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "parley-config-"));
  file = join(home, "parley.yaml");
  writeFileSync(file, text);
  const environment = { env: { LANG_HERE: "en", SECOND: "from-the-environment" }, userHome: home, cwd: home };
  const options = { home, file, allowEveryone: false, environment, adapters };
  const loaded = loadConfig(options);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  configuration = configurationFile(loaded, options);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const key = (name: string): ConfigKey | undefined => configuration.read().keys.find((one) => one.key === name);
const change = (changes: readonly ConfigChange[], save = true) => configuration.change(changes, { version: configuration.read().version, save });
const problemsOf = (changes: readonly ConfigChange[]): string => {
  const outcome = change(changes);
  return outcome.ok ? "" : outcome.problems.join("\n");
};

describe("the configuration file", () => {
  verifies("C-14.2-1", "shows every value in force with its origin, and no secret or variable's value", () => {
    expect(key("server.port")).toMatchObject({ value: 4000, from: { kind: "file", line: 3 }, type: "number" });
    expect(key("server.host")).toMatchObject({ value: "127.0.0.1", from: { kind: "default" }, type: "text" });
    expect(key("language")).toMatchObject({
      value: null,
      isSet: true,
      from: { kind: "environment", names: ["LANG_HERE"] },
      type: "choice",
      choices: ["en", "zh-CN"],
    });
    expect(key("questions.approvers")).toMatchObject({ value: null, from: { kind: "environment", names: ["SECOND"] }, type: "list" });
    expect(key("model.api_key")).toMatchObject({ value: null, isSet: true, type: "secret" });
    expect(key("hook_server")).toMatchObject({ isSet: false, from: { kind: "unset" }, type: "fixed" });
    expect(key("sessions[0].work_dir")).toMatchObject({ type: "text" });
    const all = JSON.stringify(configuration.read());
    expect(all).not.toContain("sk-literal");
    expect(all).not.toContain("from-the-environment");
  });

  it("changes no value that an alias elsewhere in the file repeats", () => {
    const anchored = text.replace("default_session: demo", "default_session: &d demo").replace("port: 4000", "port: &p 4000");
    writeFileSync(file, anchored);
    expect(problemsOf([{ key: "server.port", value: 5000 }])).toContain("server.port");
    expect(problemsOf([{ key: "default_session", value: null }])).toContain("default_session");
    expect(readFileSync(file, "utf8")).toBe(anchored);
  });

  verifies("C-14.2-1", "saves what the next start would accept, with every comment in its place, and tells that it has to start again", () => {
    expect(configuration.read().needsRestart).toBe(false);
    expect(
      change([
        { key: "server.port", value: 5000 },
        { key: "limits.queue", value: 7 },
      ]),
    ).toMatchObject({ ok: true });
    const saved = readFileSync(file, "utf8");
    expect(saved).toContain("# Ours, keep it.");
    expect(saved).toContain("port: 5000 # behind nginx");
    expect(saved).toContain("sk-literal-secret-123");
    expect(saved).toMatch(/limits:\n {2}queue: 7/);
    expect(configuration.read().needsRestart).toBe(true);
    expect(change([{ key: "limits.queue", value: null }])).toMatchObject({ ok: true });
    expect(readFileSync(file, "utf8")).not.toContain("limits");
  });

  it("writes nothing when it is only checked, or when the value would keep the hub from starting", () => {
    expect(change([{ key: "server.port", value: 5000 }], false)).toMatchObject({ ok: true });
    expect(problemsOf([{ key: "server.port", value: 70_000 }])).toContain("server.port");
    expect(problemsOf([{ key: "default_session", value: "nobody" }])).toContain("default_session");
    expect(problemsOf([{ key: "server.host", value: "0.0.0.0" }])).not.toBe("");
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it.each([
    ["a secret in clear", "model.api_key", "sk-another"],
    ["a variable in a plain value", "model.name", "${LANG_HERE}"],
    ["a variable in a list", "questions.approvers", ["${SECOND}"]],
    ["a key that is none", "server.prot", 1],
    ["a way around the keys", "server..port", 1],
    ["a whole section", "sessions", ["x"]],
    ["the prototype", "__proto__.polluted", "x"],
  ] as const)("refuses %s", (_, name, value) => {
    expect(problemsOf([{ key: name, value }])).toContain(name);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("takes a secret by the name of its variable", () => {
    expect(problemsOf([{ key: "model.api_key", value: "${NOT_SET_ANYWHERE}" }])).toContain("NOT_SET_ANYWHERE");
    expect(change([{ key: "model.api_key", value: "${LANG_HERE}" }])).toMatchObject({ ok: true });
  });

  it("refuses a change by somebody who has not seen the file as it is", () => {
    const { version } = configuration.read();
    writeFileSync(file, `${text}# another hand\n`);
    expect(configuration.change([{ key: "server.port", value: 5000 }], { version, save: true })).toMatchObject({ ok: false, why: "stale" });
    expect(readFileSync(file, "utf8")).toContain("another hand");
  });

  it("changes the file that a link leads to, and leaves the link", () => {
    mkdirSync(join(home, "kept"));
    renameSync(file, join(home, "kept", "real.yaml"));
    symlinkSync(join("kept", "real.yaml"), file);
    expect(change([{ key: "server.port", value: 5000 }])).toMatchObject({ ok: true });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, "kept", "real.yaml"), "utf8")).toContain("port: 5000");
    expect(readdirSync(join(home, "kept"))).toEqual(["real.yaml"]);
  });

  it("fills a section that is there and empty", () => {
    writeFileSync(file, `${text}limits:\n`);
    expect(change([{ key: "limits.queue", value: 7 }])).toMatchObject({ ok: true });
    expect(readFileSync(file, "utf8")).toMatch(/limits:\n {2}queue: 7/);
  });

  it.each([
    ["half written", `${text.slice(0, text.indexOf("123 }"))}`],
    ["one with a value where a section belongs", `${text}limits: none\n`],
    ["one with an alias that leads nowhere", `${text}limits: *gone\n`],
    ["one with a key twice", `${text}language: en\n`],
  ])("refuses a change of a file that is %s by now, and leaves it alone", (_, broken) => {
    writeFileSync(file, broken);
    const outcome = change([{ key: "limits.queue", value: 7 }]);
    expect(outcome).toMatchObject({ ok: false, why: "invalid" });
    expect(JSON.stringify(outcome)).not.toContain("sk-literal");
    expect(readFileSync(file, "utf8")).toBe(broken);
  });
});
