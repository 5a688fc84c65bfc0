import type { AgentDriver, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { findCommand } from "#wire/find-command";
import { TmuxServer } from "#wire/tmux/tmux-server";
import type { CliSettings } from "./cli-settings.ts";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import { hookLine } from "./hook-line.ts";
import { Remembering } from "./seat-memory.ts";
import { TmuxSeat } from "./seat.ts";
import { tmuxTexts } from "./texts.ts";

export interface TmuxDriverParts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly language: TextLanguage;
  readonly userHome: string;
  /** What programs inherit from the hub's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The name of Parley's own tmux socket. */
  readonly socket: string;
  /** What runs `parley hook` for this home, without the session and the event. */
  readonly hookArgv: readonly string[];
  readonly settingsOf: (cli: string) => CliSettings;
  readonly watchdog: { readonly enabled: boolean; readonly checkIntervalsMs: readonly number[] };
}

/** Settings of Parley's own server: somebody who attaches gets colours, and a CLI hears when its terminal is looked at. */
const options = [
  ["focus-events", "on"],
  ["default-terminal", "screen-256color"],
  ["history-limit", "10000"],
  ["escape-time", "10"],
] as const;

/** Coding CLIs in tmux panes, over one control-mode connection. */
export function createTmuxDriver(parts: TmuxDriverParts): AgentDriver {
  let connecting: Promise<TmuxServer> | undefined;

  const connect = async (): Promise<TmuxServer> => {
    const { environment, language, clock, socket } = parts;
    const found = await findCommand("tmux", "/", environment["PATH"]);
    if ("why" in found) throw new ParleyError("NotSupported", say(language, tmuxTexts.tmuxMissing));
    const server = new TmuxServer({ socket, program: found.path, env: { ...environment, TERM: "screen-256color" }, clock });
    for (const [name, value] of options) await server.run("set-option", "-g", name, value);
    return server;
  };

  const server = (): Promise<TmuxServer> =>
    (connecting ??= connect().catch((cause: unknown) => {
      connecting = undefined;
      throw cause;
    }));

  const profileOf = (spec: SeatSpec): Profile => {
    const profile = profiles[spec.cliType];
    if (profile === undefined) throw new ParleyError("NotSupported", `This version cannot drive ${spec.cliType} in tmux yet.`);
    return profile;
  };

  return {
    kind: "tmux",
    watches: true,
    open: async (spec, sink, signal) => {
      const profile = profileOf(spec);
      const settings = parts.settingsOf(spec.cliType);
      const memory = await Remembering.load(spec.memory);
      const seat = new TmuxSeat({
        ...parts,
        server: await server(),
        spec,
        sink,
        profile,
        settings,
        memory,
        hookCommand: hookLine(parts.hookArgv, spec.name, settings.hookCommand),
        checkIntervalsMs: parts.watchdog.checkIntervalsMs,
        watchesScreen: parts.watchdog.enabled,
      });
      try {
        await seat.open(spec, spec.autoStart);
        signal.throwIfAborted();
      } catch (cause) {
        await seat[Symbol.asyncDispose]();
        throw cause;
      }
      if (spec.openTurn !== undefined) seat.goOn(spec.openTurn);
      return seat;
    },
    [Symbol.asyncDispose]: async () => {
      await (await connecting?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
