import { z } from "zod";
import type { ThreadId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import type { Schedule } from "#domain/schedule";
import type { Session } from "#domain/session";
import type { HubDeps } from "#hub/deps";

const owner = "schedules";
const codeLetters = "abcdefghijkmnopqrstuvwxyz";

const when = z.union([
  z.object({ kind: z.literal("daily"), hour: z.number(), minute: z.number(), zone: z.string() }),
  z.object({ kind: z.literal("every"), everyMs: z.number() }),
  z.object({ kind: z.literal("once") }),
]);
const stored = z.array(
  z.object({
    id: z.string(),
    when,
    prompt: z.string(),
    session: z.custom<Session["id"]>((value) => typeof value === "string"),
    thread: z.custom<ThreadId>((value) => typeof value === "string"),
    who: z.string(),
    name: z.string(),
    at: z.number(),
    dueAt: z.number(),
  }),
);

/** All schedules, in memory as they are on disk. */
export interface StoredSchedules {
  all(): readonly Schedule[];
  /** Resolves when it is on disk; only then it counts. */
  save(next: readonly Schedule[]): Promise<void>;
  load(): Promise<void>;
  /** A code that no schedule has. */
  freeCode(): string;
}

export function createStoredSchedules({ store, random, log }: Pick<HubDeps, "store" | "random" | "log">): StoredSchedules {
  let known: readonly Schedule[] = [];
  return {
    all: () => known,
    save: async (next) => {
      await store.remember(owner, next as unknown as JsonValue);
      known = next;
    },
    load: async () => {
      const found = stored.safeParse((await store.memory(owner)) ?? []);
      if (!found.success) log.error({ cause: found.error }, "the stored schedules cannot be read");
      known = found.data ?? [];
    },
    freeCode: () => {
      for (;;) {
        const code = Array.from({ length: 5 }, () => codeLetters[random(codeLetters.length)] ?? "a").join("");
        if (!known.some(({ id }) => id === code)) return code;
      }
    },
  };
}
