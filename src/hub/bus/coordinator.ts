import type { ThreadId } from "#domain/ids";
import { say } from "#lib/words";
import type { HubDeps } from "#hub/deps";
import { hubLine } from "#hub/speech";
import type { Waiting } from "./waiting.ts";

const everyone = { sees: "all" } as const;

export interface Coordinator extends Disposable {
  /** Something was said: the quiet begins anew. */
  news(thread: ThreadId): void;
}

/** Notices that everybody waits for everybody, and tells a person once per quiet. */
export function createCoordinator(deps: Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings">, waiting: Waiting): Coordinator {
  const { store, clock, newId, log, settings } = deps;
  const timers = new Map<ThreadId, () => void>();
  /** The last line of anybody but the hub when it was told; the hub's own word changes nothing. */
  const told = new Map<ThreadId, number>();

  const forget = (thread: ThreadId): void => {
    timers.get(thread)?.();
    timers.delete(thread);
  };

  const look = async (thread: ThreadId): Promise<void> => {
    timers.delete(thread);
    const names = await stuck(thread);
    if (names === undefined) return;
    const newest = await store.messages(everyone, thread, { beforeSeq: Number.MAX_SAFE_INTEGER, limit: 50 });
    const last = newest.findLast((message) => message.author.kind !== "hub")?.seq ?? 0;
    if (told.get(thread) === last) return;
    told.set(thread, last);
    const text = say(settings.language ?? "en", "everybodyWaits", { names: names.join(", ") });
    await store.accept({ at: clock.now(), message: hubLine(newId, thread, clock.now(), text), fan: true });
  };

  /** The names, when at least two agents spoke here lately and each of them waits. */
  const stuck = async (thread: ThreadId): Promise<readonly string[] | undefined> => {
    const waits = new Set(waiting.all(thread).map((wait) => wait.agent));
    if (waits.size < 2) return undefined;
    const agents = await store.registeredAgents();
    const here = new Set(await store.participants(thread));
    const members = agents.filter((agent) => here.has(agent.id));
    const quiet = members.filter((agent) => waits.has(agent.id));
    const absent = members.filter((agent) => !waits.has(agent.id) && clock.now() - agent.lastHeartbeat < 60_000);
    return quiet.length >= 2 && absent.length === 0 ? quiet.map((agent) => agent.displayName ?? agent.name) : undefined;
  };

  waiting.onChange((thread) => {
    if (timers.has(thread) || waiting.all(thread).length < 2) return;
    const watch = async (): Promise<void> => {
      const settingsOf = (await store.details(everyone, thread))?.settings;
      if (settingsOf?.coordinator !== true || timers.has(thread)) return;
      timers.set(
        thread,
        clock.after(settingsOf.timeoutSeconds * 1000, () => {
          look(thread).catch((cause: unknown) => log.error({ cause, thread }, "a quiet thread could not be looked at"));
        }),
      );
    };
    watch().catch((cause: unknown) => log.error({ cause, thread }, "a thread's settings could not be read"));
  });

  return {
    news: forget,
    [Symbol.dispose]: () => {
      for (const thread of timers.keys()) forget(thread);
    },
  };
}
