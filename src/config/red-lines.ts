import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RedLine } from "#domain/status";
import type { Adapters } from "./adapters.ts";
import { isPostgres, type Config, type SessionConfig } from "./config.ts";
import type { Settings } from "./schema.ts";
import { notYet } from "./unsupported-keys.ts";
import { formatPath, valueAt, type KeyPath } from "./problem.ts";

/** What is configured but unavailable in this version or on this machine. The hub starts without it and reports it. */
export function redLinesOf(config: Config, settings: Settings, tree: unknown, adapters: Adapters): readonly RedLine[] {
  const lines: RedLine[] = [...new Set(config.channels.map(({ platform }) => platform))].flatMap((platform) =>
    lineFor(["bots", platform], "Nothing is sent or received there. Set enabled: false to hide this warning.", adapters),
  );
  const made = config.file === undefined ? config.workspace : undefined;
  lines.push(...config.sessions.flatMap((session) => sessionLines(session, adapters, made)));
  if (isPostgres(settings.store.url))
    lines.push({
      what: "store.url",
      why: "This version supports SQLite only.",
      mend: `Remove the key. Until then data is stored in ${config.store.path}.`,
    });
  if (config.model !== undefined) lines.push(...lineFor(["model"], "Remove the section to hide this warning.", adapters));
  // Its defaults always apply; it counts as configured only if the file mentions it.
  const asksForDelivery = valueAt(tree, ["code_delivery"]) !== undefined && settings.code_delivery["enabled"] === true;
  if (asksForDelivery) lines.push(...lineFor(["code_delivery"], "Set enabled: false to hide this warning.", adapters));
  if (!isWritable(config.logging.file)) {
    const logs = join(config.home, "logs");
    const fallback = isWritable(join(logs, "parley.log")) ? ` Until then the log goes to ${logs}.` : "";
    const mend = `Create its directory and make it writable for this user.${fallback}`;
    lines.push({ what: "logging.file", why: `${config.logging.file} cannot be written.`, mend });
  }
  return lines;
}

function lineFor(path: KeyPath, mend: string, adapters: Adapters): readonly RedLine[] {
  const why = notYet(path, adapters);
  return why === undefined ? [] : [{ what: formatPath(path), why, mend }];
}

/** `made`: a folder that is created at start. */
function sessionLines(session: SessionConfig, adapters: Adapters, made: string | undefined): readonly RedLine[] {
  const what = `sessions.${session.name}`;
  const why = `This version cannot drive ${session.cliType} sessions yet.`;
  const { isBuilt, drives } = adapters.agents[session.kind];
  return [
    ...(isBuilt && (drives?.includes(session.cliType) ?? true)
      ? []
      : [{ what, why, mend: "The session is listed but takes no prompts. Remove it to hide this warning." }]),
    ...(session.workDir === made || isDirectory(session.workDir)
      ? []
      : [{ what: `${what}.work_dir`, why: `The directory ${session.workDir} does not exist.`, mend: "Create it, or correct the path." }]),
  ];
}

function isDirectory(path: string): boolean {
  return statIfThere(path)?.isDirectory() ?? false;
}

/** Checks without writing anything. If the path does not exist yet, its nearest existing parent directory is checked. */
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
    // ENOTDIR: a parent is a file, check further up.
    return undefined;
  }
}
