import type { BeginOutcome } from "#domain/agent";
import type { Clock } from "#lib/time/clock";
import type { BeginRule } from "./language.ts";
import { isMatch } from "./scene.ts";

/** Which prompts are not taken, and why. */
export class BeginRules {
  readonly #rules: readonly BeginRule[];
  readonly #clock: Clock;
  /** When each rule first matched. */
  readonly #since = new Map<BeginRule, number>();
  #gone: BeginOutcome | undefined;

  constructor(rules: readonly BeginRule[], clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  /** Undefined for a prompt that is taken. */
  instead(prompt: string): BeginOutcome | undefined {
    if (this.#gone !== undefined) return this.#gone;
    const rule = this.#rules.find((one) => isMatch(one.match, prompt));
    if (rule === undefined) return undefined;
    const since = this.#since.get(rule) ?? this.#clock.now();
    this.#since.set(rule, since);
    const isOver = rule.how === "busy" && this.#clock.now() - since >= rule.forMs;
    return isOver ? undefined : { how: rule.how, reason: rule.reason };
  }

  /** The process died. Prompts wait if it is coming back. */
  gone(reason: string, isComingBack: boolean): void {
    this.#gone = { how: isComingBack ? "busy" : "refused", reason };
  }

  back(): void {
    this.#gone = undefined;
  }
}
