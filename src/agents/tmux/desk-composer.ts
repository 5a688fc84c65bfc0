import type { ScreenState } from "./profile.ts";
import type { TmuxSeatParts } from "./seat-parts.ts";
import type { TurnRun } from "./turn-run.ts";

/** A prompt that was sent at the desk is in the record within this time, once the CLI can take it up. */
const sentWithinMs = 4_000;

/**
 * What somebody types at the desk: when the composer is emptied, it was sent, and the record will have it in a moment. A CLI that works
 * may keep it until its turn is over.
 */
export class DeskComposer {
  readonly #parts: Pick<TmuxSeatParts, "clock" | "profile">;
  #typed = "";
  #isSent = false;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Pick<TmuxSeatParts, "clock" | "profile">) {
    this.#parts = parts;
  }

  /** Nothing of it was typed at the desk as long as the prompt of the turn under way may stand there. */
  shows(state: ScreenState, run: Pick<TurnRun, "record" | "text"> | undefined): void {
    if (!("composer" in state)) return;
    const isOwn = run !== undefined && (!run.record.hasPrompt || (state.composer !== "" && this.#parts.profile.holdsPrompt(state.composer, run.text)));
    if (isOwn) return;
    if (this.#typed !== "" && state.composer === "") {
      this.#isSent = true;
      this.#sentAt = this.#parts.clock.monotonic();
    }
    this.#typed = state.composer;
  }

  /** The record has a prompt of the desk. */
  recorded(): void {
    this.#isSent = false;
  }

  /** A turn is over: what was sent meanwhile is taken up now. */
  turnEnded(): void {
    this.#typed = "";
    this.#sentAt = this.#parts.clock.monotonic();
  }

  get wasJustSent(): boolean {
    return this.#isSent && this.#parts.clock.monotonic() - this.#sentAt < sentWithinMs;
  }
}
