import type { ServerResponse } from "node:http";
import type { Clock } from "#lib/time/clock";
import { safeHeaders } from "#http/door/reply";

const heartbeatMs = 15_000;
/** A reader that is behind for so many beats on end takes nothing any more, however its connection looks. */
const patientBeats = 4;

/** One event stream to one client, written straight to its response. */
export interface Sse {
  readonly isOpen: boolean;
  /** True while the client has not taken what was written before. */
  readonly isBehind: boolean;
  /** Cuts the client off when it is too far behind: it comes back with its place. */
  write(frames: string): void;
  /** Resolves when the client has caught up, or is gone. */
  drained(): Promise<void>;
  end(): void;
}

export interface SseOptions {
  readonly clock: Clock;
  readonly mostBytes: number;
  readonly onCut: () => void;
  readonly onCaughtUp: () => void;
  /** Once, however it ended; never before `openSse` has returned. */
  readonly onClose: () => void;
}

export function openSse(outgoing: ServerResponse, options: SseOptions): Sse {
  const { clock, mostBytes } = options;
  let isOpen = true;
  let resumeWaiting: (() => void)[] = [];
  // The stream ends with its connection, so its pieces need no lengths: without them each event is one write instead of four.
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(200, {
    ...safeHeaders,
    "Content-Type": "text/event-stream; charset=utf-8",
    // Nothing follows a stream on its connection: kept alive after it, the connection would delay the hub's shutdown.
    Connection: "close",
    // Without it a proxy in front collects the stream until it is over.
    "X-Accel-Buffering": "no",
  });
  outgoing.flushHeaders();

  let beatsBehind = 0;
  const beat = (): void => {
    beatsBehind = outgoing.writableNeedDrain ? beatsBehind + 1 : 0;
    if (beatsBehind >= patientBeats) return cut();
    cancelBeat = clock.after(heartbeatMs, beat);
    if (beatsBehind === 0) write(": here\n\n");
  };
  let cancelBeat = clock.after(heartbeatMs, beat);

  const resume = (): void => {
    const waiting = resumeWaiting;
    resumeWaiting = [];
    for (const go of waiting) go();
  };

  const closed = (): void => {
    if (!isOpen) return;
    isOpen = false;
    cancelBeat();
    resume();
    options.onClose();
  };
  outgoing.once("close", closed);
  // A reset connection is the ordinary end of a stream.
  outgoing.on("error", closed);
  outgoing.on("drain", () => {
    beatsBehind = 0;
    resume();
    options.onCaughtUp();
  });

  const cut = (): void => {
    options.onCut();
    outgoing.destroy();
    closed();
  };

  const write = (frames: string): void => {
    if (!isOpen) return;
    // What waits already decides, not what comes now: one large frame must not cut off a reader that keeps up.
    if (outgoing.writableLength > mostBytes) cut();
    else outgoing.write(frames);
  };

  return {
    get isOpen() {
      return isOpen;
    },
    get isBehind() {
      return outgoing.writableNeedDrain;
    },
    write,
    drained: () =>
      new Promise((resolve) => {
        if (isOpen && outgoing.writableNeedDrain) resumeWaiting.push(resolve);
        else resolve();
      }),
    end: () => {
      if (!isOpen) return;
      outgoing.end();
      closed();
    },
  };
}
