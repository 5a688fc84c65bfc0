import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { LinePieces } from "#lib/text/line-pieces";

/** The hub's ends of the pipes through which a CLI inside reaches its tools. */
export interface ToolPipes extends Disposable {
  send(line: string): void;
}

const longestLine = 16 * 1024 * 1024;
const mostUnread = 32 * 1024 * 1024;

/**
 * Opened by the folder's handle before anything runs inside, and only if they are pipes: commands can write to that folder. Both are
 * opened in both directions, so that neither ends when the other side does. `failed`: they are closed, because of what came or was not read.
 */
export async function openToolPipes(tmpfs: string, heard: (line: string) => void, failed: (cause: Error) => void): Promise<ToolPipes> {
  const { O_RDONLY, O_RDWR, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using folder = await open(join(tmpfs, "parley"), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const pipe = (name: string): number => {
    const fd = openSync(`/proc/self/fd/${folder.fd}/${name}`, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (fstatSync(fd).isFIFO()) return fd;
    closeSync(fd);
    throw new Error(`${name} is not a pipe`);
  };
  const reader = new Socket({ fd: pipe("in"), readable: true, writable: false });
  const writer = new Socket({ fd: pipe("out"), readable: false, writable: true });
  const lines = new LinePieces(longestLine);
  const end = (why: string): void => {
    reader.destroy();
    writer.destroy();
    failed(new Error(why));
  };
  reader.on("data", (chunk: Buffer) => {
    const whole = lines.push(chunk);
    if (whole === undefined) end("a message of the CLI is too long");
    else for (const line of whole) if (!reader.destroyed) heard(line);
  });
  for (const socket of [reader, writer]) socket.on("error", () => socket.destroy());
  return {
    send: (line) => {
      if (writer.destroyed) return;
      writer.write(`${line}\n`);
      // Whatever runs inside can ask without ever reading an answer.
      if (writer.writableLength > mostUnread) end("the CLI does not read what its tools answer");
    },
    [Symbol.dispose]: () => {
      reader.destroy();
      writer.destroy();
    },
  };
}
