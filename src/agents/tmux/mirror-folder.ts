import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Mirror } from "./profile.ts";

/** Makes the folder anew, with a link to everything that is in the user's one. A link to a file that is not there yet makes it there when it is written. */
export async function mirrorFolder({ folder, of, files, folders, except }: Mirror, session: string): Promise<void> {
  const own = join(session, folder);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const name of folders) await mkdir(join(of, name), { recursive: true });
  const there = await readdir(of).catch(() => []);
  const names = new Set([...there, ...files].filter((name) => !except.includes(name)));
  for (const name of names) await symlink(join(of, name), join(own, name));
}
