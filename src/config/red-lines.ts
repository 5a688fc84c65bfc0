import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RedLine } from "#domain/status";
import type { Adapters } from "./adapters.ts";
import { isPostgres, type Config, type SessionConfig } from "./config.ts";
import type { Settings } from "./schema.ts";
import { valueAt } from "./problem.ts";

/** What the file asks for and this version or machine cannot give. The hub starts without it and says so. */
export function redLinesOf(config: Config, settings: Settings, tree: unknown, adapters: Adapters): readonly RedLine[] {
  return [
    ...config.channels.filter(({ id }) => adapters.channels[id]?.isBuilt === false).map(({ id }) => missingChannel(id, adapters.channels[id]?.title ?? id)),
    ...config.sessions.flatMap((session) => sessionLines(session, adapters)),
    ...(isPostgres(settings.store.url)
      ? [
          {
            what: "store.url",
            why: "This version keeps its data in SQLite only; PostgreSQL is not used.",
            mend: `Remove the key. Until then everything is kept in ${config.store.path}.`,
          },
        ]
      : []),
    ...(config.hookPort === undefined
      ? []
      : [
          {
            what: "hook_server.port",
            why: "This version has no hooks yet, so the port is not opened.",
            mend: "Nothing needs to be done; remove hook_server if you do not plan to use hooks.",
          },
        ]),
    ...(settings.model === undefined
      ? []
      : [
          {
            what: "model",
            why: "This version has no agent that uses a model of its own yet.",
            mend: "Nothing needs to be done; remove the section to hide this line.",
          },
        ]),
    ...(asksForDelivery(tree, settings)
      ? [{ what: "code_delivery", why: "This version has no delivery agent yet.", mend: "Write enabled: false, or remove the section, to hide this line." }]
      : []),
    ...(isWritable(config.logging.file)
      ? []
      : [
          {
            what: "logging.file",
            why: `${config.logging.file} cannot be written.`,
            mend: `Create its directory and let this user write there. Until then the log goes to ${join(config.home, "logs")}.`,
          },
        ]),
  ];
}

/** Why a session cannot be opened here; undefined when it can. */
export function whyNoSeat(session: SessionConfig, adapters: Adapters): string | undefined {
  return adapters.agents[session.kind].isBuilt ? undefined : `This version cannot drive ${session.cliType} sessions yet.`;
}

function missingChannel(id: string, title: string): RedLine {
  return {
    what: `bots.${id}`,
    why: `This version has no ${title} channel yet.`,
    mend: `Nothing is sent to or received from ${title}. Write enabled: false to hide this line.`,
  };
}

function sessionLines(session: SessionConfig, adapters: Adapters): readonly RedLine[] {
  const what = `sessions.${session.name}`;
  const reason = whyNoSeat(session, adapters);
  return [
    ...(reason === undefined ? [] : [{ what, why: reason, mend: "The session is listed and takes no prompts. Remove it to hide this line." }]),
    ...(isDirectory(session.workDir)
      ? []
      : [{ what: `${what}.work_dir`, why: `The directory ${session.workDir} does not exist.`, mend: "Create it, or correct the path." }]),
  ];
}

/** Its defaults are always in force; only a file that names it asks for it. */
function asksForDelivery(tree: unknown, settings: Settings): boolean {
  return valueAt(tree, ["code_delivery"]) !== undefined && settings.code_delivery["enabled"] === true;
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
