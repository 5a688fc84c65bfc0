import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { say } from "#lib/words/words";
import { checkHome, checkPort, checkStore, checkWorkspace } from "./checks.ts";
import { missingPrograms } from "./cli-programs.ts";
import { checkTexts } from "./texts.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-checks-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it.each(["en", "zh-CN"] as const)("what doctor finds is said in %s", async (language) => {
  const gone = join(dir, "gone");
  expect(await checkHome(gone, language)).toMatchObject({ state: "ok", says: say(language, checkTexts.notThereYet, { path: gone }) });
  chmodSync(dir, 0o755);
  expect(await checkHome(dir, language)).toMatchObject({ state: "warning", says: say(language, checkTexts.readableByOthers, { path: dir }) });
  const file = join(dir, "file");
  writeFileSync(file, "");
  expect(await checkHome(file, language)).toMatchObject({
    state: "error",
    says: say(language, checkTexts.homeNotFolder, { path: file }),
    mend: say(language, checkTexts.homeChoose),
  });
  const below = join(file, "parley.db");
  expect(await checkStore(below, dir, language)).toMatchObject({ state: "error", says: say(language, checkTexts.storeBelowFile, { path: below }) });
  expect(await checkPort({ host: "127.0.0.1", port: 0, publicUrl: undefined }, gone, language)).toMatchObject({
    says: say(language, checkTexts.portFree, { address: "127.0.0.1:0" }),
  });
  expect(checkWorkspace({ workspace: dir, home: dir, file: undefined, language })).toMatchObject({
    says: say(language, checkTexts.workspaceHolds, { workspace: dir, held: say(language, checkTexts.theHome, { path: dir }) }),
    mend: say(language, checkTexts.workspaceElsewhere),
  });
  const session = { kind: "acp", cliType: "acp" } as never;
  expect(await missingPrograms({ sessions: [session], cliAdapters: {}, workspace: dir, language }, { PATH: dir })).toMatchObject([
    { why: say(language, checkTexts.noProgram), mend: say(language, checkTexts.setProgram) },
  ]);
});
