import { access, constants, readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Config } from "#config/config";
import { programFolder } from "#config/program-folder";
import { documentLimits } from "#commands/documents/reader/document-program";
import { ParleyError } from "#domain/errors";
import { isInside } from "#lib/fs/is-inside";
import { auditVerdict } from "./audit-verdict.ts";
import { codeOf } from "./home.ts";
import { lockHome } from "#store/sqlite/engine/home-lock";
import { works } from "#wire/child";
import { findConfinement } from "#wire/confine";

export interface Finding {
  readonly what: string;
  readonly state: "ok" | "warning" | "error";
  readonly says: string;
  readonly mend: string;
}

export async function checkHome(home: string): Promise<Finding> {
  const found = await stat(home).catch(() => undefined);
  if (found === undefined) return { what: "home", state: "ok", says: `${home} does not exist yet; the first start creates it`, mend: "" };
  if (!found.isDirectory()) return { what: "home", state: "error", says: `${home} is not a folder`, mend: "Choose another home with --home." };
  const writable = await access(home, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return { what: "home", state: "error", says: `${home} is not writable`, mend: "Make it writable for this user, or choose another home." };
  if ((found.mode & 0o077) !== 0) return { what: "home", state: "warning", says: `${home} can be read by others`, mend: `chmod 700 ${home}` };
  return { what: "home", state: "ok", says: home, mend: "" };
}

export async function checkPort(host: string, port: number, home: string): Promise<Finding> {
  if (await isRunning(home)) return { what: "port", state: "ok", says: "a hub runs on this home", mend: "" };
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
  return free
    ? { what: "port", state: "ok", says: `${host}:${port} is free`, mend: "" }
    : { what: "port", state: "error", says: `${host}:${port} is in use by another program`, mend: "Choose another with server.port or start --port." };
}

/** Commands are kept out of what is Parley's own; an agent with tools of its own is not. */
export function checkWorkspace({ workspace, home, file }: Pick<Config, "workspace" | "home" | "file">): Finding {
  const held = [
    ...(isInside(home, workspace) ? [`the home ${home}`] : []),
    ...(file !== undefined && isInside(file, workspace) ? [`the configuration ${file}`] : []),
    ...(isInside(programFolder, workspace) ? [`the program ${programFolder}`] : []),
  ];
  if (held.length === 0) return { what: "workspace", state: "ok", says: workspace, mend: "" };
  return {
    what: "workspace",
    state: "warning",
    says: `${workspace} holds ${held.join(" and ")}: Parley's commands cannot reach it, but an agent's own file tools can`,
    mend: "Set workspace in the configuration to another folder.",
  };
}

/** One line for each skill whose secrets others can read; nothing when there is none. */
export async function checkSecrets(workspace: string): Promise<readonly Finding[]> {
  const skills = join(workspace, ".agents", "skills");
  const names = await readdir(skills).catch(() => []);
  const found = await Promise.all(
    names.map(async (name): Promise<readonly Finding[]> => {
      const path = join(skills, name, "secrets", ".env");
      const stats = await stat(path).catch(() => undefined);
      if (stats === undefined || (stats.mode & 0o077) === 0) return [];
      return [{ what: "secrets", state: "warning", says: `${path} can be read by others`, mend: `chmod 600 ${path}` }];
    }),
  );
  return found.flat();
}

export async function checkStore(path: string, home: string): Promise<Finding> {
  const found = await stat(path).catch((cause: unknown) => (codeOf(cause) === "ENOTDIR" ? "below a file" : undefined));
  if (found === "below a file")
    return {
      what: "store",
      state: "error",
      says: `${path} cannot be created: a part of its path is not a folder`,
      mend: "Choose another home with --home, or another store.url.",
    };
  if (found === undefined) return { what: "store", state: "ok", says: `${path} does not exist yet; the first start creates it`, mend: "" };
  try {
    const verdict = await auditVerdict(path, home);
    if (!verdict.ok)
      return {
        what: "store",
        state: "error",
        says: `the audit chain is broken at record ${verdict.brokenAt}: ${verdict.reason}`,
        mend: "Keep a copy of the file; parley audit verify says more.",
      };
  } catch (cause) {
    return { what: "store", state: "error", says: cause instanceof Error ? cause.message : String(cause), mend: "" };
  }
  if ((found.mode & 0o077) !== 0) return { what: "store", state: "warning", says: `${path} can be read by others`, mend: `chmod 600 ${path}` };
  return { what: "store", state: "ok", says: `${path}, ${Math.round(found.size / 1024)} kB`, mend: "" };
}

/** How far the program that reads documents can be confined here. */
export async function checkDocuments(): Promise<Finding> {
  const { network, hasLimits } = await findConfinement(documentLimits, works);
  const missing = [...(network === "alone" ? ["a network of their own"] : []), ...(hasLimits ? [] : ["limits of the kernel"])];
  if (missing.length === 0) return { what: "documents", state: "ok", says: "are read without network access, within limits", mend: "" };
  return {
    what: "documents",
    state: "warning",
    says: `are read without ${missing.join(" and ")}: the reader keeps itself from the network, and the hub watches its memory`,
    mend: "Install util-linux (prlimit, unshare), and allow user namespaces where the kernel forbids them.",
  };
}

/** By the lock itself: a file left behind by a kill means nothing. */
async function isRunning(home: string): Promise<boolean> {
  if ((await stat(home).catch(() => undefined)) === undefined) return false;
  try {
    const lock = await lockHome(home);
    lock[Symbol.dispose]();
    return false;
  } catch (cause) {
    return cause instanceof ParleyError && cause.code === "HomeInUse";
  }
}
