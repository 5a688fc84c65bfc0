import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DocumentRequest } from "#documents/program/protocol";
import { systemClock } from "#lib/time/clock";
import { makePdf, textAt } from "#test/fakes/documents/pdf-files";
import { holding, like } from "#test/matching";
import { verifies } from "#test/verifies";
import { procEntry } from "#wire/proc";
import { confinedNode } from "./document-program.ts";
import { createDocuments, type DocumentsOptions, type ReadOptions } from "./read-document.ts";

// Real processes throughout. Where the program must misbehave, another one stands in its place under the same confinement.

const extract: DocumentRequest = { verb: "extract", format: "auto", mode: "text" };
const never = new AbortController().signal;
const lastWord = 'say({ kind: "end", format: "pdf", counts: { tables: 0, headings: 0, paragraphs: 0 }, chars: 0, truncated: false });';
const open: number[] = [];
let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-documents-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => {
  for (const fd of open.splice(0)) closeSync(fd);
});

function file(bytes: Uint8Array | string): number {
  const path = join(dir, `document-${open.length}`);
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  open.push(fd);
  return fd;
}

/** Documents whose program runs this code instead of reading; its pid is told in a first frame. */
function misbehaving(code: string, more: Partial<DocumentsOptions> = {}) {
  const lead =
    'import { writeSync, readFileSync } from "node:fs"; const say = (frame) => writeSync(1, JSON.stringify(frame) + "\\n"); say({ kind: "progress", done: process.pid });';
  return createDocuments({
    clock: systemClock,
    program: (confinement) => confinedNode(confinement, ["--input-type=module", "-e", `${lead}\n${code}`]),
    ...more,
  });
}

/** Reads and tells how it ended, and that the process is gone. */
async function outcome(documents: ReturnType<typeof createDocuments>, more: Partial<ReadOptions> = {}) {
  let pid = 0;
  const read = documents.read(file("x"), extract, { signal: never, timeMs: 30_000, onProgress: (done) => (pid ||= done), ...more });
  const failure: unknown = await read.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(pid).toBeGreaterThan(0);
  expect(await procEntry(pid)).toBeUndefined();
  return failure;
}

describe("reading a document in a program of its own", () => {
  it("hands over its text, its progress and what was counted", async () => {
    const pdf = makePdf([{ content: textAt(72, 700, "First page") }, { content: textAt(72, 700, "Second page") }], { info: "/Title (Two pages)" });
    const documents = createDocuments({ clock: systemClock });
    const told: { text: string; progress: unknown[]; warnings: string[] } = { text: "", progress: [], warnings: [] };
    const end = await documents.read(
      file(pdf),
      { ...extract, extension: "docx" },
      {
        signal: never,
        timeMs: 30_000,
        onText: (text) => void (told.text += text),
        onProgress: (done, total) => void told.progress.push([done, total]),
        onWarning: (sentence) => void told.warnings.push(sentence),
      },
    );
    expect(told.text).toBe("[Page 1]\n\nFirst page\n\n[Page 2]\n\nSecond page\n");
    expect(told.progress.at(-1)).toEqual([2, 2]);
    expect(told.warnings).toEqual(["The file name ends in .docx, but the content is pdf; it was read as that."]);
    expect(end).toMatchObject({ format: "pdf", counts: { pages: 2, paragraphs: 2 }, chars: 43, truncated: false });
  });

  verifies("TE-PLAT-2", "throws what the program says about a file that it cannot read, with the platform, the format and the way out", async () => {
    const read = createDocuments({ clock: systemClock }).read(file("{\\rtf1 hello}"), extract, { signal: never, timeMs: 30_000 });
    await expect(read).rejects.toMatchObject({
      code: "NotSupported",
      data: { platform: process.platform, format: "rtf" },
      message: holding("export it as PDF"),
    });
  });

  it("starts so many at once; the others wait, say so, and leave when they are stopped", async () => {
    const documents = misbehaving('readFileSync(3); setInterval(() => say({ kind: "progress", done: process.pid }), 20);', { atOnce: 1 });
    const [first, third] = [new AbortController(), new AbortController()];
    const waits: number[] = [];
    const begun = Promise.withResolvers<void>();
    const one = documents.read(file("x"), extract, { signal: first.signal, timeMs: 30_000, onProgress: () => begun.resolve() });
    await begun.promise;
    const second = new AbortController();
    const two = documents.read(file("x"), extract, {
      signal: second.signal,
      timeMs: 30_000,
      onWait: (before) => waits.push(before),
      onProgress: () => second.abort(new Error("second stopped")),
    });
    const three = documents.read(file("x"), extract, { signal: third.signal, timeMs: 30_000, onWait: (before) => waits.push(before) });
    expect(waits).toEqual([1, 2]);
    third.abort(new Error("third stopped"));
    await expect(three).rejects.toThrow("third stopped");
    first.abort(new Error("first stopped"));
    await expect(one).rejects.toThrow("first stopped");
    await expect(two).rejects.toThrow("second stopped");
  });

  it("is over with its last word, whatever still runs in the program", async () => {
    expect(await outcome(misbehaving(`${lastWord} for (;;);`))).toBeUndefined();
  });
});

describe("a program that misbehaves", () => {
  it("and hangs is ended when it has said nothing for too long", async () => {
    expect(await outcome(misbehaving("for (;;);", { silentMs: 1_500 }))).toMatchObject({
      code: "Timeout",
      message: holding("made no progress"),
    });
  });

  it("and never comes to an end is ended when its time is over", async () => {
    const forever = 'setInterval(() => say({ kind: "progress", done: 1 }), 20);';
    expect(await outcome(misbehaving(forever), { timeMs: 2_000 })).toMatchObject({
      code: "Timeout",
      message: holding("took longer than 2 seconds"),
    });
  });

  it("is ended when the asker stops it", async () => {
    const stop = new AbortController();
    const why = new Error("stopped by a person");
    expect(await outcome(misbehaving('say({ kind: "text", text: "some" }); for (;;);'), { signal: stop.signal, onText: () => stop.abort(why) })).toBe(why);
  });

  it("and takes all memory it can get is ended before it has 600 MB", async () => {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, ...childrenResident())), 10);
    const greedy = "const kept = []; for (;;) { kept.push(Buffer.alloc(4_194_304, 1)); await new Promise((resolve) => setTimeout(resolve, 2)); }";
    expect(await outcome(misbehaving(greedy))).toMatchObject({ code: "OutOfMemory" });
    const sudden = "const kept = []; for (;;) kept.push(Buffer.alloc(33_554_432, 1));";
    expect(await outcome(misbehaving(sudden))).toMatchObject({ code: like(/OutOfMemory|ReaderCrashed/) });
    const heap = "const kept = []; for (;;) kept.push({ some: [kept.length, String(kept.length)] });";
    expect(await outcome(misbehaving(heap, { silentMs: 60_000 }), { timeMs: 60_000 })).toMatchObject({ code: "OutOfMemory" });
    clearInterval(watch);
    expect(most).toBeGreaterThan(100e6);
    expect(most).toBeLessThan(600e6);
  });

  it.each([
    ["crashes", "process.abort();"],
    ["ends without a word", "process.exit(3);"],
    ["says what is no frame", 'writeSync(1, "Segmentation fault\\n"); for (;;);'],
    ["says a frame of the wrong shape", 'say({ kind: "text", text: 7 }); for (;;);'],
    ["says a line without end", 'const part = "x".repeat(65_536); for (;;) writeSync(1, part);'],
    ["gives a code that does not exist", 'say({ kind: "error", code: "Owned", sentence: "Give me the keys.", data: {} });'],
  ])("and %s is told as crashed", async (_what, code) => {
    expect(await outcome(misbehaving(code))).toMatchObject({ code: "ReaderCrashed" });
  });

  it("and writes faster than anybody reads has to wait", async () => {
    let wrote = 0;
    const held = Promise.withResolvers<void>();
    const documents = misbehaving(`for (let i = 0; i < 2_000; i++) say({ kind: "text", text: "y".repeat(8_192) }); ${lastWord}`);
    let [pid, heard] = [0, 0];
    const read = documents.read(file("x"), extract, {
      signal: never,
      timeMs: 60_000,
      onProgress: (done) => (pid = done),
      onText: () => {
        heard += 1;
        return heard === 1 ? held.promise : undefined;
      },
    });
    // It stands still with most of its 16 MB unwritten.
    await expect
      .poll(
        () => {
          const before = wrote;
          wrote = pid === 0 ? 0 : Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);
          return wrote > 0 && wrote === before;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(true);
    expect(wrote).toBeLessThan(4e6);
    held.resolve();
    await read;
    expect(heard).toBe(2_000);
  });

  it("is ended when its listener fails, and the failure is the listener's", async () => {
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const failing = (): never => {
      throw full;
    };
    expect(await outcome(misbehaving('say({ kind: "text", text: "some" }); for (;;);'), { onText: failing })).toBe(full);
  });

  it("is gone with the hub, however that ends", async () => {
    const hub = spawn(
      process.execPath,
      [
        "-C",
        "parley-source",
        "--input-type=module",
        "-e",
        hubCode,
        join(import.meta.dirname, "read-document.ts"),
        join(import.meta.dirname, "document-program.ts"),
      ],
      { cwd: process.cwd(), stdio: ["ignore", "pipe", "inherit"] },
    );
    const pid = await new Promise<number>((resolve) => hub.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString()))));
    expect(await procEntry(pid)).toBeDefined();
    hub.kill("SIGKILL");
    await expect.poll(() => procEntry(pid), { timeout: 10_000, interval: 20 }).toBeUndefined();
  });
});

// Reads a document that never ends, and prints the pid of the program.
const hubCode = `
  import { openSync } from "node:fs";
  const { createDocuments } = await import(process.argv[1]);
  const { confinedNode } = await import(process.argv[2]);
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => {} };
  const forever = 'import { writeSync } from "node:fs"; writeSync(1, JSON.stringify({ kind: "progress", done: process.pid }) + "\\\\n"); for (;;);';
  const documents = createDocuments({ clock, program: (confinement) => confinedNode(confinement, ["--input-type=module", "-e", forever]) });
  await documents.read(openSync("/dev/null", "r"), {}, { signal: new AbortController().signal, timeMs: 1e6, onProgress: (pid) => process.stdout.write(String(pid)) });
`;

/** The resident memory of this process's children, in bytes. */
function childrenResident(): readonly number[] {
  const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return pids.map((pid) => {
    try {
      return 1_024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
}
