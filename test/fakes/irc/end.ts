import type { Socket } from "node:net";
import { Waiting } from "#test/fakes/waiting";

const slowMachineMs = 30_000;

/** One end of an IRC connection in a test's hands: every byte it sends is the test's, every line it gets is kept as it came. */
export interface IrcEnd extends Disposable {
  /** Without line ends, in the order they came. */
  readonly lines: readonly string[];
  readonly isClosed: boolean;
  /** As they stand, with CR LF behind each. */
  send(...lines: readonly string[]): void;
  /** Bytes as they stand. */
  write(bytes: string | Buffer): void;
  /** The first line, of all or from the `from`th on, that matches; rejects when the connection ends before. */
  says(words: RegExp, from?: number): Promise<RegExpExecArray>;
  closed(): Promise<void>;
  /** Closes behind what was sent; disposing cuts the line. */
  hangUp(): void;
}

export function ircEnd(socket: Socket, heard: (line: string) => void = () => undefined): IrcEnd {
  const lines: string[] = [];
  const waiting = new Waiting();
  let partial = "";
  let isClosed = false;

  socket.setEncoding("utf8").on("data", (text: string) => {
    const parts = (partial + text).split("\r\n");
    partial = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      heard(line);
    }
    waiting.changed();
  });
  // A server that is killed resets the connection; that it is closed says enough.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
    waiting.changed();
  });

  return {
    lines,
    get isClosed() {
      return isClosed;
    },
    send: (...all) => {
      socket.write(all.map((line) => `${line}\r\n`).join(""));
    },
    write: (bytes) => {
      socket.write(bytes);
    },
    says: (words, from = 0) =>
      waiting.for(
        () => {
          for (const line of lines.slice(from)) {
            const found = words.exec(line);
            if (found !== null) return found;
          }
          if (isClosed) throw new Error(`the other side closed before it said ${words}: ${JSON.stringify(lines.slice(-5))}`);
          return undefined;
        },
        () => `${words} in ${JSON.stringify(lines.slice(-5))}`,
        { timeoutMs: slowMachineMs },
      ),
    closed: async () => {
      await waiting.for(
        () => isClosed,
        () => "the connection to be closed",
        { timeoutMs: slowMachineMs },
      );
    },
    hangUp: () => {
      socket.end();
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
}
