import { randomBytes } from "node:crypto";
import { readdir, rmdir, unlink } from "node:fs/promises";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isId, type ThreadId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import type { RunArtifact } from "#domain/workspace";
import { Astray, openFolderAt, walk, within } from "#lib/beneath";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import { fileRefusal, shownBytes } from "./file-refusal.ts";
import { openSink, OverBudget } from "./file-sink.ts";
import type { Gate } from "./gate.ts";
import { ownName } from "./workspace-files.ts";

/** A file that somebody handed over for a thread. The path is relative to the workspace. */
export interface Upload {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Uploads {
  /**
   * Keeps a file where commands can read it. Whatever ends the content early, what it throws included, leaves nothing behind.
   * Throws NotAllowed, NotFound, ThreadClosed, TooLarge, StoreFull, and InvalidArgs for a folder that leads out of the workspace.
   */
  keep(by: Actor, to: ThreadId, file: UploadedFile): Promise<Upload>;
}

export interface UploadedFile {
  /** As the sender calls it. */
  readonly name: string;
  /** What the sender says it has; what comes is counted all the same. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const uploadsFolder = ".agents/uploads";
const halfName = /^\.upload-[0-9a-f]+\.part$/;

export function createUploads(
  deps: Pick<HubDeps, "store" | "clock" | "settings">,
  parts: { readonly gate: Gate; readonly seen: (by: Actor, id: ThreadId) => Promise<Thread> },
): Uploads {
  const { store, clock, settings } = deps;
  const language = settings.language ?? "en";
  const most = settings.uploadBytes;
  const tooLarge = (): ParleyError => new ParleyError("TooLarge", say(language, "uploadTooLarge", { max: shownBytes(most) }), { data: { max_bytes: most } });

  return {
    keep: async (by, to, file) => {
      const sentence = (): string => say(language, "uploadNotAllowed", { who: nameOf(by) });
      await parts.gate.admit(by, "speak", { what: `hand a file to ${to}`, sentence });
      const thread = await parts.seen(by, to);
      if (thread.status === "closed" || thread.status === "archived")
        throw new ParleyError("ThreadClosed", say(language, "threadIsClosed", { topic: thread.topic }));
      if ((file.bytes ?? 0) > most) throw tooLarge();
      const path = `${uploadsFolder}/${thread.id}/${ownName(file.name)}`;
      const kept = await write(settings.workspace, path, most, file.content).catch((cause: unknown) => {
        throw cause instanceof OverBudget ? tooLarge() : fileRefusal(language, path, cause);
      });
      const upload = { path: kept.path, name: kept.path.split("/").at(-1) ?? "", bytes: kept.bytes, sha256: kept.sha256 };
      try {
        await store.record([{ at: clock.now(), kind: "uploaded", who: whoIs(by), data: { thread: thread.id, ...upload } }]);
      } catch (cause) {
        // Nothing is kept that nobody is on record for.
        await remove(settings.workspace, kept.path, language);
        throw cause;
      }
      return upload;
    },
  };
}

async function write(root: string, path: string, most: number, content: AsyncIterable<Uint8Array>): Promise<RunArtifact> {
  const spot = await walk(root, path, { followsLast: false, makes: true });
  const half = `.upload-${randomBytes(8).toString("hex")}.part`;
  const note = { mime: "application/octet-stream", description: "" };
  await using sink = await openSink(spot, { note, half, budget: { left: most }, ifTaken: "number" }).catch(async (cause: unknown) => {
    await spot[Symbol.asyncDispose]();
    throw cause;
  });
  for await (const chunk of content) await sink.write(chunk);
  return await sink.finish();
}

async function remove(root: string, path: string, language: Language): Promise<void> {
  try {
    await using spot = await walk(root, path, { followsLast: false });
    await unlink(within(spot.folder, spot.name));
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
  const threads = await namesIn(settings.workspace, uploadsFolder);
  for (const thread of threads.filter((name) => isId("thr", name))) {
    await unlinkIn(settings.workspace, `${uploadsFolder}/${thread}`, (name) => halfName.test(name));
  }
}

async function unlinkIn(root: string, path: string, isMeant: (name: string) => boolean): Promise<void> {
  await found(async () => {
    await using spot = await walk(root, path, { followsLast: false });
    {
      await using folder = await openFolderAt(spot);
      const names = await readdir(`/proc/self/fd/${folder.fd}`, { withFileTypes: true });
      for (const entry of names) if (!entry.isDirectory() && isMeant(entry.name)) await unlink(within(folder, entry.name));
    }
    // Fails on one that is not empty, which is right.
    await rmdir(within(spot.folder, spot.name)).catch(() => {});
  });
}

async function namesIn(root: string, path: string): Promise<readonly string[]> {
  const names = await found(async () => {
    await using spot = await walk(root, path, { followsLast: false });
    await using folder = await openFolderAt(spot);
    return await readdir(`/proc/self/fd/${folder.fd}`);
  });
  return names ?? [];
}

/** Undefined where there is no such folder, or where it leads astray: nothing of ours is there then. */
async function found<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (cause instanceof Astray) return undefined;
    throw cause;
  }
}
