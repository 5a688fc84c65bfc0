import { channelTexts } from "#channels/kit/texts";
import type { NativeCommand } from "#domain/channel";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { BotApi, CallLimits } from "./bot-api.ts";
import { askCommand } from "./decode.ts";

export interface RegisterOptions {
  readonly api: BotApi;
  readonly commands: readonly NativeCommand[];
  readonly language: TextLanguage;
  readonly note: (line: string) => void;
  readonly limits: CallLimits;
}

/** Puts the hub's commands into Telegram's own list. */
export async function registerCommands({ api, commands, language, note, limits }: RegisterOptions): Promise<void> {
  const ask = commands.some(({ name }) => name === askCommand) ? [] : [{ command: askCommand, description: say(language, channelTexts.askCommand) }];
  const listed = [...ask, ...commands.map(({ name, summary }) => ({ command: name, description: summary.slice(0, 256) }))];
  const outcome = await api.call((raw, by) => raw.setMyCommands({ commands: listed }, by), limits);
  if (outcome.how !== "ok" && !limits.signal.aborted) note("Telegram did not take the list of commands. They work all the same.");
}
