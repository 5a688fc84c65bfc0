import { writeSync } from "node:fs";
import { cleanLine } from "#documents/clean";
import type { DocumentFrame } from "./protocol.ts";
import { defined } from "#lib/defined";

const chunkChars = 32_768;
/** The first output is sent immediately, the rest in larger frames. */
const holdMs = 150;
const progressEveryMs = 100;
const mostWarnings = 50;
const longestWarning = 1_000;

export interface Frames {
  send(frame: DocumentFrame): void;
  /** Batched into frames. */
  text(text: string): void;
  csv(text: string): void;
  progress(done: number, total?: number): void;
  /** Each sentence once, up to a limit. */
  warn(sentence: string): void;
  flush(): void;
}

/** Writes block until the hub has read, so that a fast reader cannot fill the memory. */
export function createFrames(fd: number, now: () => number = () => performance.now()): Frames {
  const said = new Set<string>();
  let pending = "";
  let kind: "text" | "csv" = "text";
  let heldSince = now();
  let toldAt = Number.NEGATIVE_INFINITY;

  const send = (frame: DocumentFrame): void => {
    const line = Buffer.from(`${JSON.stringify(frame)}\n`);
    for (let done = 0; done < line.length;) done += writeSync(fd, line, done);
  };
  const flush = (): void => {
    if (pending !== "") send({ kind, text: pending });
    pending = "";
    heldSince = now();
  };
  const gather = (as: "text" | "csv", text: string): void => {
    if (as !== kind) flush();
    kind = as;
    pending += text;
    while (pending.length > 2 * chunkChars) {
      const end = isHighHalf(pending.charCodeAt(chunkChars - 1)) ? chunkChars - 1 : chunkChars;
      send({ kind, text: pending.slice(0, end) });
      pending = pending.slice(end);
    }
    if (pending.length >= chunkChars || now() - heldSince > holdMs) flush();
  };

  return {
    send: (frame) => {
      flush();
      send(frame);
    },
    text: (text) => gather("text", text),
    csv: (text) => gather("csv", text),
    progress: (done, total) => {
      if (now() - toldAt < progressEveryMs && done !== total) return;
      toldAt = now();
      send({ kind: "progress", done, ...defined({ total }) });
    },
    warn: (sentence) => {
      if (said.has(sentence) || said.size >= mostWarnings) return;
      said.add(sentence);
      send({ kind: "warning", sentence: cleanLine(sentence).slice(0, longestWarning) });
    },
    flush,
  };
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
