import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ConfigRoom } from "#test/config-room";
import { say } from "#lib/words/words";
import { configTexts } from "./texts.ts";

const file = `
language: zh-CN
security: { whitelist_enabled: false }
watchdog: { enabled: false }
questions: { approvers: [Nobody] }
store: { url: "postgres://db/parley" }
sessions:
  - { name: one, cli_type: scripted, work_dir: gone }
  - { name: own, cli_type: builtin }
routing: { rules: [{ keywords: [review], session: none }] }
`;

it("startup warnings are in the language of the file", () => {
  using room = new ConfigRoom();
  writeFileSync(join(room.dir, ".env"), "not a variable", { mode: 0o600 });
  const { warnings, redLines, config } = room.good(file, { allowEveryone: true });
  const zh = "zh-CN";
  expect(warnings).toEqual([
    say(zh, configTexts.envFileBadLine, { file: join(room.dir, ".env"), line: 1 }),
    say(zh, configTexts.everyoneMayPrompt),
    say(zh, configTexts.watchdogOff),
    say(zh, configTexts.unknownApprover, { name: "Nobody" }),
  ]);
  expect(redLines.map(({ why, mend }) => [why, mend])).toEqual([
    [say(zh, configTexts.noWorkDir, { path: join(room.dir, "gone") }), say(zh, configTexts.createOrCorrect)],
    [say(zh, configTexts.ruleNoSession, { session: "none" }), say(zh, configTexts.ruleCorrectSession)],
    [say(zh, configTexts.noModel), say(zh, configTexts.setModel)],
    [say(zh, configTexts.sqliteOnly), say(zh, configTexts.removeStoreUrl, { path: config.store.path })],
  ]);
});
