import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MadeFile } from "#domain/agent";
import type { Artifact } from "#domain/artifact";
import type { ThreadId } from "#domain/ids";
import type { Turn } from "#domain/turn";
import { safeName } from "#lib/safe-name";
import type { HubDeps } from "./deps.ts";

/** The file itself is at fault, or the place for it: trying again would not help. The message is the reason, without a full stop. */
export class FileNotKept extends Error {
  override readonly name = "FileNotKept";
}

/** Copies what an agent made into Parley's own folder: under a name of ours, whole or not at all. */
export async function keepArtifact(deps: Pick<HubDeps, "store" | "newId" | "clock" | "settings">, turn: Turn, key: string, file: MadeFile): Promise<Artifact> {
  const id = deps.newId("art");
  const folder = join(deps.settings.artifactsDir, turn.thread);
  const path = join(folder, id);
  const copied = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => copy(file.content, path, deps.settings.artifactBytes))
    .catch((cause: unknown) => {
      throw new FileNotKept(reasonOf(cause, deps.settings.artifactBytes), { cause });
    });
  const artifact = await deps.store.addArtifact({
    id,
    thread: turn.thread,
    session: turn.session,
    turn: turn.id,
    key,
    name: safeName(file.name),
    mime: /^[\w.+-]+\/[\w.+-]+$/.test(file.mime) ? file.mime : "application/octet-stream",
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

/** Everything that was made in a thread which is no more. */
export async function removeArtifacts({ settings }: Pick<HubDeps, "settings">, thread: ThreadId): Promise<void> {
  await rm(join(settings.artifactsDir, thread), { recursive: true, force: true });
}

class TooLarge extends Error {}

function reasonOf(cause: unknown, maxBytes: number): string {
  if (cause instanceof TooLarge) return `it is larger than ${Math.floor(maxBytes / 1024)} KB`;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOSPC") return "the disk is full";
  return code === "" ? String(cause) : `it cannot be copied (${code})`;
}

async function copy(content: MadeFile["content"], path: string, maxBytes: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
  const source = "path" in content ? createReadStream(content.path) : Readable.from([content.bytes]);
  const half = `${path}.part`;
  try {
    await pipeline(source, count, createWriteStream(half, { mode: 0o600, flush: true }));
    await rename(half, path);
  } catch (cause) {
    await rm(half, { force: true });
    throw cause;
  }
  return { bytes, sha256: hash.digest("hex") };
}
