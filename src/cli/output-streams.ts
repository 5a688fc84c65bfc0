import type { Writable } from "node:stream";

/** The program's two streams, a line at a time. */
export interface Voice {
  /** Data and nothing else. */
  out(line: string): void;
  /** For people. */
  err(line: string): void;
}

/**
 * Somebody who stops listening (`parley config | head`, a terminal that was closed) ends neither a hub nor a verb: lines
 * nobody takes are dropped. `lost` is called when they are lost for another reason, a full disk for example.
 */
export function createVoice(stdout: Writable, stderr: Writable, lost: () => void): Voice {
  const onto = (stream: Writable, onLost: () => void): ((line: string) => void) => {
    let isHeard = true;
    stream.on("error", (cause: NodeJS.ErrnoException) => {
      if (isHeard && cause.code !== "EPIPE") onLost();
      isHeard = false;
    });
    return (line) => {
      if (isHeard) stream.write(`${line}\n`);
    };
  };
  return { out: onto(stdout, lost), err: onto(stderr, () => {}) };
}
