import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const src = join(dirname(import.meta.dirname), "src");

/** Read what nobody else can write: the kernel's files, or the program's own. */
const others: readonly string[] = [
  "app/ship-skills.ts",
  "app/version.ts",
  "documents/ocr/tesseract.ts",
  "documents/pdf/pdfium.ts",
  "documents/program/main.ts",
  "http/routes/page/assets.ts",
  "http/routes/page/compressed.ts",
  "wire/proc.ts",
  "wire/user.ts",
];

it("reads files through lib/fs, which waits for no pipe or device", () => {
  const reading = /\b(?:readFile|readFileSync|createReadStream)\b[^;]*from "node:fs(?:\/promises)?"/;
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts") && reading.test(readFileSync(join(src, file), "utf8")));
  expect(files.toSorted()).toEqual(others);
});

/** Open by themselves what they made, what they walk to without following links, or what nobody else can write to. */
const openers: readonly string[] = [
  "agents/delivery/archive/pack-files.ts",
  "agents/delivery/archive/walk-files.ts",
  "agents/delivery/tools/checkpoint.ts",
  "agents/delivery/worker/tool-pipes.ts",
  "agents/delivery/workspace/walk-tree.ts",
  "agents/delivery/workspace/workspace-files.ts",
  "agents/steward/conversation.ts",
  "app/ship-skills.ts",
  "http/routes/page/files.ts",
  "hub/files/file-sink.ts",
  "hub/terminal/mirror-file.ts",
  "lib/fs/regular-file.ts",
  "lib/fs/rotating-file.ts",
  "lib/fs/safe-path.ts",
  "store/sqlite/engine/home-lock.ts",
  "store/sqlite/engine/open.ts",
  "wire/output-pipe.ts",
];

it("opens files through lib/fs as well, except where a pipe cannot be in their place", () => {
  const opening = /\bopen(?:Sync)?\b[^;]*from "node:fs(?:\/promises)?"/;
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts") && opening.test(readFileSync(join(src, file), "utf8")));
  expect(files.toSorted()).toEqual(openers);
});
