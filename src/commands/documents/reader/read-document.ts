import { availableParallelism } from "node:os";
import type { DocumentEnd, DocumentRequest, DocumentFrame } from "#documents/program/protocol";
import type { Clock } from "#lib/time/clock";
import { startPiped, works } from "#wire/child";
import { findConfinement, type Confinement } from "#wire/confine";
import { createConcurrencyLimit } from "#commands/kit/concurrency-limit";
import { refusalOfError, whyItEnded } from "./document-end.ts";
import { parseFrame } from "./document-frames.ts";
import { documentLimits, documentProgram, mostMemoryBytes, threadsTrial } from "./document-program.ts";
import { watchReader } from "./watch-reader.ts";

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly timeMs: number;
  /** The program waits while a promise is open. */
  readonly onText?: (text: string) => void | Promise<void>;
  /** What comes to `onCsv` from here on belongs to this table. */
  readonly onTable?: (table: Omit<Extract<DocumentFrame, { kind: "table" }>, "kind">) => void | Promise<void>;
  readonly onCsv?: (text: string) => void | Promise<void>;
  readonly onProgress?: (done: number, total: number | undefined) => void;
  /** So many documents come first. */
  readonly onWait?: (before: number) => void;
  readonly onWarning?: (sentence: string) => void;
  /** The most memory that the program took, told when it is over. */
  readonly onPeak?: (bytes: number) => void;
}

export interface Documents {
  /** Reads the open file; it stays the caller's to close. Throws a ParleyError that says why there is nothing. */
  read(fd: number, request: DocumentRequest, options: ReadOptions): Promise<DocumentEnd>;
  /** How far the program is confined on this machine, for doctor. */
  confinement(): Promise<Confinement>;
}

export interface DocumentsOptions {
  readonly clock: Clock;
  readonly atOnce?: number;
  /** A program that computes for so long without a word is taken to hang. */
  readonly silentMs?: number;
  /** What is started; tests put something worse in its place. */
  readonly program?: (confinement: Confinement, mayPair: boolean) => readonly [string, ...string[]];
  /** How many processors there are to read with. */
  readonly cores?: number;
}

const longestLine = 1_048_576;

/** Reads documents in a program of its own, one process a document, and leaves none of them behind. */
export function createDocuments(given: DocumentsOptions): Documents {
  const { clock, atOnce = 3, silentMs = 8_000, program = documentProgram, cores = availableParallelism() } = given;
  const places = createConcurrencyLimit(atOnce);
  let found: Promise<Confinement> | undefined;
  let canPair: Promise<boolean> | undefined;
  let running = 0;
  const confinement = (): Promise<Confinement> => (found ??= findConfinement(documentLimits, works));
  // Where the other processors are busy with other documents, a second thread only costs.
  const mayPair = async (): Promise<boolean> => running < cores && (await (canPair ??= works(threadsTrial)));

  const readNow = async (fd: number, request: DocumentRequest, options: ReadOptions): Promise<DocumentEnd> => {
    const argv = program(...(await Promise.all([confinement(), mayPair()])));
    options.signal.throwIfAborted();
    const child = await startPiped({ argv, input: JSON.stringify(request), fd, longestLine });
    const { signal, timeMs } = options;
    using watch = watchReader(child, { clock, signal, timeMs, silentMs, memoryBytes: mostMemoryBytes });
    let last: Extract<DocumentFrame, { kind: "end" | "error" }> | undefined;
    let isOdd = false;
    let theirs: { readonly cause: unknown } | undefined;
    try {
      for await (const line of child.lines) {
        watch.rest();
        const frame = parseFrame(line);
        isOdd = frame === undefined;
        if (frame === undefined) break;
        if (frame.kind === "end" || frame.kind === "error") {
          last = frame;
          break;
        }
        theirs = await tell(frame, options);
        if (theirs !== undefined) break;
        watch.listen();
      }
    } catch {
      // A line without end, or the pipe that broke when the program was ended.
      isOdd = true;
    }
    const cut = watch.cut();
    watch.rest();
    options.onPeak?.(await watch.peakBytes());
    child.kill();
    const ended = await child.ended;
    if (theirs !== undefined) throw theirs.cause;
    if (cut === "stopped") throw signal.reason;
    if (last === undefined || isOdd || cut !== undefined) throw whyItEnded(ended, { cut, complaint: child.complaint(), timeMs, silentMs });
    if (last.kind === "error") throw refusalOfError(last);
    const { kind: _kind, ...end } = last;
    return end;
  };

  return {
    confinement,
    read: (fd, request, options) =>
      places.run(
        async () => {
          running += 1;
          return readNow(fd, request, options).finally(() => (running -= 1));
        },
        options.signal,
        (before) => options.onWait?.(before),
      ),
  };
}

/** What a listener threw is its own affair and ends the reading. */
async function tell(frame: Told, options: ReadOptions): Promise<{ readonly cause: unknown } | undefined> {
  try {
    await hand(frame, options);
    return undefined;
  } catch (cause) {
    return { cause };
  }
}

type Told = Exclude<DocumentFrame, { kind: "end" | "error" }>;

function hand(frame: Told, options: ReadOptions): void | Promise<void> {
  switch (frame.kind) {
    case "text":
      return options.onText?.(frame.text);
    case "csv":
      return options.onCsv?.(frame.text);
    case "table": {
      const { kind: _kind, ...table } = frame;
      return options.onTable?.(table);
    }
    case "progress":
      return options.onProgress?.(frame.done, frame.total);
    case "warning":
      return options.onWarning?.(frame.sentence);
  }
}
