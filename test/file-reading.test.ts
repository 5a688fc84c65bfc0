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
  "wire/proc.ts",
  "wire/user.ts",
];

it("reads files through lib/fs, which waits for no pipe or device", () => {
  const reading = /\b(?:readFile|readFileSync|createReadStream)\b[^;]*from "node:fs(?:\/promises)?"/;
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts") && reading.test(readFileSync(join(src, file), "utf8")));
  expect(files.toSorted()).toEqual(others);
});
