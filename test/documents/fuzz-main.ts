import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer } from "#documents/program/answer";
import { failureFrame } from "#documents/program/failure";
import { createFrames } from "#documents/program/frames";
import type { DocumentVerb } from "#documents/program/protocol";
import { fuzzFiles } from "#test/documents/fuzz-files";
import { mutate } from "#test/documents/mutate";

// One process reads many broken documents with the functions that the program itself uses, and prints one line for each:
// its number before, its outcome after. Whoever started it sees where it hung or died. A child each would cost a hundred
// times as much and show nothing more about the readers.
//
// usage: fuzz-main.ts FORMAT FROM TO [FILE…]   with files, those are mutated instead of the small ones

const [format = "pdf", from = "0", to = "100", ...files] = process.argv.slice(2);
const given = files.map((file) => readFileSync(file));
const broken = (number: number): Uint8Array => {
  const file = given[number % given.length];
  return file === undefined ? (fuzzFiles[format]?.(number) ?? new Uint8Array()) : mutate(file, number);
};
const verbs: readonly DocumentVerb[] = ["extract", "tables", "info"];
const sink = openSync("/dev/null", "w");
const path = join(tmpdir(), `parley-fuzz-${process.pid}`);

for (let number = Number(from); number < Number(to); number++) {
  process.stdout.write(`${number} `);
  const bytes = broken(number);
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  const verb = verbs[Math.floor(number / 3) % verbs.length] ?? "extract";
  const outcome = await answer({ verb, format: "auto", mode: "json", maxChars: 100_000 }, { fd, bytes: bytes.length }, createFrames(sink)).then(
    () => "read",
    codeOf,
  );
  closeSync(fd);
  process.stdout.write(`${outcome}\n`);
}
rmSync(path, { force: true });

function codeOf(cause: unknown): string {
  const frame = failureFrame(cause);
  return frame.kind === "error" ? `${frame.code}${frame.code === "ReaderCrashed" ? ` ${JSON.stringify(frame.data)}` : ""}` : "";
}
