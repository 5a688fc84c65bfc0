import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { OpenFile, RunArtifact } from "#domain/workspace";
import { PathRejected, openRegular, walkPath } from "#lib/fs/safe-path";
import { say } from "#lib/words/words";
import { fileRefusal, shownPath } from "./file-refusal.ts";
import { fileTexts } from "./texts.ts";

/** A file that a run wrote, still as the run wrote it. */
export interface OpenArtifact extends OpenFile {
  /**
   * Its bytes. The last of them are held back until the whole is known to be right: a file that is changed while it is read
   * breaks off (SubjectChanged) and never arrives whole.
   */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Throws NotFound when it is gone and SubjectChanged when it is no longer what the run wrote. */
export async function openArtifact(root: string, artifact: RunArtifact, language: Language): Promise<OpenArtifact> {
  const shown = { path: shownPath(artifact.path) };
  const changed = (): ParleyError => new ParleyError("SubjectChanged", say(language, fileTexts.artifactChanged, shown), { data: shown });
  const file = await openAgain(root, artifact.path).catch((cause: unknown) => {
    const isGone = cause instanceof PathRejected && ["missing", "noFolder"].includes(cause.why);
    throw isGone
      ? new ParleyError("NotFound", say(language, fileTexts.artifactGone, shown), { cause, data: shown })
      : fileRefusal(language, artifact.path, cause);
  });
  const chunks = (): AsyncIterable<Uint8Array> => checked(file, artifact, changed);
  try {
    for await (const _chunk of chunks());
  } catch (cause) {
    await file.close();
    throw cause;
  }
  const name = artifact.path.split("/").at(-1) ?? "file";
  return { fd: file.fd, bytes: artifact.bytes, name, chunks, [Symbol.asyncDispose]: () => file.close() };
}

async function openAgain(root: string, path: string): Promise<FileHandle> {
  await using target = await walkPath(root, path, { followsLast: false });
  return (await openRegular(target)).file;
}

async function* checked(file: FileHandle, { bytes, sha256 }: RunArtifact, changed: () => Error): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held: Uint8Array | undefined;
  let at = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    if (at > bytes) throw changed();
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (at !== bytes || hash.digest("hex") !== sha256) throw changed();
  if (held !== undefined) yield held;
}
