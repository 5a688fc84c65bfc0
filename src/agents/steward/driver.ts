import type { AgentDriver } from "#domain/agent";
import { StewardSeat } from "./seat.ts";
import type { StewardParts } from "./steward-turn.ts";

/** The built-in agent: a session whose turns are a model and the hub's own tools. */
export function createStewardDriver(parts: StewardParts): AgentDriver {
  return {
    kind: "builtin",
    watches: false,
    open: async (spec, sink, signal) => {
      const seat = await StewardSeat.open(parts, spec, sink);
      signal.throwIfAborted();
      if (spec.openTurn !== undefined) seat.resume(spec.openTurn);
      return seat;
    },
  };
}
