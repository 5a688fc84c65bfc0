import type { AgentDriver, MadeFile, Screen, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { tmuxName } from "./cli-pane.ts";
import type { CliSettings } from "./cli-settings.ts";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import { hookLine } from "./hook-line.ts";
import { readingOnce } from "./reading-once.ts";
import { Remembering } from "./seat-memory.ts";
import { TmuxSeat } from "./seat.ts";
import { TmuxServers, type ServerName } from "./tmux-servers.ts";

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
  /** Those that this version has unless they are given. */
  readonly profiles?: Readonly<Record<string, Profile>>;
  /** Where sessions are created that are nowhere yet. */
  readonly createsOn: ServerName;
  readonly settingsOf: (cli: string) => CliSettings;
  /** A picture of a terminal. */
  readonly drawScreen: (screen: Screen) => Promise<MadeFile>;
  readonly watchdog: { readonly enabled: boolean; readonly checkIntervalsMs: readonly number[] };
}

/** Coding CLIs in tmux panes, over one control-mode connection. */
export function createTmuxDriver(parts: TmuxDriverParts): AgentDriver {
  const servers = new TmuxServers(parts);

  /** Where the session's pane was; else where somebody has one of its name; else where new ones are made. */
  const serverOf = async (name: string, memory: Remembering): Promise<ServerName> => {
    const known = memory.now.pane?.server;
    if (known !== undefined) return known;
    return (await servers.isUsers(tmuxName(name))) ? "user" : parts.createsOn;
  };

  const profileOf = (spec: SeatSpec): Profile => {
    const profile = (parts.profiles ?? profiles)[spec.cliType];
    if (profile === undefined) throw new ParleyError("NotSupported", `This version cannot drive ${spec.cliType} in tmux yet.`);
    return profile;
  };

  return {
    kind: "tmux",
    watches: true,
    open: async (spec, sink, signal) => {
      const profile = readingOnce(profileOf(spec));
      const settings = parts.settingsOf(spec.cliType);
      const memory = await Remembering.load(spec.memory);
      const serverName = await serverOf(spec.name, memory);
      const seat = new TmuxSeat({
        ...parts,
        server: await servers.open(serverName),
        serverName,
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
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  };
}
