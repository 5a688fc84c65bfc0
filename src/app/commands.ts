import { docCommands } from "#commands/documents/doc/index";
import { deliverCommand } from "#commands/deliver/index";
import { execCommand } from "#commands/exec/index";
import { helloCommand } from "#commands/hello/index";
import { helpCommand } from "#commands/help/index";
import { terminalHelpCommand } from "#commands/help/terminal";
import { inviteCommand } from "#commands/invite/index";
import { ircCommands } from "#commands/irc/index";
import type { IrcDoor } from "#commands/irc/irc-line";
import { createDocuments } from "#commands/documents/reader/read-document";
import { createRegistry, type Registry } from "#commands/kit/registry";
import { linkCommand } from "#commands/link/index";
import { listenCommand } from "#commands/listen/index";
import { remoteCommands, type RemoteControl } from "#commands/remote/index";
import { keysCommand } from "#commands/keys/index";
import { newCommand } from "#commands/new/index";
import { nowCommand } from "#commands/now/index";
import { restartCommand } from "#commands/restart/index";
import { resumeCommand } from "#commands/resume/index";
import { scheduleCommands } from "#commands/schedules/index";
import { screenCommand } from "#commands/screen/index";
import { sessionsCommand } from "#commands/sessions/index";
import type { ReadYaml } from "#commands/skill/front-matter";
import { skillCommands } from "#commands/skill/index";
import { statusCommand } from "#commands/status/index";
import { stopCommand } from "#commands/stop/index";
import { tableCommands } from "#commands/documents/table/index";
import { useCommand } from "#commands/use/index";
import { unlinkCommand } from "#commands/unlink/index";
import { whoCommand } from "#commands/who/index";
import { whoamiCommand } from "#commands/whoami/index";
import { parseYaml } from "#config/parse-yaml";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { systemClock, type Clock } from "#lib/time/clock";

/** What commands need of the world. Only those of IRC are handed a way to connect. */
export interface TerminalWorld {
  readonly clock: Clock;
  readonly openIrc: IrcDoor["open"];
}

/** What `terminal_exec` may run, on whatever surface. Nothing is added while the hub runs. */
export function terminalCommands({ clock, openIrc }: TerminalWorld, more: readonly Command[] = []): Registry {
  // A reader is a process: how long it takes is the world's time.
  const documents = createDocuments({ clock: systemClock });
  const registry: Registry = createRegistry(
    [
      helloCommand(),
      ...skillCommands(readYaml),
      ...docCommands(documents),
      ...tableCommands(documents),
      ...ircCommands({ clock, open: openIrc }),
      ...more,
      terminalHelpCommand(() => registry.list()),
    ],
    "terminal",
  );
  return registry;
}

/** What may be typed behind the prefix in a chat or in the page. */
export function chatVerbs(hub: HubVerbs, remotes: readonly RemoteControl[] = [], clock: Clock = systemClock): Registry {
  const registry: Registry = createRegistry([
    sessionsCommand(hub),
    useCommand(hub),
    newCommand(hub),
    whoamiCommand(hub),
    statusCommand(hub),
    stopCommand(hub),
    nowCommand(),
    screenCommand(hub),
    keysCommand(hub),
    restartCommand(hub),
    resumeCommand(hub),
    listenCommand(hub),
    linkCommand(hub),
    unlinkCommand(hub),
    whoCommand(hub),
    inviteCommand(hub),
    deliverCommand(hub),
    ...scheduleCommands(hub),
    execCommand(),
    ...(remotes.length === 0 ? [] : remoteCommands(hub, remotes, clock)),
    helpCommand(() => registry.list()),
  ]);
  return registry;
}

export const readYaml: ReadYaml = (text) => {
  const { tree, problems } = parseYaml(Buffer.from(text, "utf8"));
  const [first] = problems;
  return first === undefined ? { ok: true, tree } : { ok: false, problem: first.sentence };
};
