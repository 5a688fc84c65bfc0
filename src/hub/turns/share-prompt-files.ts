import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PromptFile } from "#domain/prompt-file";
import type { MessageId, ThreadId } from "#domain/ids";
import { openRegularFile } from "#lib/fs/regular-file";
import { safeName } from "#lib/fs/safe-name";
import type { HubDeps, HubSettings } from "#hub/deps";
import { uploadPath, uploadsOf, writeUpload } from "#hub/files/upload-files";
import type { FoundFile } from "./prompt-files.ts";

const copyName = /^msg_\w+-\d+-/;

/** Copies a message's files to the thread's uploads, where commands and the tools of the hub's own agents can read them. Safe to repeat. */
export async function sharePromptFiles(
  { settings }: Pick<HubDeps, "settings">,
  thread: ThreadId,
  message: MessageId,
  found: readonly FoundFile[],
): Promise<readonly PromptFile[]> {
  if (found.length === 0) return [];
  const before = new Map((await uploadsOf(settings.workspace, thread)).map(({ path, bytes }) => [path, bytes]));
  const files: PromptFile[] = [];
  for (const [n, { name, mime, bytes, path: stored }] of found.entries()) {
    const wanted = copyPath(thread, message, n, name);
    const path = before.get(wanted) === bytes ? wanted : await copyTo(settings, wanted, { stored, bytes });
    files.push({ path: join(settings.workspace, path), name: safeName(name), mime, bytes });
  }
  return files;
}

/**
 * Where commands can read the files of a message whose agent has copies of its own, relative to the workspace. A file is left out
 * when the thread's copies would take more room than unused uploads may, or when it cannot be copied. Safe to repeat.
 */
export async function sharedPaths(
  { settings, log }: Pick<HubDeps, "settings" | "log">,
  thread: ThreadId,
  message: MessageId,
  found: readonly FoundFile[],
): Promise<readonly (string | undefined)[]> {
  if (found.length === 0) return [];
  const { workspace } = settings;
  try {
    const uploads = await uploadsOf(workspace, thread);
    const before = new Map(uploads.map(({ path, bytes }) => [path, bytes]));
    const copies = uploads.filter(({ path }) => copyName.test(basename(path)));
    const folder = join(await realpath(workspace), dirname(uploadPath(thread, "file")));
    let left = settings.unusedUploadBytes - copies.reduce((sum, { bytes }) => sum + bytes, 0);
    const paths: (string | undefined)[] = [];
    for (const [n, { name, bytes, path: stored, upload = "" }] of found.entries()) {
      const wanted = copyPath(thread, message, n, name);
      if (before.get(upload) === bytes) paths.push(upload);
      else if (dirname(stored) === folder) paths.push(uploadPath(thread, basename(stored)));
      else if (before.get(wanted) === bytes) paths.push(wanted);
      else if (bytes > left) paths.push(undefined);
      else {
        left -= bytes;
        paths.push(await copyTo(settings, wanted, { stored, bytes }));
      }
    }
    return paths;
  } catch (cause) {
    // The agent has its own copies: its turn does not depend on these.
    log.warn({ cause, thread, message }, "failed to share the files of a prompt with commands");
    return [];
  }
}

/** Named after the message, so that a second copy after a restart is the same one. */
function copyPath(thread: ThreadId, message: MessageId, n: number, name: string): string {
  return uploadPath(thread, `${message}-${n + 1}-${safeName(name)}`);
}

async function copyTo(settings: HubSettings, wanted: string, { stored, bytes }: { readonly stored: string; readonly bytes: number }): Promise<string> {
  await using file = await openRegularFile(stored);
  return (await writeUpload(settings, wanted, bytes + 1, file.createReadStream({ autoClose: false }))).path;
}
