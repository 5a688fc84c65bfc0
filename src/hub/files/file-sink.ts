import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { link, open, rename, unlink } from "node:fs/promises";
import type { FileNote, FileSink, RunArtifact } from "#domain/workspace";
import { rejectPath, errnoOf, setOwnerAndMode, newFileIn, type PathTarget, pathIn } from "#lib/fs/safe-path";
import { KeyedQueue } from "#lib/keyed-queue";
import { numbered } from "#lib/fs/safe-name";

/** What the files of one run may still take. */
export interface ByteBudget {
  left: number;
}

export interface SinkOptions {
  readonly note: FileNote;
  /** The name that the file has until it is finished. */
  readonly half: string;
  readonly budget: ByteBudget;
  /** `refuse` throws Taken, `replace` replaces a file that was there, `number` takes the next free name. */
  readonly ifTaken: "refuse" | "replace" | "number";
}

/** The name is taken by now. */
export class Taken extends Error {
  override readonly name = "Taken";
}

/** More than the run may write. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

const mostNumbers = 1_000;

/**
 * Grows under a name of its own beside the place where it will stand, and takes that place in one step: nobody sees half a
 * file, and without a confirmation no file is ever replaced, also not one that came in between. Owns the target.
 */
export async function openSink(target: PathTarget, { note, half, budget, ifTaken }: SinkOptions): Promise<FileSink> {
  const { folder, names, name } = target;
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(pathIn(folder, half), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch((cause: unknown) => rejectPath(cause));
  const hash = createHash("sha256");
  let bytes = 0;
  let state: "open" | "broken" | "finished" | "closed" = "open";
  const queue = new KeyedQueue<"file">();
  // One after another: what is under way is over before the file is closed under it.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => queue.run("file", work);

  const place = async (): Promise<string> => {
    if (ifTaken === "replace") {
      await rename(pathIn(folder, half), pathIn(folder, name));
      return name;
    }
    for (let n = 1; n <= (ifTaken === "number" ? mostNumbers : 1); n += 1) {
      const wanted = n === 1 ? name : numbered(name, n);
      // link() fails on whatever has the name; rename() would replace it.
      const isPlaced = await link(pathIn(folder, half), pathIn(folder, wanted)).then(
        () => true,
        (cause: unknown) => {
          if (errnoOf(cause) === "EEXIST") return false;
          throw cause;
        },
      );
      if (isPlaced) return wanted;
    }
    throw new Taken();
  };

  const write = async (data: Uint8Array): Promise<void> => {
    if (state !== "open") throw new Error("a file was written to after it was over");
    state = "broken";
    if (data.byteLength > budget.left) throw new OverBudget();
    budget.left -= data.byteLength;
    bytes += data.byteLength;
    await file.writeFile(data);
    hash.update(data);
    state = "open";
  };

  const finish = async (): Promise<RunArtifact> => {
    if (state !== "open") throw new Error("a file was finished after it was over");
    state = "broken";
    await setOwnerAndMode(file, (ifTaken === "replace" ? target.found : undefined) ?? newFileIn(await folder.stat()));
    await file.sync();
    const placed = await place().catch((cause: unknown) => rejectPath(cause));
    state = "finished";
    await folder.sync();
    return { path: [...names, placed].join("/"), mime: note.mime, description: note.description, bytes, sha256: hash.digest("hex") };
  };

  const close = async (): Promise<void> => {
    if (state === "closed") return;
    if (state !== "finished") budget.left += bytes;
    state = "closed";
    await file.close();
    // Renamed away already, or linked to its place: either way this name is not needed.
    await unlink(pathIn(folder, half)).catch((cause: unknown) => {
      if (errnoOf(cause) !== "ENOENT") throw cause;
    });
    await target[Symbol.asyncDispose]();
  };

  return {
    write: (chunk) => inTurn(() => write(typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk)),
    finish: () => inTurn(finish),
    [Symbol.asyncDispose]: () => inTurn(close),
  };
}
