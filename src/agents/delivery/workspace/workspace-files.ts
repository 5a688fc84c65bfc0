import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { ParleyError } from "#domain/errors";
import { newFileIn, openFolderAt, openRegular, pathIn, PathRejected, rejectPath, setOwnerAndMode, walkPath, type PathTarget } from "#lib/fs/safe-path";

/** A task's workspace as its tools see it. Every path is walked from the root by open folders; no link leads outside. */
export interface TaskFiles {
  readonly root: string;
  /** The first bytes of a regular file, and its size. */
  read(path: string, maxBytes: number): Promise<{ readonly bytes: Buffer; readonly size: number }>;
  write(path: string, content: string | Buffer, mode: "overwrite" | "append"): Promise<number>;
  /** Relative to the root; empty for the root itself. Throws NotFound if it is not a folder. */
  folder(path: string): Promise<string>;
}

/** Larger files are made by commands, not by a model's own words. */
export const maxWriteBytes = 10 * 1024 * 1024;

export function workspaceFiles(root: string): TaskFiles {
  const walked = async <T>(path: string, makes: boolean, use: (target: PathTarget) => Promise<T>): Promise<T> => {
    try {
      await using target = await walkPath(root, relativePath(path), { entersSecrets: true, followsLast: !makes, makes });
      return await use(target);
    } catch (cause) {
      throw refusalOf(cause, path);
    }
  };

  return {
    root,
    read: (path, maxBytes) =>
      walked(path, false, async (target) => {
        const { file, stats } = await openRegular(target);
        await using _closed = file;
        const buffer = Buffer.alloc(Math.min(maxBytes, stats.size));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
        return { bytes: buffer.subarray(0, bytesRead), size: stats.size };
      }),
    write: (path, content, mode) => {
      const bytes = Buffer.from(content);
      if (bytes.length > maxWriteBytes)
        throw new ParleyError("TooLarge", `The content has ${bytes.length} bytes; at most ${maxWriteBytes} can be written at once.`);
      return walked(path, true, async (target) => {
        if (target.found !== undefined && !target.found.isFile()) throw new PathRejected("notRegular");
        await (mode === "append" && target.found !== undefined ? append(target, bytes) : replace(target, bytes));
        return bytes.length;
      });
    },
    folder: async (path) => {
      if (
        relativePath(path)
          .split("/")
          .every((part) => part === "" || part === ".")
      )
        return "";
      return walked(path, false, async (target) => {
        await using _closed = await openFolderAt(target);
        return [...target.names, target.name].join("/");
      });
    },
  };
}

/** Models name the workspace as it is called inside. */
function relativePath(path: string): string {
  return path === "/workspace" ? "." : path.replace(/^\/workspace\//, "");
}

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Whole or not at all, with the owner of the folder: commands run as that one. */
async function replace({ folder, name, found }: PathTarget, bytes: Buffer): Promise<void> {
  const partial = pathIn(folder, `.${randomBytes(6).toString("hex")}.part`);
  try {
    await using file = await open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch((cause: unknown) => rejectPath(cause));
    await file.writeFile(bytes);
    const like = newFileIn(await folder.stat());
    await setOwnerAndMode(file, found === undefined ? { ...like, mode: 0o644 } : found);
    await rename(partial, pathIn(folder, name)).catch((cause: unknown) => rejectPath(cause));
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  }
}

async function append({ folder, name }: PathTarget, bytes: Buffer): Promise<void> {
  const file: FileHandle = await open(pathIn(folder, name), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK).catch((cause: unknown) => rejectPath(cause));
  await using _closed = file;
  if (!(await file.stat()).isFile()) throw new PathRejected("notRegular");
  await file.writeFile(bytes);
}

function refusalOf(cause: unknown, path: string): unknown {
  if (!(cause instanceof PathRejected)) return cause;
  const shown = JSON.stringify(path.slice(0, 200));
  switch (cause.why) {
    case "missing":
      return new ParleyError("NotFound", `${shown} does not exist.`);
    case "noFolder":
    case "notRegular":
      return new ParleyError("InvalidArgs", `${shown} is not a regular file, or a part of it is not a folder.`);
    case "outside":
    case "loop":
      return new ParleyError("NotAllowed", `${shown} leads out of the workspace. Only paths below /workspace can be used.`);
    default:
      return new ParleyError("InvalidArgs", `${shown} cannot be used (${cause.why}).`);
  }
}
