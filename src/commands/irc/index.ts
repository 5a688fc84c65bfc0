import type { Command } from "#domain/command";
import { connectCommand } from "./connect.ts";
import { disconnectCommand } from "./disconnect.ts";
import { historyCommand } from "./history.ts";
import type { IrcDoor } from "./irc-line.ts";
import { pullCommand } from "./pull.ts";
import { sendCommand } from "./send.ts";
import { statusCommand } from "./status.ts";

/** IRC for an agent: one line a session, which begins with the first word and ends with the session. */
export function ircCommands(door: IrcDoor): readonly Command[] {
  return [statusCommand(door), sendCommand(door), pullCommand(), connectCommand(door), disconnectCommand(), historyCommand()];
}
