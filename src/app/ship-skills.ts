import { constants } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { setOwnerAndMode, newFileIn, walkPath, pathIn } from "#lib/fs/safe-path";
import type { Log } from "#lib/log";

/** The skills that come with Parley, wherever it was built. */
export const shippedSkills = fileURLToPath(new URL("../../skills", import.meta.url));

/** Puts each shipped skill into the workspace, unless one of that name is there: whoever changed or emptied one keeps that. Never fails. */
export async function shipSkills(from: string, workspace: string, log: Log): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((cause: unknown) => {
    log.warn({ cause }, `the skills that come with Parley cannot be read in ${from}`);
    return [];
  });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    try {
      if (await ship(join(from, name), workspace, name)) log.info({ skill: name }, "a skill was put into the workspace");
    } catch (cause) {
      log.info({ cause, skill: name }, "a skill could not be put into the workspace");
    }
  }
}

async function ship(source: string, workspace: string, name: string): Promise<boolean> {
  await using target = await walkPath(workspace, `.agents/skills/${name}`, { followsLast: false, makes: true });
  if (target.found !== undefined) return false;
  // Under another name until it is whole: one that a kill cut short would count as there.
  const half = `.${name}.part`;
  await rm(pathIn(target.folder, half), { recursive: true, force: true });
  const below = [...target.names, half].join("/");
  for (const file of await filesIn(source)) await copy(join(source, file), workspace, `${below}/${file}`);
  await rename(pathIn(target.folder, half), pathIn(target.folder, name));
  return true;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function copy(source: string, workspace: string, path: string): Promise<void> {
  await using target = await walkPath(workspace, path, { followsLast: false, makes: true, entersSecrets: true });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  await using file = await open(pathIn(target.folder, target.name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await file.writeFile(await readFile(source));
  await setOwnerAndMode(file, newFileIn(await target.folder.stat()));
}
