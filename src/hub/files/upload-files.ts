import { randomBytes } from "node:crypto";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import type { Language } from "#domain/command";
import { isId, type ThreadId } from "#domain/ids";
import type { RunArtifact } from "#domain/workspace";
import { PathRejected, errnoOf, openFolderAt, walkPath, pathIn } from "#lib/fs/safe-path";
import type { HubDeps, HubSettings } from "#hub/deps";
import { fileRefusal } from "./file-refusal.ts";
import { openSink } from "./file-sink.ts";
import { fence } from "./protected-paths.ts";

// Where files lie that people hand over: `.agents/uploads/THREAD/`, below the workspace.

const uploadsFolder = ".agents/uploads";
const halfName = /^\.upload-[0-9a-f]+\.part$/;

export function uploadPath(thread: ThreadId, name: string): string {
  return `${uploadsFolder}/${thread}/${name}`;
}

export async function writeUpload(
  { workspace: root, own }: Pick<HubSettings, "workspace" | "own">,
  path: string,
  most: number,
  content: AsyncIterable<Uint8Array>,
): Promise<RunArtifact> {
  const guard = await fence({ root, own, deed: "write" });
  const target = await walkPath(root, path, { followsLast: false, makes: true, guard });
  const half = `.upload-${randomBytes(8).toString("hex")}.part`;
  const note = { mime: "application/octet-stream", description: "" };
  await using sink = await openSink(target, { note, half, budget: { left: most }, ifTaken: "number" }).catch(async (cause: unknown) => {
    await target[Symbol.asyncDispose]();
    throw cause;
  });
  for await (const chunk of content) await sink.write(chunk);
  return await sink.finish();
}

/** False when it is not there. */
export async function removeUpload(root: string, path: string, language: Language): Promise<boolean> {
  try {
    return (
      (await found(async () => {
        await using target = await walkPath(root, path, { followsLast: false });
        return await unlink(pathIn(target.folder, target.name)).then(() => true, gone);
      })) ?? false
    );
  } catch (cause) {
    throw fileRefusal(language, path, cause);
  }
}

/** All that was handed over for a thread which is no more. What somebody else has put into its folder stays. */
export async function removeUploads({ settings }: Pick<HubDeps, "settings">, thread: ThreadId): Promise<void> {
  await unlinkIn(settings.workspace, `${uploadsFolder}/${thread}`, () => true);
}

/** What was half written when the hub was killed. */
export async function sweepUploads({ settings }: Pick<HubDeps, "settings">): Promise<void> {
  for (const thread of await threadsWithUploads(settings.workspace)) {
    await unlinkIn(settings.workspace, `${uploadsFolder}/${thread}`, (name) => halfName.test(name));
  }
}

export async function threadsWithUploads(root: string): Promise<readonly ThreadId[]> {
  return (await namesIn(root, uploadsFolder)).filter((name) => isId("thr", name));
}

export interface UploadedBefore {
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

/** The whole files of a thread. */
export async function uploadsOf(root: string, thread: ThreadId): Promise<readonly UploadedBefore[]> {
  const files = await found(async () => {
    await using target = await walkPath(root, `${uploadsFolder}/${thread}`, { followsLast: false });
    await using folder = await openFolderAt(target);
    const names = (await readdir(`/proc/self/fd/${folder.fd}`)).filter((name) => !halfName.test(name));
    return await Promise.all(names.map(async (name) => ({ name, stats: await lstat(pathIn(folder, name)).catch(gone) })));
  });
  return (files ?? []).flatMap(({ name, stats }) =>
    stats?.isFile() === true ? [{ path: uploadPath(thread, name), bytes: stats.size, at: stats.mtimeMs }] : [],
  );
}

function gone(cause: unknown): undefined {
  if (errnoOf(cause) !== "ENOENT") throw cause;
}

async function unlinkIn(root: string, path: string, isMeant: (name: string) => boolean): Promise<void> {
  await found(async () => {
    await using target = await walkPath(root, path, { followsLast: false });
    {
      await using folder = await openFolderAt(target);
      const names = await readdir(`/proc/self/fd/${folder.fd}`, { withFileTypes: true });
      for (const entry of names) if (!entry.isDirectory() && isMeant(entry.name)) await unlink(pathIn(folder, entry.name));
    }
    // Fails on one that is not empty, which is right.
    await rmdir(pathIn(target.folder, target.name)).catch(() => {});
  });
}

async function namesIn(root: string, path: string): Promise<readonly string[]> {
  const names = await found(async () => {
    await using target = await walkPath(root, path, { followsLast: false });
    await using folder = await openFolderAt(target);
    return await readdir(`/proc/self/fd/${folder.fd}`);
  });
  return names ?? [];
}

/** Undefined if there is no such folder, or its path is rejected: then none of our files are there. */
async function found<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (cause instanceof PathRejected) return undefined;
    throw cause;
  }
}
