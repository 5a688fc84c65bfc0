import type { MadeFile, Screen, SeatSink } from "#domain/agent";
import type { NewId } from "#domain/ids";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { CliPaneParts } from "./cli-pane.ts";
import type { Remembering } from "./seat-memory.ts";

/** What a seat is made of. */
export interface TmuxSeatParts extends CliPaneParts {
  readonly sink: SeatSink;
  readonly memory: Remembering;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly userHome: string;
  readonly hookCommand: (event: string) => string;
  /** When to look at a quiet screen; none when the operator turned the screen net off. */
  readonly checkIntervalsMs: readonly number[];
  readonly watchesScreen: boolean;
  /** A picture of the terminal. */
  readonly drawScreen: (screen: Screen) => Promise<MadeFile>;
}

/** What its turns are made of. */
export interface CliTurnsParts extends TmuxSeatParts {
  readonly closed: AbortSignal;
}
