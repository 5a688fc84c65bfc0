import { stat } from "node:fs/promises";
import { join } from "node:path";
import { drivenClis } from "#agents/tmux/index";
import { languageOf, type Config } from "#config/config";
import type { Language } from "#domain/command";
import type { RedLine } from "#domain/status";
import { openRegularFile } from "#lib/fs/regular-file";
import { say } from "#lib/words/words";
import type { Finding } from "./checks.ts";
import { checkTexts } from "./texts.ts";

type Configured = Pick<Config, "sessions" | "cliAdapters" | "workspace" | "home"> & Partial<Pick<Config, "language">>;
const database = "SQLite format 3\0";

/** A startup warning for each `history_*` place that brings no record: it says which places are used. */
export async function unusedHistory(config: Configured, environment: Readonly<Record<string, string>>): Promise<readonly RedLine[]> {
  const language = languageOf(config);
  const looking = drivenClis.flatMap((cli) =>
    placesOf(config, cli).map(async ([key, place]): Promise<readonly RedLine[]> => {
      const why = await whyUnused(place, language);
      const used = (await usedPlaces(cli, config, environment)).join(", ");
      return why === undefined ? [] : [{ what: `cli_adapters.${cli}.${key}`, why, mend: say(language, checkTexts.historyUsed, { places: used }) }];
    }),
  );
  return (await Promise.all(looking)).flat();
}

/** The same for doctor. */
export async function checkHistory(config: Configured, environment: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  return (await unusedHistory(config, environment)).map(({ what, why, mend }) => ({ what, state: "warning", says: why, mend }));
}

function placesOf({ cliAdapters }: Configured, cli: string): readonly (readonly [string, string])[] {
  return Object.entries(cliAdapters[cli] ?? {}).flatMap(([key, value]) =>
    key.startsWith("history_") && typeof value === "string" ? [[key, value] as const] : [],
  );
}

async function whyUnused(place: string, language: Language): Promise<string | undefined> {
  try {
    if ((await stat(place)).isDirectory()) return undefined;
    await using file = await openRegularFile(place);
    const { buffer } = await file.read(Buffer.alloc(database.length), 0, database.length, 0);
    return buffer.toString("latin1") === database ? say(language, checkTexts.historyDatabase, { path: place }) : undefined;
  } catch (cause) {
    return say(language, checkTexts.historyUnreadable, { path: place, code: cause instanceof Error && "code" in cause ? String(cause.code) : "unknown" });
  }
}

/** Where the CLI itself keeps the conversations of its sessions. */
async function usedPlaces(cli: string, { sessions, workspace, home }: Configured, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { profiles } = await import("#agents/tmux/profiles");
  const own = sessions.filter(({ cliType }) => cliType === cli);
  const rooms = own.length === 0 ? [{ workDir: workspace }] : own.map(({ workDir, name }) => ({ workDir, folder: join(home, "sessions", name) }));
  return [...new Set(rooms.flatMap((room) => profiles[cli]?.transcriptFolder({ userHome: env["HOME"] ?? "", env, ...room }) ?? []))];
}
