import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { BlockSource } from "#documents/blocks";
import type { DocumentRequest } from "#documents/program/protocol";
import { claimBytes } from "./page-claims.ts";
import type { ReadPageText } from "./page-text.ts";

/** A few pages that another thread has read. */
export interface ReadPages {
  readonly share: number;
  readonly texts: readonly (ReadPageText | undefined)[];
}

/** What the other thread is told; its first message is the port on which it answers. */
export interface SecondTask {
  readonly source: BlockSource;
  readonly pages: DocumentRequest["pages"];
  readonly claims: SharedArrayBuffer;
  readonly network: string;
}

/** Another thread that reads the same document with a library of its own. */
export interface SecondReader extends AsyncDisposable {
  readonly claims: SharedArrayBuffer;
  /** What has come and was not fetched yet; never waits. */
  brought(): ReadPages | undefined;
  /** Resolves when more has come or nothing will. */
  more(): Promise<void>;
  /** Nothing more will come. */
  isGone(): boolean;
}

export function startSecondReader(task: Omit<SecondTask, "claims">): SecondReader {
  const claims = new SharedArrayBuffer(claimBytes);
  const { port1: here, port2: there } = new MessageChannel();
  const program = new URL(`./second-main${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  const came: ReadPages[] = [];
  let isGone = false;
  let wake = (): void => {};

  const worker = new Worker(program, {
    workerData: { ...task, claims, port: there },
    transferList: [there],
    // Otherwise its output would be led to this program's own, which then no longer waits until the hub has read.
    stdout: true,
    stderr: true,
    // What V8 sets aside for code counts as memory, used or not.
    resourceLimits: { codeRangeSizeMb: 32, maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  });
  const fetch = (): void => {
    for (let one = receiveMessageOnPort(here); one !== undefined; one = receiveMessageOnPort(here)) came.push(one.message as ReadPages);
  };
  here.on("message", (one: ReadPages) => {
    came.push(one);
    wake();
  });
  // Its pages are then read by the first thread, which reports any failure.
  worker.on("error", () => {});
  worker.on("exit", () => {
    fetch();
    isGone = true;
    here.close();
    wake();
  });

  return {
    claims,
    brought: () => {
      if (!isGone) fetch();
      return came.shift();
    },
    more: () =>
      new Promise((resolve) => {
        if (isGone || came.length > 0) resolve();
        else wake = resolve;
      }),
    isGone: () => isGone,
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
