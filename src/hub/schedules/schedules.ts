import type { Address } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import { nameOf, roleOf, whoIs, type Actor } from "#domain/people";
import type { Schedule, ScheduleAsk, ShownSchedule } from "#domain/schedule";
import type { Session } from "#domain/session";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Road } from "#hub/road/road";
import { dueByNow, parseWhen } from "./parse-when.ts";
import { createSaySchedule, shownDue } from "./say-schedule.ts";
import { createStoredSchedules } from "./stored-schedules.ts";
import { scheduleTexts } from "./texts.ts";

const mostInAll = 1_000;
/** The machine's time may be set; so often it is looked at, while something is scheduled. */
const lookEveryMs = 5 * 60_000;
/** What could not be said is tried again, and not in a tight loop. */
const againAfterMs = 10_000;
const noSchedules = { zone: "UTC", perPerson: 0 };

/** Prompts for later: kept, said when they are due, in their author's name and with the rights that the author has then. */
export interface Schedules extends AsyncDisposable {
  /** Throws InvalidArgs, QueueFull. */
  add(by: Actor, place: { readonly address?: Address }, session: Session, ask: ScheduleAsk): Promise<ShownSchedule>;
  /** One's own; everybody's for those who may stop everybody's turns. */
  list(by: Actor): Promise<readonly ShownSchedule[]>;
  cancel(by: Actor, id: string): Promise<ShownSchedule>;
  /** Says what is due by now, tells what was missed, and waits for the rest. */
  start(): Promise<void>;
}

export function createSchedules(deps: HubDeps, road: () => Road): Schedules {
  const { store, policy, clock, log, settings } = deps;
  const { language, schedules: { zone, perPerson } = noSchedules } = settings;
  const stored = createStoredSchedules(deps);
  const settle = createSaySchedule(deps, { road, zone });
  const queue = new KeyedQueue<"schedules">();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => queue.run("schedules", work);
  let cancelTimer = (): void => {};
  let isStopped = false;

  const shown = async (schedule: Schedule): Promise<ShownSchedule> => ({
    ...schedule,
    sessionName: (await store.session(schedule.session))?.name ?? "",
    shownDue: shownDue(schedule, zone),
  });
  const mayStop = (by: Actor, { who }: Schedule): boolean => policy.decide(by, "turn.stop", { beganBy: who }).verdict === "allow";

  const followClock = async (): Promise<void> => {
    const now = clock.now();
    const known = stored.all();
    const moved = known.map((one) => {
      const dueAt = dueByNow(one, now);
      return dueAt === one.dueAt ? one : { ...one, dueAt, at: Math.min(one.at, now) };
    });
    if (moved.some((one, n) => one !== known[n])) await stored.save(moved);
  };

  const sayDue = async (): Promise<void> => {
    await followClock();
    for (const schedule of stored.all().filter(({ dueAt }) => dueAt <= clock.now())) {
      if (isStopped) return;
      const left = await settle(schedule);
      await stored.save(stored.all().flatMap((one) => (one.id === schedule.id ? left : [one])));
    }
  };

  const wait = (leastMs = 0): void => {
    cancelTimer();
    if (isStopped || stored.all().length === 0) return;
    const soonest = Math.min(...stored.all().map(({ dueAt }) => dueAt));
    cancelTimer = clock.after(Math.min(lookEveryMs, Math.max(leastMs, soonest - clock.now())), look);
  };

  const look = (): void => {
    inOrder(sayDue).then(
      () => wait(),
      (cause: unknown) => {
        log.error({ cause }, "failed to say a scheduled prompt");
        wait(againAfterMs);
      },
    );
  };

  const add = async (by: Actor, address: Address | undefined, session: Session, ask: ScheduleAsk): Promise<ShownSchedule> => {
    if (by.kind !== "person" && by.kind !== "operator") throw new ParleyError("NotAllowed", say(language, scheduleTexts.personsOnly));
    const at = clock.now();
    const { when, dueAt } = parseWhen(ask, zone, at, language);
    const known = stored.all();
    const mine = known.filter(({ who }) => who === whoIs(by)).length;
    if (mine >= perPerson) throw new ParleyError("QueueFull", say(language, scheduleTexts.tooMany, { count: mine, prefix: settings.prefix }));
    if (known.length >= mostInAll) throw new ParleyError("QueueFull", say(language, scheduleTexts.tooManyHere, { count: known.length }));
    const { id, thread } = session;
    const schedule: Schedule = { id: stored.freeCode(), when, prompt: ask.prompt, session: id, thread, who: whoIs(by), name: nameOf(by), at, dueAt };
    await stored.save([...known, schedule]);
    // Otherwise the answer would reach nobody.
    if (address !== undefined && (await store.boundThread(address)) === undefined) await store.bind(address, thread, at);
    wait();
    return shown(schedule);
  };

  const cancel = async (by: Actor, id: string): Promise<ShownSchedule> => {
    const found = stored.all().find((one) => one.id === id.toLowerCase() && mayStop(by, one));
    if (found === undefined) throw new ParleyError("NotFound", say(language, scheduleTexts.unknown, { id: id.slice(0, 20), prefix: settings.prefix }));
    await stored.save(stored.all().filter((one) => one.id !== found.id));
    wait();
    return shown(found);
  };

  return {
    add: (by, { address }, session, ask) => inOrder(() => add(by, address, session, ask)),
    list: async (by) => {
      const own = stored.all().filter((one) => mayStop(by, one) || roleOf(by) === "owner");
      return Promise.all(own.toSorted((a, b) => a.dueAt - b.dueAt).map(shown));
    },
    cancel: (by, id) => inOrder(() => cancel(by, id)),
    start: async () => {
      await stored.load();
      await inOrder(sayDue);
      wait();
    },
    [Symbol.asyncDispose]: async () => {
      isStopped = true;
      cancelTimer();
      await queue.idle();
    },
  };
}
