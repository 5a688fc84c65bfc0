import type { Clock } from "#lib/time/clock";

/** Output comes in many small pieces; one look is enough for what arrives within this time. */
const settleMs = 30;
/** A CLI that works redraws its screen all the time: then one look is enough for what is drawn within this time. */
const redrawMs = 200;

interface Looking {
  readonly look: () => Promise<void>;
  /** Whether to look again after silence. */
  readonly wantsAnother: () => boolean;
  readonly failed: (cause: unknown) => void;
}

/** When to look at a terminal: soon after output, and again after each interval of silence. One look at a time. */
export class Looks implements Disposable {
  readonly #clock: Clock;
  readonly #intervals: readonly number[];
  readonly #on: Looking;
  #soon: (() => void) | undefined;
  #later: (() => void) | undefined;
  #quiet = 0;
  #isLooking = false;
  #isWanted = false;
  #isClosed = false;
  #isUrgent = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** The last interval repeats. */
  constructor(clock: Clock, intervals: readonly number[], on: Looking) {
    this.#clock = clock;
    this.#intervals = intervals;
    this.#on = on;
  }

  /** Something happened. */
  wake(): void {
    this.#wake(settleMs, true);
  }

  /** The screen was redrawn. */
  redrawn(): void {
    this.#wake(Math.max(settleMs, this.#lookedAt + redrawMs - this.#clock.monotonic()), false);
  }

  /** Looks again after silence. */
  again(): void {
    if (this.#isClosed || this.#soon !== undefined || this.#later !== undefined) return;
    const wait = this.#intervals[Math.min(this.#quiet, this.#intervals.length - 1)] ?? 1_000;
    this.#later = this.#clock.after(wait, () => {
      this.#later = undefined;
      this.#quiet++;
      this.#run();
    });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#soon?.();
    this.#later?.();
  }

  #wake(afterMs: number, isUrgent: boolean): void {
    this.#quiet = 0;
    this.#later?.();
    this.#later = undefined;
    if (isUrgent && !this.#isUrgent) this.#drop();
    if (this.#isClosed || this.#soon !== undefined) return;
    this.#isUrgent = isUrgent;
    this.#soon = this.#clock.after(afterMs, () => {
      this.#soon = undefined;
      this.#run();
    });
  }

  /** A look that was to come later than it is wanted now. */
  #drop(): void {
    this.#soon?.();
    this.#soon = undefined;
  }

  #run(): void {
    if (this.#isClosed) return;
    this.#lookedAt = this.#clock.monotonic();
    this.#isWanted = true;
    if (!this.#isLooking) void this.#all();
  }

  async #all(): Promise<void> {
    this.#isLooking = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      await this.#on.look().catch(this.#on.failed);
    }
    this.#isLooking = false;
    if (this.#on.wantsAnother()) this.again();
  }
}
