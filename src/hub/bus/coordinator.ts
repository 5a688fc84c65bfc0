import type { RegisteredAgent } from "#domain/agent-card";
import { isId, type ThreadId } from "#domain/ids";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { shownName } from "#hub/outbox/chat-parts";
import { hubLine } from "#hub/authors";
import type { Presence } from "./presence.ts";
import type { Waiting } from "./waiting.ts";
import { busTexts } from "./texts.ts";
import { everyone } from "#domain/people";

export interface Coordinator extends Disposable {
  /** Something was said: the quiet begins anew. */
  news(thread: ThreadId): void;
}

export interface CoordinatorParts {
  readonly waiting: Pick<Waiting, "all" | "count" | "onChange">;
  readonly presence: Pick<Presence, "isOnline">;
}

/** Notices that everybody waits for everybody, and tells a person once per quiet. */
export function createCoordinator(deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings">, { waiting, presence }: CoordinatorParts): Coordinator {
  const { store, clock, newId, log, settings } = deps;
  /** How to stop looking after a thread. */
  const watched = new Map<ThreadId, () => void>();
  const beginning = (): void => {};
  /** Its settings say not to look. A change of them is news of the thread, as a line is, and ends this. */
  const off = (): void => {};

  const forget = (thread: ThreadId): void => {
    watched.get(thread)?.();
    watched.delete(thread);
  };

  const look = async (thread: ThreadId): Promise<void> => {
    watched.delete(thread);
    const names = await stuck(thread);
    if (names === undefined) return watch(thread);
    const newest = await store.speakers(thread, { beforeSeq: Number.MAX_SAFE_INTEGER, limit: 50 });
    // The hub's own word ends no quiet: it is told once for what anybody else said last, over restarts too.
    const last = newest.find(({ kind }) => kind !== "hub")?.seq ?? 0;
    const text = say(settings.language, busTexts.everybodyWaits, { names: names.join(", ") });
    await store.accept({ key: `quiet:${thread}:${last}`, at: clock.now(), message: hubLine(newId, thread, clock.now(), text), fan: true });
  };

  /** The names, when at least two agents wait here and nobody else who takes part is at work. */
  const stuck = async (thread: ThreadId): Promise<readonly string[] | undefined> => {
    const waits = new Map<string, string>(
      waiting
        .all(thread)
        .filter(({ agent }) => isId("agt", agent))
        .map(({ agent, name }) => [agent, name]),
    );
    if (waits.size < 2) return undefined;
    const agents = new Map<string, RegisteredAgent>((await store.registeredAgents()).map((agent) => [agent.id, agent]));
    const others = (await store.participants(thread)).filter((who) => !waits.has(who)).flatMap((who) => agents.get(who) ?? []);
    if (others.some((agent) => presence.isOnline(agent))) return undefined;
    return [...waits].map(([who, name]) => shownName(agents.get(who)?.displayName ?? agents.get(who)?.name ?? name));
  };

  const watch = (thread: ThreadId): void => {
    if (waiting.count(thread) < 2) {
      if (watched.get(thread) === off) watched.delete(thread);
      return;
    }
    if (watched.has(thread)) return;
    // Many come back at once: the settings are asked for once.
    watched.set(thread, beginning);
    begin(thread).catch((cause: unknown) => {
      watched.delete(thread);
      log.error({ cause, thread }, "a thread's settings could not be read");
    });
  };

  const begin = async (thread: ThreadId): Promise<void> => {
    const found = (await store.details(everyone, thread))?.settings;
    if (watched.get(thread) !== beginning) return;
    if (found?.coordinator !== true) return void watched.set(thread, off);
    const cancel = clock.after(found.timeoutSeconds * 1000, () => {
      look(thread).catch((cause: unknown) => log.error({ cause, thread }, "a quiet thread could not be looked at"));
    });
    watched.set(thread, cancel);
  };

  waiting.onChange(watch);

  return {
    news: forget,
    [Symbol.dispose]: () => {
      for (const thread of watched.keys()) forget(thread);
    },
  };
}
