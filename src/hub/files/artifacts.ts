import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { MadeFile } from "#domain/agent";
import type { Artifact } from "#domain/artifact";
import type { ThreadId } from "#domain/ids";
import type { Turn } from "#domain/turn";
import { openRegularFile } from "#lib/fs/regular-file";
import { safeName } from "#lib/fs/safe-name";
import type { HubDeps } from "#hub/deps";
import { FileTooLarge, knownMime, writeWhole } from "./write-file.ts";

/** The file itself is at fault, or the place for it: trying again would not help. The message is the reason, without a full stop. */
export class FileNotKept extends Error {
  override readonly name = "FileNotKept";
}

/** Copies what an agent made into Parley's own folder: under a name of ours, whole or not at all. */
export async function keepArtifact(deps: Pick<HubDeps, "store" | "newId" | "clock" | "settings">, turn: Turn, key: string, file: MadeFile): Promise<Artifact> {
  const id = deps.newId("art");
  const path = join(deps.settings.artifactsDir, turn.thread, id);
  const maxBytes = deps.settings.artifactBytes;
  const copied = await sourceOf(file)
    .then((source) => writeWhole(source, path, { maxBytes }))
    .catch((cause: unknown) => {
      throw new FileNotKept(reasonOf(cause, maxBytes), { cause });
    });
  const artifact = await deps.store.addArtifact({
    id,
    thread: turn.thread,
    session: turn.session,
    // What is shown at once or handed over by the agent does not come again with the answer.
    ...(file.isShownNow !== true && file.isHandedOver !== true && { turn: turn.id }),
    key,
    name: safeName(file.name),
    mime: knownMime(file.mime),
    bytes: copied.bytes,
    sha256: copied.sha256,
    description: file.description.slice(0, 500),
    path: join(turn.thread, id),
    at: deps.clock.now(),
  });
  // Made before, under the same key: the first one stays.
  if (artifact.id !== id) await rm(path, { force: true });
  return artifact;
}

/** An agent names the path, so a pipe or a device may stand there. */
async function sourceOf({ content }: MadeFile): Promise<Readable> {
  return "path" in content ? (await openRegularFile(content.path)).createReadStream() : Readable.from([content.bytes]);
}

/** Everything that was made in a thread which is no more. */
export async function removeArtifacts({ settings }: Pick<HubDeps, "settings">, thread: ThreadId): Promise<void> {
  await rm(join(settings.artifactsDir, thread), { recursive: true, force: true });
}

function reasonOf(cause: unknown, maxBytes: number): string {
  if (cause instanceof FileTooLarge) return `it is larger than ${Math.floor(maxBytes / 1024)} KB`;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOSPC") return "the disk is full";
  return code === "" ? String(cause) : `it cannot be copied (${code})`;
}
