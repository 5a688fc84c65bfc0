import type { SeatSink, TurnEvent, Heard } from "#domain/agent";
import type { TurnId } from "#domain/ids";

export interface TurnSink {
  happened(event: TurnEvent): Promise<Heard>;
  /** The turn's ending has been stored. */
  readonly isOver: boolean;
}

/**
 * The sink of one turn: one `ended` passes and nothing after it. What comes too late, or names another turn, is dropped and
 * not thrown, because the reporter cannot know. An ending that was not stored may be reported again.
 */
export function oneEnding(sink: SeatSink, turn: TurnId): TurnSink {
  let state: "open" | "ending" | "over" = "open";
  return {
    get isOver() {
      return state === "over";
    },
    happened: async (event) => {
      if (state !== "open" || event.turn !== turn) return { how: "late" };
      if (event.kind !== "ended") return sink.happened(event);
      state = "ending";
      try {
        const heard = await sink.happened(event);
        state = "over";
        return heard;
      } catch (cause) {
        state = "open";
        throw cause;
      }
    },
  };
}
