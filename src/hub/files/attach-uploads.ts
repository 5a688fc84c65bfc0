import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Artifact } from "#domain/artifact";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import type { HubDeps } from "#hub/deps";
import { say } from "#lib/words/words";
import { shownPath } from "./file-refusal.ts";
import type { HandedUpload } from "./handed-upload.ts";
import { mimeOfName } from "./mime-of-name.ts";
import { openArtifact } from "./open-artifact.ts";
import { fileTexts } from "./texts.ts";
import { uploadPath } from "./upload-files.ts";
import { writeWhole } from "./write-file.ts";

type Deps = Pick<HubDeps, "store" | "clock" | "newId" | "settings">;

/**
 * Copies uploads into Parley's own folder, as files of a message: what is in the workspace may change or be removed.
 * Throws NotFound for a file of another thread or one that is gone, and SubjectChanged for one that is no longer what was uploaded.
 */
export async function attachUploads(deps: Deps, thread: ThreadId, uploads: readonly HandedUpload[]): Promise<readonly Artifact[]> {
  const made: Artifact[] = [];
  try {
    for (const upload of uploads) made.push(await attach(deps, thread, upload));
  } catch (cause) {
    await dropAttached(deps, made);
    throw cause;
  }
  return made;
}

/** For a message that was not accepted after all. */
export async function dropAttached({ settings }: Pick<Deps, "settings">, artifacts: readonly Artifact[]): Promise<void> {
  for (const { path } of artifacts) await rm(join(settings.artifactsDir, path), { force: true });
}

async function attach({ store, clock, newId, settings }: Deps, thread: ThreadId, upload: HandedUpload): Promise<Artifact> {
  const { language } = settings;
  const name = upload.path.split("/").at(-1) ?? "";
  if (upload.path !== uploadPath(thread, name) || dirname(upload.path) !== dirname(uploadPath(thread, "file")))
    throw new ParleyError("NotFound", say(language, fileTexts.artifactGone, { path: shownPath(upload.path) }), { data: { path: shownPath(upload.path) } });
  const mime = mimeOfName(name);
  await using source = await openArtifact(settings.workspace, { ...upload, mime, description: "" }, language);
  const id = newId("art");
  const path = join(thread, id);
  const { bytes, sha256 } = await writeWhole(Readable.from(source.chunks()), join(settings.artifactsDir, path), { maxBytes: upload.bytes });
  return await store.addArtifact({ id, thread, key: id, name, mime, bytes, sha256, description: "", path, at: clock.now() });
}
