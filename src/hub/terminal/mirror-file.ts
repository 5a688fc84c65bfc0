import { constants } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { PathRejected, errnoOf, setOwnerAndMode, newFileIn, type PathTarget, pathIn } from "#lib/fs/safe-path";

// How a readable copy below the workspace is written: nothing outside it, no link followed, nothing half a line.

const tailBytes = 64 * 1024;

export async function appendLines(target: PathTarget, lines: readonly string[]): Promise<void> {
  await using file = await openFile(target);
  const end = await tail(file, 1);
  // A kill in the middle of a line costs that line, not the next.
  await file.appendFile(`${end === "" || end === "\n" ? "" : "\n"}${lines.join("")}`);
}

/** The last part of the file, to look for lines in. */
export async function endOf(target: PathTarget): Promise<string> {
  await using file = await openFile(target);
  return await tail(file, tailBytes);
}

export async function replaceLines({ folder, name }: PathTarget, lines: readonly string[]): Promise<void> {
  const half = pathIn(folder, `.${name}.part`);
  await unlink(half).catch((cause: unknown) => {
    if (errnoOf(cause) !== "ENOENT") throw cause;
  });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  await using file = await open(half, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await setOwnerAndMode(file, newFileIn(await folder.stat()));
  await file.writeFile(lines.join(""));
  await rename(half, pathIn(folder, name));
}

async function openFile({ folder, name, found }: PathTarget): Promise<FileHandle> {
  // A second name of the file would be written to as well.
  if (found?.isFile() !== true || found.nlink > 1) throw new PathRejected("notRegular");
  const { O_RDWR, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
  return open(pathIn(folder, name), O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
}

async function tail(file: FileHandle, most: number): Promise<string> {
  const { size } = await file.stat();
  const length = Math.min(size, most);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.toString("utf8", 0, bytesRead);
}
