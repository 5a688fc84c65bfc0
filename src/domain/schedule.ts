import type { SessionId, ThreadId } from "./ids.ts";

/** When a scheduled prompt is said. A time of day is that of its zone, also when the clocks there are changed. */
export type ScheduleWhen =
  | { readonly kind: "daily"; readonly hour: number; readonly minute: number; readonly zone: string }
  | { readonly kind: "every"; readonly everyMs: number }
  | { readonly kind: "once" };

/** A prompt for later. It is said in its author's name, with the rights that they have then. */
export interface Schedule {
  /** Five letters, for people who type. */
  readonly id: string;
  readonly when: ScheduleWhen;
  readonly prompt: string;
  readonly session: SessionId;
  readonly thread: ThreadId;
  /** `whoIs` of the author. */
  readonly who: string;
  readonly name: string;
  readonly at: number;
  /** Epoch ms: its next run. */
  readonly dueAt: number;
}

export interface ScheduleAsk {
  readonly kind: "every" | "in";
  /** `09:00`, or a span such as `2h`. */
  readonly when: string;
  /** Of a time of day; the hub's own unless it is given. */
  readonly zone?: string;
  readonly prompt: string;
}

export interface ShownSchedule extends Schedule {
  readonly sessionName: string;
  /** The next run as people there read it. */
  readonly shownDue: string;
}
