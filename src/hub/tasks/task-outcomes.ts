import { addressKey, type Address } from "#domain/channel";
import type { ThreadId, TurnId } from "#domain/ids";
import type { Session } from "#domain/session";
import { pageTarget, type TaskRequest } from "#domain/task";
import type { Turn } from "#domain/turn";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { noteTo } from "#hub/outbox/note-to";
import type { Wakes } from "#hub/wakes";
import { taskTexts } from "./texts.ts";

export interface TaskPlace {
  readonly thread?: ThreadId;
  readonly address?: Address;
}

type Asker = Pick<TaskRequest, "askedIn" | "askedFrom">;

/** What is told of a delivery outside its own thread: where it was asked for, and in its target if that shows another thread by now. */
export interface TaskOutcomes {
  /** Where it was asked for, if whoever reads `thread` and the target is not there. */
  asker(place: TaskPlace, thread: ThreadId | undefined, target: Address): Promise<Asker>;
  /** Tells the turn's outcome there once it has ended, which it may have already. */
  await(session: Session["id"], turn: TurnId, request: TaskRequest): Promise<void>;
  denied(request: TaskRequest, place: TaskPlace): Promise<void>;
  /** After a restart: tasks whose outcome somebody elsewhere waits for. */
  recover(): Promise<void>;
}

export function createTaskOutcomes(deps: HubDeps, wakes: Pick<Wakes, "on">): TaskOutcomes {
  const { store, clock, newId, log, settings } = deps;
  const { language } = settings;
  const awaited = new Map<Session["id"], { readonly turn: TurnId; readonly request: TaskRequest }>();

  /** A chat that shows no thread, by then either, gets the words alone. What is quiet is told to no chat. */
  const tell = async ({ askedIn, askedFrom }: Asker, key: string, text: string, isQuiet = false): Promise<void> => {
    const at = clock.now();
    const thread = askedIn ?? (askedFrom === undefined ? undefined : await store.boundThread(askedFrom));
    if (thread !== undefined) await store.accept({ key, at, message: hubLine(newId, thread, at, text), fan: !isQuiet });
    else if (askedFrom !== undefined && !isQuiet) await store.accept({ key, at, deliveries: [noteTo(askedFrom, text)] });
  };

  /** A chat that shows another thread by now gets the archive all the same, and must hear if there is none. */
  const tellTarget = async ({ task, target }: TaskRequest, turn: Turn): Promise<void> => {
    if (turn.ending === "completed" || turn.isQuiet === true || target.channel === pageTarget || (await store.boundThread(target)) === turn.thread) return;
    const text = say(language, taskTexts.outcomeElsewhere, { task, text: turn.reason ?? "" });
    await store.accept({ key: `task-target:${turn.id}`, at: clock.now(), deliveries: [noteTo(target, text)] });
  };

  const tellOutcome = async (session: Session["id"]): Promise<void> => {
    const waits = awaited.get(session);
    const turn = waits === undefined ? undefined : await store.turn(waits.turn);
    if (waits === undefined || turn?.state !== "ended" || !awaited.delete(session)) return;
    const { task, target } = waits.request;
    await tellTarget(waits.request, turn);
    if (waits.request.askedIn === undefined && waits.request.askedFrom === undefined) return;
    const outcome = turn.ending === "completed" ? say(language, taskTexts.outcomeSent, { target: addressKey(target) }) : (turn.reason ?? "");
    await tell(waits.request, `task:${turn.id}`, say(language, taskTexts.outcomeElsewhere, { task, text: outcome }), turn.isQuiet);
  };

  wakes.on((batch) => {
    for (const wake of batch) {
      if (wake.topic !== "session" || !awaited.has(wake.session)) continue;
      tellOutcome(wake.session).catch((cause: unknown) => log.error({ cause, session: wake.session }, "failed to tell the outcome of a delivery"));
    }
  });

  const asker: TaskOutcomes["asker"] = async ({ thread: askedIn, address }, thread, target) => {
    // A chat is given the default session's thread, which it need not show.
    const from = address === undefined ? askedIn : await store.boundThread(address);
    if (from !== undefined) return from === thread ? {} : { askedIn: from };
    return address === undefined || addressKey(address) === addressKey(target) ? {} : { askedFrom: address };
  };

  const awaits: TaskOutcomes["await"] = async (session, turn, request) => {
    awaited.set(session, { turn, request });
    await tellOutcome(session);
  };

  return {
    asker,
    await: awaits,
    denied: async ({ task }, { thread, address }) => {
      const text = say(language, taskTexts.notAllowedHere, { task });
      await tell(address === undefined ? defined({ askedIn: thread }) : { askedFrom: address }, `task-denied:${task}`, text);
    },
    recover: async () => {
      for (const turn of await store.openTurns()) {
        const session = await store.session(turn.session);
        if (session?.kind === "delivery") await awaits(session.id, turn.id, requestOf(session));
      }
    },
  };
}

/** Stored by us, so that it is what it was. */
export function requestOf({ settings }: Session): TaskRequest {
  return settings as unknown as TaskRequest;
}
