import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PromptFile } from "#domain/prompt-file";
import type { MessageId } from "#domain/ids";
import type { Session } from "#domain/session";
import { readRegularFile } from "#lib/fs/regular-file";
import { numbered, safeName } from "#lib/fs/safe-name";
import type { HubDeps } from "#hub/deps";
import type { FoundFile } from "./prompt-files.ts";

/** What belongs to one session alone, below the hub's home: the hooks' secret and the files of prompts. Goes with the session. */
export function sessionFolder({ settings }: Pick<HubDeps, "settings">, session: Pick<Session, "name">): string {
  return join(settings.sessionsDir, session.name);
}

/** Makes the folder, for its owner alone, with a new secret for hooks; an older one is no longer good. */
export async function openSessionFolder(deps: Pick<HubDeps, "settings">, session: Session): Promise<void> {
  const folder = sessionFolder(deps, session);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const path = join(folder, "secret");
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, path);
}

export async function removeSessionFolder(deps: Pick<HubDeps, "settings">, session: Pick<Session, "name">): Promise<void> {
  await rm(sessionFolder(deps, session), { recursive: true, force: true });
}

/** Whether this is the session's own secret. The file is the truth, so a hook that read it a moment ago is right. */
export async function isSessionSecret(deps: Pick<HubDeps, "settings">, session: Session, given: string): Promise<boolean> {
  const secret = await readRegularFile(join(sessionFolder(deps, session), "secret"), 1024).then(
    (found) => found.toString().trim(),
    () => "",
  );
  const [a, b] = [Buffer.from(secret), Buffer.from(given)];
  return secret !== "" && a.length === b.length && timingSafeEqual(a, b);
}

/** Copies a message's files to where the session's agent can read them, each under a name of its own. Safe to repeat. */
export async function copyPromptFiles(
  deps: Pick<HubDeps, "settings">,
  session: Pick<Session, "name">,
  message: MessageId,
  found: readonly FoundFile[],
): Promise<readonly PromptFile[]> {
  if (found.length === 0) return [];
  const folder = join(sessionFolder(deps, session), "files", message);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const taken = new Set<string>();
  const files: PromptFile[] = [];
  for (const { name: given, mime, bytes, path: stored } of found) {
    const wanted = safeName(given);
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = numbered(wanted, n);
    taken.add(name.toLowerCase());
    const path = join(folder, name);
    await copyFile(stored, path);
    await chmod(path, 0o600);
    files.push({ path, name, mime, bytes });
  }
  return files;
}
