import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { pageBytes } from "#domain/page";
import { everyone } from "#domain/people";
import type { Message } from "#domain/thread";
import type { HubDeps } from "#hub/deps";
import { mimeOfName } from "#hub/files/mime-of-name";
import { pictureNames } from "#hub/files/picture-files";
import { uploadPath } from "#hub/files/upload-files";
import { uploadedName } from "#hub/files/uploaded-name";
import { defined } from "#lib/defined";

/** A file that belongs to a prompt, where it is now. */
export interface FoundFile {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  /** The upload that it was sent from, relative to the workspace. It may have been changed or removed since. */
  readonly upload?: string;
}

const most = 20;
/** As the hub wrote them into the message; anybody else's are left out there. */
const uploadMarks = z.array(z.object({ artifact: z.string(), path: z.string() }));

/** What came with a message: the files of its chat, the pictures that it names, and what was dropped into its thread right before it. */
export async function promptFiles({ store, settings }: Pick<HubDeps, "store" | "settings">, message: Message | undefined): Promise<readonly FoundFile[]> {
  if (message === undefined) return [];
  const artifacts = message.artifacts === undefined ? [] : await store.artifacts(message.artifacts);
  const uploads = new Map(uploadMarks.safeParse(message.meta?.["uploads"]).data?.map(({ artifact, path }) => [artifact, path]));
  const sent = artifacts.map(({ id, path, name, mime, bytes }) => ({
    path: join(settings.artifactsDir, path),
    name,
    mime,
    bytes,
    ...defined({ upload: uploads.get(id) }),
  }));
  const named = pictureNames(JSON.stringify(message.meta?.["images"] ?? [])).map((name) => join(settings.artifactsDir, "uploads", name));
  const dropped = await droppedBefore({ store, settings }, message);
  const found = await Promise.all([...new Set([...named, ...dropped])].map(fileAt));
  return [...sent, ...found.filter((file) => file !== undefined)].slice(0, most);
}

/** The newest first lines above it that announce a file; what was said in between ends them. */
async function droppedBefore({ store, settings }: Pick<HubDeps, "store" | "settings">, { thread, seq }: Message): Promise<readonly string[]> {
  const before = await store.messages(everyone, thread, { beforeSeq: seq, limit: most, mostBytes: pageBytes });
  const names: string[] = [];
  for (const one of before.toReversed()) {
    const name = uploadedName(one);
    if (name !== undefined) names.unshift(name);
    else if (one.author.kind !== "hub") break;
  }
  if (names.length === 0) return [];
  // Agents can write in the workspace: a link in place of the folder would lead elsewhere.
  const root = await realpath(settings.workspace).catch(() => undefined);
  const folder = dirname(uploadPath(thread, "file"));
  const isThere = root !== undefined && (await realpath(join(root, folder)).catch(() => "")) === join(root, folder);
  return isThere ? names.map((name) => join(root, folder, name)) : [];
}

async function fileAt(path: string): Promise<FoundFile | undefined> {
  const real = await realpath(path).catch(() => undefined);
  const found = real === path ? await stat(path).catch(() => undefined) : undefined;
  if (found?.isFile() !== true) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { path, name, mime: mimeOfName(name), bytes: found.size };
}
