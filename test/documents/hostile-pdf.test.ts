import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocuments } from "#commands/documents/reader/read-document";
import { ParleyError } from "#domain/errors";
import type { DocumentEnd, DocumentVerb } from "#documents/program/protocol";
import { systemClock } from "#lib/time/clock";
import { emptyPages, hostilePdfs } from "#test/fakes/documents/hostile-pdfs";
import { hostilePictures } from "#test/fakes/documents/hostile-pictures";
import { makePdf, textAt } from "#test/fakes/documents/pdf-files";

// Each goes through the whole of it: a confined child, its frames, its end. What a file is told as may depend on how fast the
// machine is; that it is told, within its bounds and without a trace, may not.

const documents = createDocuments({ clock: systemClock, silentMs: 4_000 });
let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-hostile-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Outcome {
  readonly code: string;
  readonly sentence: string;
  readonly end?: DocumentEnd;
  readonly warnings: readonly string[];
}

async function outcomeOf(bytes: Uint8Array, verb: DocumentVerb = "extract"): Promise<Outcome> {
  const path = join(dir, "document");
  writeFileSync(path, bytes);
  const fd = openSync(path, "r");
  const warnings: string[] = [];
  let peak = 0;
  try {
    const end = await documents.read(
      fd,
      { verb, format: "auto", mode: "text" },
      { signal: new AbortController().signal, timeMs: 60_000, onPeak: (bytes) => (peak = bytes), onWarning: (sentence) => void warnings.push(sentence) },
    );
    return { code: "read", sentence: "", end, warnings };
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    return { code: cause.code, sentence: cause.message, warnings };
  } finally {
    closeSync(fd);
    expect(peak).toBeLessThan(600e6);
    expect(children()).toEqual([]);
  }
}

/** What this process has started and is still there. */
function children(): readonly string[] {
  const tasks = readdirSync("/proc/self/task").map((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").trim());
  return tasks.filter((pids) => pids !== "");
}

const expected: Readonly<Record<string, readonly string[]>> = {
  "a page tree that is its own child": ["NoText", "NoPages", "Damaged"],
  "two page trees that hold each other": ["NoText", "NoPages", "Damaged"],
  "a page tree that claims two thousand million pages": ["NoText"],
  "a page tree of a hundred thousand levels": ["NoText", "Damaged"],
  "arrays in arrays, a million deep": ["NoText", "Damaged"],
  "dictionaries in dictionaries, two hundred thousand deep": ["NoText", "Damaged"],
  "a million saved states": ["read"],
  "a stream that unpacks to a gigabyte": ["OutOfMemory", "Timeout"],
  "a stream that unpacks to endless text": ["read", "Timeout"],
  "a stream of objects that unpacks to a quarter of a gigabyte": ["OutOfMemory", "Timeout"],
  "a form that draws itself": ["OutOfMemory", "Timeout", "NoText"],
  "forms that draw ten more each, nine levels down": ["OutOfMemory", "Timeout"],
  "a page larger than a country": ["NoText"],
  "a page of no size": ["read"],
  "a picture of sixty thousand times sixty thousand": ["NoText"],
  "pictures that their decoders choke on": ["NoText"],
  "a font whose program is garbage": ["read"],
  "a table of objects that goes round in circles": ["read"],
  "a table of objects of four thousand million": ["read"],
  "nothing but the first line": ["Damaged"],
  "a megabyte of noise after the first line": ["Damaged"],
};

describe("a file that is made to do harm", () => {
  it.each(Object.entries(hostilePdfs))("%s", async (name, make) => {
    const { code, sentence } = await outcomeOf(make());
    expect(expected[name]).toContain(code);
    expect(sentence).toMatch(code === "read" ? /^$/ : /^(The |Reading |No )[^]+\.$/);
  });

  it.each(["a page larger than a country", "a page of no size", "a picture of sixty thousand times sixty thousand", "pictures that their decoders choke on"])(
    "drawn for the OCR: %s",
    async (name) => {
      const { code } = await outcomeOf(hostilePdfs[name]?.() ?? new Uint8Array(), "ocr");
      expect(["read", "NoText"]).toContain(code);
    },
  );

  it.each([
    ["noise in black and white", ["Timeout", "OutOfMemory"]],
    ["two million small squares", ["Timeout", "OutOfMemory"]],
    ["one line of seven hundred thousand dots", ["Damaged"]],
    ["a canvas that is smaller than what is on it", ["Damaged"]],
  ])("as a picture for the OCR: %s", async (name, codes) => {
    const { code } = await outcomeOf(hostilePictures[name]?.() ?? new Uint8Array(), "ocr");
    expect(codes).toContain(code);
  });

  it("a hundred thousand empty pages hold no text, and say so with the way out", async () => {
    const { code, sentence } = await outcomeOf(emptyPages(100_000));
    expect(code).toBe("NoText");
    expect(sentence).toBe("The PDF has 100000 pages, but contains no text: its pages are empty or scanned. Use doc ocr for scanned pages.");
  });

  it("is told as too large before anything of it is read", async () => {
    const path = join(dir, "large");
    writeFileSync(path, "%PDF-1.7\n");
    truncateSync(path, 1_073_741_824);
    const fd = openSync(path, "r");
    const read = documents.read(fd, { verb: "extract", format: "auto", mode: "text" }, { signal: new AbortController().signal, timeMs: 60_000 });
    await expect(read).rejects.toMatchObject({ code: "TooLarge", data: { bytes: 1_073_741_824 } });
    closeSync(fd);
  });

  it("cut off anywhere is told as damaged or read as far as it goes with a warning", async () => {
    const whole = makePdf([{ content: textAt(72, 700, "One page") }, { content: textAt(72, 700, "Two pages") }]);
    for (const part of [0.1, 0.5, 0.8, 0.95]) {
      const { code, warnings } = await outcomeOf(whole.subarray(0, Math.floor(whole.length * part)));
      expect([code, ...warnings].join(" ")).toMatch(/^(Damaged|read The PDF is damaged)/);
    }
  });

  it("leaves the hub able to read the next one", async () => {
    const { end } = await outcomeOf(makePdf([{ content: textAt(72, 700, "All is well") }]));
    expect(end).toMatchObject({ format: "pdf", chars: 21 });
  });
});
