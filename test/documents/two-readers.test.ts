import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confinedNode, documentProgram } from "#commands/documents/reader/document-program";
import { createDocuments, type DocumentsOptions } from "#commands/documents/reader/read-document";
import type { DocumentRequest } from "#documents/program/protocol";
import { systemClock } from "#lib/time/clock";
import { assemble, chineseAt, makePdf, ruleFrom, textAt, type PdfPage } from "#test/fakes/documents/pdf-files";
import { readersOf } from "#test/fakes/documents/readers";

// A long PDF is read by two threads of its program where there are processors for them. Nobody may be able to tell from the result.

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-two-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const grid = [640, 610, 580].map((y) => ruleFrom(72, y, 272, y)).join("") + [72, 172, 272].map((x) => ruleFrom(x, 580, x, 640)).join("");
const sentence = "The harbour was quiet in the morning and the letters of the week lay on the table.";

/** Of every kind that depends on other pages or is told at the end: sizes that change, tables that are counted, pages that cannot be read. */
function pageOf(number: number): PdfPage {
  const size = number < 40 ? 10 : 14;
  const lines = Array.from({ length: 30 }, (_unused, i) => textAt(72, 540 - 14 * i, `${number}.${i} ${sentence}`, { size: i % 10 === 0 ? 14 : size }));
  const cells = textAt(78, 620, "Name") + textAt(178, 620, "Sum") + textAt(78, 590, `Ada ${number}`) + textAt(178, 590, String(number));
  if (number % 17 === 0) return { content: "" };
  if (number % 23 === 0) return { content: textAt(72, 700, "far away"), box: [-2_000_000_000, -2_000_000_000, 2_000_000_000, 2_000_000_000] };
  return { content: lines.join("") + (number % 5 === 0 ? cells + grid : "") + (number % 7 === 0 ? chineseAt(72, 700, "今年的收成很好") : "") };
}

const longPdf = (pages = 150): Uint8Array => makePdf(Array.from({ length: pages }, (_unused, i) => pageOf(i + 1)));

async function read(
  bytes: Uint8Array,
  request: Partial<DocumentRequest>,
  options: Partial<DocumentsOptions>,
  { signal = new AbortController().signal, heard = async () => {} }: { signal?: AbortSignal; heard?: () => Promise<void> } = {},
) {
  const path = join(dir, "file");
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  const [warnings, done, threads]: [string[], number[], boolean[]] = [[], [], []];
  let text = "";
  const program: DocumentsOptions["program"] = (confinement, mayPair) => {
    threads.push(mayPair);
    return documentProgram(confinement, mayPair);
  };
  try {
    const end = await createDocuments({ clock: systemClock, program, ...options }).read(
      fd,
      { verb: "extract", format: "auto", mode: "md", ...request },
      {
        signal,
        timeMs: 60_000,
        onText: (more) => {
          text += more;
          return heard();
        },
        onProgress: (now) => void done.push(now),
        onWarning: (one) => void warnings.push(one),
      },
    );
    return { text, end, warnings, done, threads };
  } finally {
    closeSync(fd);
  }
}

describe("a long PDF read by two threads", () => {
  it.each([
    ["as Markdown", { mode: "md" }],
    ["as text", { mode: "text" }],
    ["as JSON", { mode: "json" }],
    ["in part", { pages: { from: 9, to: 120 } }],
    ["up to so many characters", { maxChars: 100_001 }],
  ] as const)("gives what one thread gives, %s", async (_how, request) => {
    const bytes = longPdf();
    const [one, two] = [await read(bytes, request, { cores: 1 }), await read(bytes, request, { cores: 2 })];
    expect([one.threads, two.threads]).toEqual([[false], [true]]);
    expect(two.text.length).toBeGreaterThan(90_000);
    expect({ ...two, done: [], threads: [] }).toEqual({ ...one, done: [], threads: [] });
  });

  it("tells how far it is, from nothing to all", async () => {
    const { done } = await read(longPdf(), {}, { cores: 2 });
    expect([done[0], done.at(-1)]).toEqual([0, 150]);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  it("gives it also where a page takes more memory than the second has", async () => {
    const content = Buffer.concat([Buffer.alloc(120_000_000, " "), Buffer.from(textAt(72, 700, "after a long way"))]);
    const bomb = { head: "/Filter [/FlateDecode /FlateDecode]", stream: deflateSync(deflateSync(content)) };
    const pages = Array.from({ length: 150 }, (_unused, i) => (i === 11 ? { content: "", more: "/Contents 310 0 R" } : pageOf(i + 1)));
    const bytes = makePdf(pages, { extra: [bomb] });
    const [one, two] = [await read(bytes, {}, { cores: 1 }), await read(bytes, {}, { cores: 2 })];
    expect(two.text).toContain("after a long way");
    expect({ ...two, done: [], threads: [] }).toEqual({ ...one, done: [], threads: [] });
  });

  it("waits for a hub that is slow to listen", async () => {
    let held = 0;
    const heard = async (): Promise<void> => {
      // Until the program waits, or is gone.
      for (let asleep = 0; held < 3 && asleep < 300;) {
        const [pid] = readersOf(process.pid);
        asleep = pid === undefined || /^State:\s+S/m.test(readFileSync(`/proc/${pid}/status`, "utf8")) ? asleep + 1 : 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      held += 1;
    };
    const { text } = await read(longPdf(400), {}, { cores: 2 }, { heard });
    expect(held).toBeGreaterThan(3);
    expect(text).toBe((await read(longPdf(400), {}, { cores: 1 })).text);
  });

  it("is gone with both when it is stopped", async () => {
    const stop = new AbortController();
    const reading = read(longPdf(2_000), {}, { cores: 2, program: documentProgram }, stop);
    while (readersOf(process.pid).length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
    expect(readersOf(process.pid)).toEqual([]);
  });
});

describe("the second thread", () => {
  /** Other code in the program's place: it starts the thread as the program does and tells how it went. */
  const told = async (body: string): Promise<readonly string[]> => {
    const at = (path: string): string => JSON.stringify(join(import.meta.dirname, "../../src/documents", path));
    const code = `
      const { fstatSync, writeSync } = require("node:fs");
      const { Worker } = require("node:worker_threads");
      const say = (sentence) => writeSync(1, JSON.stringify({ kind: "warning", sentence: String(sentence) }) + "\\n");
      const source = { fd: 3, bytes: fstatSync(3).size };
      const start = async (verb) => (await import(${at("program/threads.ts")})).secondFor({ verb, format: "auto", mode: "md" }, source, "namespace");
      const attempt = (options) => { try { new Worker("0", { eval: true, resourceLimits: { codeRangeSizeMb: 16 }, ...options }); return "did it"; } catch (cause) { return cause.code; } };
      (async () => {
      ${body}
      writeSync(1, JSON.stringify({ kind: "end", format: "pdf", counts: { tables: 0, headings: 0, paragraphs: 0 }, chars: 0, truncated: false }) + "\\n");
      process.exit(0);
      })();`;
    const program: DocumentsOptions["program"] = (confinement) => confinedNode(confinement, ["--allow-worker", "-e", code]);
    return (await read(longPdf(), {}, { program })).warnings;
  };

  it("reads pages on its own, in a program that is confined", async () => {
    expect(
      await told(`
        const second = await start("extract");
        await second.more();
        const { share, texts } = second.brought();
        say(share + " " + texts.length);
        say(JSON.stringify(texts[0]).includes("9.0 The harbour was quiet"));`),
    ).toEqual(["1 8", "true"]);
  });

  it("is the last that can be started, and without a long PDF none can", async () => {
    const both = 'say(attempt({})); say(attempt({ execArgv: [] })); say(process.permission.has("worker"));';
    expect(await told(`say(attempt({})); await start("extract"); ${both}`)).toEqual(["did it", "ERR_ACCESS_DENIED", "ERR_ACCESS_DENIED", "false"]);
    expect(await told(`say(await start("ocr")); ${both}`)).toEqual(["undefined", "ERR_ACCESS_DENIED", "ERR_ACCESS_DENIED", "false"]);
  });
});

describe("a program that may start no thread", () => {
  it("is what a machine with one processor gets, and a document that comes while others are read", async () => {
    const threads: boolean[] = [];
    const documents = createDocuments({
      clock: systemClock,
      cores: 2,
      program: (confinement, mayPair) => {
        threads.push(mayPair);
        return documentProgram(confinement, mayPair);
      },
    });
    const path = join(dir, "small");
    writeFileSync(path, assemble([], ""));
    const fd = openSync(path, "r");
    const ask = () =>
      documents.read(fd, { verb: "info", format: "auto", mode: "md" }, { signal: new AbortController().signal, timeMs: 60_000 }).catch(() => undefined);
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    closeSync(fd);
    expect([threads.slice(0, 3).filter(Boolean).length, threads[3]]).toEqual([1, true]);
  });
});
