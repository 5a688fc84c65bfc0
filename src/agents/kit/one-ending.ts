import type { AgentEvent, SeatSink } from "#domain/agent";
import type { TurnId } from "#domain/ids";

export interface TurnSink extends SeatSink {
  /** The turn's ending has been kept. */
  readonly isOver: boolean;
}

/**
 * The sink of one turn: one `ended` passes and nothing after it. What comes too late, or names another turn, is dropped and
 * not thrown, because whoever reports it cannot know. An ending that was not kept may be reported again.
 */
export function oneEnding(sink: SeatSink, turn: TurnId): TurnSink {
  let state: "open" | "ending" | "over" = "open";
  return {
    get isOver() {
      return state === "over";
    },
    happened: async (event: AgentEvent) => {
      if (state !== "open" || event.turn !== turn) return;
      if (event.kind !== "ended") return sink.happened(event);
      state = "ending";
      try {
        await sink.happened(event);
        state = "over";
      } catch (cause) {
        state = "open";
        throw cause;
      }
    },
  };
}
