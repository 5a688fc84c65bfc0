import { access, constants, readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { languageOf, type Config } from "#config/config";
import { programFolder } from "#config/program-folder";
import { documentLimits } from "#commands/documents/reader/document-program";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { isInside } from "#lib/fs/is-inside";
import { say } from "#lib/words/words";
import { auditVerdict } from "./audit-verdict.ts";
import { codeOf } from "./home.ts";
import { checkTexts } from "./texts.ts";
import { lockHome } from "#store/sqlite/engine/home-lock";
import { works } from "#wire/child";
import { findConfinement } from "#wire/confine";

export interface Finding {
  readonly what: string;
  readonly state: "ok" | "warning" | "error";
  readonly says: string;
  readonly mend: string;
}

export async function checkHome(home: string, language: Language): Promise<Finding> {
  const found = await stat(home).catch(() => undefined);
  if (found === undefined) return { what: "home", state: "ok", says: say(language, checkTexts.notThereYet, { path: home }), mend: "" };
  if (!found.isDirectory())
    return { what: "home", state: "error", says: say(language, checkTexts.homeNotFolder, { path: home }), mend: say(language, checkTexts.homeChoose) };
  const writable = await access(home, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return { what: "home", state: "error", says: say(language, checkTexts.notWritable, { path: home }), mend: say(language, checkTexts.homeMakeWritable) };
  if ((found.mode & 0o077) !== 0)
    return { what: "home", state: "warning", says: say(language, checkTexts.readableByOthers, { path: home }), mend: `chmod 700 ${home}` };
  return { what: "home", state: "ok", says: home, mend: "" };
}

export async function checkPort({ host, port }: Config["server"], home: string, language: Language): Promise<Finding> {
  if (await isRunning(home)) return { what: "port", state: "ok", says: say(language, checkTexts.hubRuns), mend: "" };
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
  return free
    ? { what: "port", state: "ok", says: say(language, checkTexts.portFree, { address: `${host}:${port}` }), mend: "" }
    : { what: "port", state: "error", says: say(language, checkTexts.portTaken, { address: `${host}:${port}` }), mend: say(language, checkTexts.portChoose) };
}

/** Commands are kept out of what is Parley's own; an agent with tools of its own is not. */
export function checkWorkspace({ workspace, home, file, ...config }: Pick<Config, "workspace" | "home" | "file" | "language">): Finding {
  const language = languageOf(config);
  const held = [
    ...(isInside(home, workspace) ? [say(language, checkTexts.theHome, { path: home })] : []),
    ...(file !== undefined && isInside(file, workspace) ? [say(language, checkTexts.theConfiguration, { path: file })] : []),
    ...(isInside(programFolder, workspace) ? [say(language, checkTexts.theProgram, { path: programFolder })] : []),
  ];
  if (held.length === 0) return { what: "workspace", state: "ok", says: workspace, mend: "" };
  return {
    what: "workspace",
    state: "warning",
    says: say(language, checkTexts.workspaceHolds, { workspace, held: held.join(checkTexts.and[language]) }),
    mend: say(language, checkTexts.workspaceElsewhere),
  };
}

/** One line for each skill whose secrets others can read; nothing when there is none. */
export async function checkSecrets(workspace: string, language: Language): Promise<readonly Finding[]> {
  const skills = join(workspace, ".agents", "skills");
  const names = await readdir(skills).catch(() => []);
  const found = await Promise.all(
    names.map(async (name): Promise<readonly Finding[]> => {
      const path = join(skills, name, "secrets", ".env");
      const stats = await stat(path).catch(() => undefined);
      if (stats === undefined || (stats.mode & 0o077) === 0) return [];
      return [{ what: "secrets", state: "warning", says: say(language, checkTexts.readableByOthers, { path }), mend: `chmod 600 ${path}` }];
    }),
  );
  return found.flat();
}

export async function checkStore(path: string, home: string, language: Language): Promise<Finding> {
  const found = await stat(path).catch((cause: unknown) => (codeOf(cause) === "ENOTDIR" ? "below a file" : undefined));
  if (found === "below a file")
    return {
      what: "store",
      state: "error",
      says: say(language, checkTexts.storeBelowFile, { path }),
      mend: say(language, checkTexts.storeChoose),
    };
  if (found === undefined) return { what: "store", state: "ok", says: say(language, checkTexts.notThereYet, { path }), mend: "" };
  try {
    const verdict = await auditVerdict(path, home);
    if (!verdict.ok)
      return {
        what: "store",
        state: "error",
        says: say(language, checkTexts.auditBroken, { n: verdict.brokenAt, reason: verdict.reason }),
        mend: say(language, checkTexts.auditKeep),
      };
  } catch (cause) {
    return { what: "store", state: "error", says: cause instanceof Error ? cause.message : String(cause), mend: "" };
  }
  if ((found.mode & 0o077) !== 0)
    return { what: "store", state: "warning", says: say(language, checkTexts.readableByOthers, { path }), mend: `chmod 600 ${path}` };
  return { what: "store", state: "ok", says: `${path}, ${Math.round(found.size / 1024)} kB`, mend: "" };
}

/** How far the program that reads documents can be confined here. */
export async function checkDocuments(language: Language): Promise<Finding> {
  const { network, hasLimits } = await findConfinement(documentLimits, works);
  const missing = [...(network === "alone" ? [say(language, checkTexts.ownNetwork)] : []), ...(hasLimits ? [] : [say(language, checkTexts.kernelLimits)])];
  if (missing.length === 0) return { what: "documents", state: "ok", says: say(language, checkTexts.documentsConfined), mend: "" };
  return {
    what: "documents",
    state: "warning",
    says: say(language, checkTexts.documentsOpen, { missing: missing.join(checkTexts.and[language]) }),
    mend: say(language, checkTexts.documentsInstall),
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
