import { constants } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { Astray, codeOf, giveTo, newFileIn, type Spot, within } from "#lib/beneath";

// How a readable copy below the workspace is written: nothing outside it, no link followed, nothing half a line.

const tailBytes = 64 * 1024;

export async function appendLines(spot: Spot, lines: readonly string[]): Promise<void> {
  await using file = await openFile(spot);
  const end = await tail(file, 1);
  // A kill in the middle of a line costs that line, not the next.
  await file.appendFile(`${end === "" || end === "\n" ? "" : "\n"}${lines.join("")}`);
}

/** The last part of the file, to look for lines in. */
export async function endOf(spot: Spot): Promise<string> {
  await using file = await openFile(spot);
  return await tail(file, tailBytes);
}

export async function replaceLines({ folder, name }: Spot, lines: readonly string[]): Promise<void> {
  const half = within(folder, `.${name}.part`);
  await unlink(half).catch((cause: unknown) => {
    if (codeOf(cause) !== "ENOENT") throw cause;
  });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  await using file = await open(half, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await giveTo(file, newFileIn(await folder.stat()));
  await file.writeFile(lines.join(""));
  await rename(half, within(folder, name));
}

async function openFile({ folder, name, found }: Spot): Promise<FileHandle> {
  // A second name of the file would be written to as well.
  if (found?.isFile() !== true || found.nlink > 1) throw new Astray("notRegular");
  const { O_RDWR, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
  return open(within(folder, name), O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
}

async function tail(file: FileHandle, most: number): Promise<string> {
  const { size } = await file.stat();
  const length = Math.min(size, most);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.toString("utf8", 0, bytesRead);
}
