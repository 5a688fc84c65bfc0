import { ParleyError } from "#domain/errors";
import type { Actor } from "#domain/people";
import type { Schedule } from "#domain/schedule";
import { minuteIn } from "#lib/time/zoned-time";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { clip } from "#hub/outbox/chat-parts";
import type { Road } from "#hub/road/road";
import { following } from "./parse-when.ts";
import { scheduleTexts } from "./texts.ts";

/** A run that is later than this was missed: the hub was down, or the machine asleep. A single one is said all the same. */
const missedAfterMs = 10 * 60_000;
const lateAfterMs = 60_000;

/** Its next run as people in its zone read it. */
export function shownDue({ when, dueAt }: Pick<Schedule, "when" | "dueAt">, hubZone: string): string {
  const zone = when.kind === "daily" ? when.zone : hubZone;
  return `${minuteIn(zone, dueAt)} (${zone})`;
}

/** Says one that is due, by the road and with the rights that its author has now; what is left of it afterwards, if anything. */
export type SaySchedule = (schedule: Schedule) => Promise<readonly Schedule[]>;

export function createSaySchedule(
  { store, clock, newId, settings: { language } }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { road, zone }: { readonly road: () => Road; readonly zone: string },
): SaySchedule {
  const tell = async (schedule: Schedule, key: string, text: string): Promise<void> => {
    const at = clock.now();
    await store.accept({ key: `${key}:${schedule.id}:${schedule.dueAt}`, at, message: hubLine(newId, schedule.thread, at, text), fan: true });
  };

  /** As they are now: somebody who was removed is nobody, a role that was changed counts as it is. */
  const authorNow = async ({ who }: Schedule): Promise<Actor | undefined> => {
    if (who === "operator") return { kind: "operator" };
    const person = (await store.people()).find(({ id }) => id === who);
    return person && { kind: "person", id: person.id, name: person.name, role: person.role };
  };

  const refused = async (schedule: Schedule, by: Actor): Promise<string | undefined> => {
    try {
      const outcome = await road().say({
        by,
        surface: "hub",
        where: { kind: "thread", thread: schedule.thread },
        text: schedule.prompt,
        language,
        session: schedule.session,
        key: `schedule:${schedule.id}:${schedule.dueAt}`,
        isPromptOnly: true,
        meta: { schedule: schedule.id },
      });
      return outcome.kind === "refused" ? outcome.refusal.message : undefined;
    } catch (cause) {
      if (cause instanceof ParleyError) return cause.message;
      throw cause;
    }
  };

  return async (schedule) => {
    const { id, name, prompt } = schedule;
    const by = await authorNow(schedule);
    const session = await store.session(schedule.session);
    if (by === undefined || session === undefined) {
      await tell(schedule, "schedule-gone", say(language, by === undefined ? scheduleTexts.authorGone : scheduleTexts.sessionGone, { id, name }));
      return [];
    }
    const now = clock.now();
    const next = following(schedule.when, schedule.dueAt, now);
    const left = next === undefined ? [] : [{ ...schedule, dueAt: next.dueAt }];
    const due = shownDue(schedule, zone);
    if (next !== undefined && (next.passed > 1 || now - schedule.dueAt > missedAfterMs)) {
      const values = { id, name, due, count: next.passed, next: shownDue({ ...schedule, dueAt: next.dueAt }, zone) };
      await tell(schedule, "schedule-missed", say(language, scheduleTexts.missed, values));
      return left;
    }
    const isLate = now - schedule.dueAt > lateAfterMs;
    const text = isLate
      ? say(language, scheduleTexts.saidLate, { id, name, due, prompt: clip(prompt) })
      : say(language, scheduleTexts.said, { id, name, prompt: clip(prompt) });
    await tell(schedule, "schedule-said", text);
    const refusal = await refused(schedule, by);
    if (refusal !== undefined) await tell(schedule, "schedule-refused", say(language, scheduleTexts.notSaid, { id, name, reason: refusal }));
    return left;
  };
}
