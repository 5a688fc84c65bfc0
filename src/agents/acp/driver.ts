import type { AgentDriver, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { acpClis, type AcpCli } from "./acp-clis.ts";
import { AcpMemory } from "./seat-memory.ts";
import { AcpSeat } from "./seat.ts";
import type { AcpSettings } from "./start-command.ts";

export interface AcpDriverParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly language: TextLanguage;
  /** What agents inherit from the hub's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settingsOf: (cli: string) => AcpSettings;
  /** Parley's own version, which agents are told. */
  readonly version: string;
}

/** Agents that speak the Agent Client Protocol on their standard input and output. */
export function createAcpDriver(parts: AcpDriverParts): AgentDriver {
  const cliOf = (spec: SeatSpec): AcpCli => {
    const cli = acpClis[spec.cliType];
    if (cli === undefined) throw new ParleyError("NotSupported", `This version cannot drive ${spec.cliType} over ACP.`);
    return cli;
  };

  return {
    kind: "acp",
    watches: true,
    open: async (spec, sink, signal) => {
      const memory = await AcpMemory.load(spec.memory);
      if (spec.resume !== undefined) await memory.set({ conversation: spec.resume, sent: memory.now.sent ?? "" });
      const seat = new AcpSeat({ ...parts, cli: cliOf(spec), settings: parts.settingsOf(spec.cliType), spec, sink, memory });
      await seat.endLeftovers();
      signal.throwIfAborted();
      if (spec.openTurn !== undefined) seat.goOn(spec.openTurn);
      else if (spec.autoStart) seat.start();
      return seat;
    },
  };
}
