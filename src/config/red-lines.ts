import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RedLine } from "#domain/status";
import type { Adapters } from "./adapters.ts";
import { isPostgres, type Config, type SessionConfig } from "./config.ts";
import type { Settings } from "./schema.ts";
import { notYet } from "./not-yet.ts";
import { formatPath, valueAt, type KeyPath } from "./problem.ts";

/** What the file asks for and this version or machine cannot give. The hub starts without it and says so. */
export function redLinesOf(config: Config, settings: Settings, tree: unknown, adapters: Adapters): readonly RedLine[] {
  const lines: RedLine[] = config.channels.flatMap(({ id }) =>
    lineFor(["bots", id], "Nothing is sent or received there. Write enabled: false to hide this line.", adapters),
  );
  const made = config.file === undefined ? config.workspace : undefined;
  lines.push(...config.sessions.flatMap((session) => sessionLines(session, adapters, made)));
  if (isPostgres(settings.store.url))
    lines.push({
      what: "store.url",
      why: "This version keeps its data in SQLite only.",
      mend: `Remove the key. Until then everything is kept in ${config.store.path}.`,
    });
  if (config.hookPort !== undefined) lines.push(...lineFor(["hook_server", "port"], "Remove hook_server to hide this line.", adapters));
  if (config.model !== undefined) lines.push(...lineFor(["model"], "Remove the section to hide this line.", adapters));
  // Its defaults are always in force; only a file that names it asks for it.
  const asksForDelivery = valueAt(tree, ["code_delivery"]) !== undefined && settings.code_delivery["enabled"] === true;
  if (asksForDelivery) lines.push(...lineFor(["code_delivery"], "Write enabled: false to hide this line.", adapters));
  if (!isWritable(config.logging.file)) {
    const mend = `Create its directory and let this user write there. Until then the log goes to ${join(config.home, "logs")}.`;
    lines.push({ what: "logging.file", why: `${config.logging.file} cannot be written.`, mend });
  }
  return lines;
}

function lineFor(path: KeyPath, mend: string, adapters: Adapters): readonly RedLine[] {
  const why = notYet(path, adapters);
  return why === undefined ? [] : [{ what: formatPath(path), why, mend }];
}

/** `made`: a folder that the start makes. */
function sessionLines(session: SessionConfig, adapters: Adapters, made: string | undefined): readonly RedLine[] {
  const what = `sessions.${session.name}`;
  const why = `This version cannot drive ${session.cliType} sessions yet.`;
  return [
    ...(adapters.agents[session.kind].isBuilt ? [] : [{ what, why, mend: "The session is listed and takes no prompts. Remove it to hide this line." }]),
    ...(session.workDir === made || isDirectory(session.workDir)
      ? []
      : [{ what: `${what}.work_dir`, why: `The directory ${session.workDir} does not exist.`, mend: "Create it, or correct the path." }]),
  ];
}

function isDirectory(path: string): boolean {
  return statIfThere(path)?.isDirectory() ?? false;
}

/** Looks without writing: `parley config` leaves no trace. What is not there yet is judged by the nearest directory that is. */
function isWritable(file: string): boolean {
  let place = file;
  for (;;) {
    const stats = statIfThere(place);
    if (stats !== undefined) {
      if (place === file ? !stats.isFile() : !stats.isDirectory()) return false;
      break;
    }
    const above = dirname(place);
    if (above === place) return false;
    place = above;
  }
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function statIfThere(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Below a file there is nothing (ENOTDIR): look further up.
    return undefined;
  }
}
