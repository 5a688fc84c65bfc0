import { createHash } from "node:crypto";
import type { CallLimits, DiscordApi } from "./discord-api.ts";
import type { ListedCommand } from "./native-commands.ts";
import type { Remembered } from "./remembered.ts";

export interface RegisterOptions {
  readonly api: DiscordApi;
  readonly application: string;
  readonly listed: readonly ListedCommand[];
  readonly remembered: Remembered;
  readonly note: (line: string) => void;
  readonly limits: CallLimits;
}

/** Puts the hub's commands into Discord's own list, unless they are there already: it takes few such calls a day. */
export async function registerCommands({ api, application, listed, remembered, note, limits }: RegisterOptions): Promise<void> {
  const body = listed.map(({ name, description, options: given }) => ({ name, description, type: 1, options: given }));
  const hash = createHash("sha256")
    .update(JSON.stringify([application, body]))
    .digest("hex");
  if (remembered.commands === hash) return;
  const outcome = await api.call((rest, by) => rest.applicationCommands.bulkOverwriteGlobalCommands(application, body as never, { signal: by }), limits);
  if (outcome.how === "ok") remembered.listed(hash);
  else if (!limits.signal.aborted) note("Discord did not take the list of commands. They work all the same.");
}
