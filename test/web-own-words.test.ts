import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { adapters } from "#app/catalog";
import { describeKeys } from "#config/describe-keys";
import { loadConfig } from "#config/load";
import { activityWords } from "#web/words/activity.ts";
import { configKeyWords } from "#web/words/config-keys.ts";

const everything = `
people: [{ name: Ana, role: owner, accounts: ["irc:ana"] }]
sessions: [{ name: demo, cli_type: scripted }, { name: claude, cli_type: claude }]
bots:
  telegram: { token: a }
  discord: { token: a }
  feishu: { app_id: a, app_secret: b }
  onebot: { url: "ws://127.0.0.1:1", access_token: x }
  irc: { server: h, nick: n, channels: ["#a"] }
model: { provider: anthropic, name: big, api_key: x }
routing: { rules: [{ session: demo }] }
hook_server: { port: 4000 }
`;

it("every key of the configuration is described in Chinese, too", () => {
  for (const text of [everything, ""]) {
    const environment = { env: {}, userHome: "/nowhere", cwd: "/nowhere" };
    const loaded = loadConfig({ home: "/nowhere", file: "/nowhere/parley.yaml", text, allowEveryone: false, environment, adapters });
    if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
    const keys = describeKeys(loaded).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter((key) => configKeyWords(key) === undefined)).toEqual([]);
  }
});

it("everything that records say was done is said in Chinese, too", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const did = new Set(
    sources.flatMap((name) => [...readFileSync(join("src", name), "utf8").matchAll(/\bdid: ([^,}\n]+)/g)].flatMap(([, said = ""]) => literals(said))),
  );
  expect(did.size).toBeGreaterThan(20);
  expect([...did].filter((words) => activityWords["zh-CN"].did[words] === undefined)).toEqual([]);
});

function literals(code: string): readonly string[] {
  return [...code.matchAll(/"([^"]+)"/g)].map(([, words = ""]) => words);
}
