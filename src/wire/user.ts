import { readFile } from "node:fs/promises";

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** A line in the format of /etc/passwd and `getent passwd`. */
function userOf(lines: string, name: string): SystemUser | undefined {
  for (const line of lines.split("\n")) {
    const [login, , uid, gid, , home] = line.split(":");
    if (login === name && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid), home: home ?? "/" };
  }
  return undefined;
}

/** From /etc/passwd; directory services are queried with `getent` if available. */
export async function findUser(name: string, getent: (name: string) => Promise<string>): Promise<SystemUser> {
  const found = userOf(await readFile("/etc/passwd", "utf8").catch(() => ""), name) ?? userOf(await getent(name), name);
  if (found === undefined) throw new Error(`There is no user ${name} on this machine. Create it, or correct run_as.`);
  return found;
}
