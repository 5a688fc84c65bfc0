import type { PersonId, QuestionId, ThreadId } from "#domain/ids";
import type { NoticeKind, PersonSettings } from "#domain/person-settings";
import type { NoticeChoice } from "./notice-choices.ts";
import { isQuiet } from "./quiet-hours.ts";

/** Something that one person is notified of, in every browser that wants to be. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly thread: ThreadId;
  readonly topic: string;
  readonly question?: QuestionId;
  readonly who: string;
  readonly text: string;
  /** When it happened. A browser is told of what happens after it asked for it. */
  readonly at: number;
  /** A later one with the same tag replaces it. */
  readonly tag: string;
  /** What of a permission can be answered in the notification itself. */
  readonly choices?: readonly NoticeChoice[];
}

/** The pages that are open. */
export interface OpenPages {
  /** Whether this person has one open; without a person, whether anybody has. */
  areOpen(person?: PersonId): boolean;
  notice(person: PersonId, notice: Notice): void;
}

/** Whether somebody wants to hear of it at that time, by what they set for themselves. */
export function wantsNotice(settings: PersonSettings, { kind, thread }: Pick<Notice, "kind" | "thread">, at: number): boolean {
  return settings.notices?.[kind] !== false && settings.muted?.includes(thread) !== true && !isQuiet(settings.quiet, at);
}
