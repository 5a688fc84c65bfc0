import { chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isId, type InvitationId } from "#domain/ids";
import type { Invitable } from "#domain/invitation";
import type { Inviting } from "#hub/deps";
import { defined } from "#lib/defined";
import { readRegularFile } from "#lib/fs/regular-file";

const maxBytes = 64 * 1024;

/** What an invited process finds on disk: the file with which MCP clients connect. It is there for as long as it runs. */
export interface InvitationFolder {
  readonly mcpConfig: string;
  readonly pipe: string;
  /** Whom the files belong to, where that is not the hub's own user. */
  readonly user?: { readonly uid: number; readonly gid: number; readonly home: string };
}

/** The pipe stays in the hub's home; what another user must read lies where that user can go. */
function placesOf({ dir }: Pick<Inviting, "dir">, id: InvitationId): { home: string; shared: string; pipe: string } {
  const home = join(dir, id);
  return { home, shared: join(tmpdir(), `parley-${id}`), pipe: join(home, "output") };
}

export async function makeFolder(
  inviting: Pick<Inviting, "dir" | "processes">,
  id: InvitationId,
  entry: Invitable,
  access: { readonly url: string; readonly token: string },
): Promise<InvitationFolder> {
  const { home, shared, pipe } = placesOf(inviting, id);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const user = entry.runAs === undefined ? undefined : await inviting.processes.user(entry.runAs);
  if (user !== undefined) {
    // Fails when somebody else has made it: nothing is written into a folder of theirs.
    await mkdir(shared, { mode: 0o700 });
    await chown(shared, user.uid, user.gid);
  }
  const mcpConfig = join(user === undefined ? home : shared, "mcp.json");
  const servers = { mcpServers: { parley: { type: "http", url: `${access.url}/mcp`, headers: { Authorization: `Bearer ${access.token}` } } } };
  await writeFile(mcpConfig, `${JSON.stringify(servers, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  if (user !== undefined) await chown(mcpConfig, user.uid, user.gid);
  return { mcpConfig, pipe, ...defined({ user }) };
}

/** After a restart the token is known only from there; it must not be shown in what the process writes. */
export async function tokenIn(inviting: Pick<Inviting, "dir">, id: InvitationId): Promise<string | undefined> {
  const { home, shared } = placesOf(inviting, id);
  for (const folder of [home, shared]) {
    const text = await readRegularFile(join(folder, "mcp.json"), maxBytes).then(String, () => "");
    const found = /"Bearer ([^"]+)"/.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

export function pipeOf(inviting: Pick<Inviting, "dir">, id: InvitationId): string {
  return placesOf(inviting, id).pipe;
}

export async function dropFolder(inviting: Pick<Inviting, "dir">, id: InvitationId): Promise<void> {
  const { home, shared } = placesOf(inviting, id);
  for (const folder of [home, shared]) await rm(folder, { recursive: true, force: true });
}

/** Those that a kill left behind. */
export async function dropOtherFolders(inviting: Pick<Inviting, "dir">, open: ReadonlySet<string>): Promise<void> {
  const names = await readdir(inviting.dir).catch(() => []);
  for (const name of names) if (isId("inv", name) && !open.has(name)) await dropFolder(inviting, name);
}
