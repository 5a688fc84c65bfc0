// Reads as many broken documents as you like. Each number makes the same document in every run, so that what is found once can
// be looked at again. Exits 1 when a document hung or ended the process that read it.
//
//   node -C parley-source scripts/fuzz-documents.mjs [--format pdf] [--from 0] [--count 10000] [FILE…]
//
// With files, those are mutated instead of the small ones of test/documents/fuzz-files.ts.
import { parseArgs } from "node:util";
import { fuzz } from "#test/documents/fuzz";
import { fuzzFiles } from "#test/documents/fuzz-files";

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { format: { type: "string" }, from: { type: "string", default: "0" }, count: { type: "string", default: "10000" } },
});
const batchSize = 1_000;
const [from, count] = [Number(values.from), Number(values.count)];
const formats = values.format === undefined ? Object.keys(fuzzFiles) : [values.format];
let isBad = false;

for (const format of formats) {
  const total = {};
  for (let at = from; at < from + count; at += batchSize) {
    const { outcomes, fatal } = await fuzz({ format, from: at, to: Math.min(at + batchSize, from + count), files });
    for (const [code, times] of Object.entries(outcomes)) total[code] = (total[code] ?? 0) + times;
    for (const { number, how } of fatal) process.stdout.write(`${format} ${number}: ended the process (${how})\n`);
    isBad ||= fatal.length > 0;
  }
  process.stdout.write(`${format}: ${JSON.stringify(total)}\n`);
}
process.exit(isBad ? 1 : 0);
