import { z } from "zod";
import type { SeatSpec } from "#domain/agent";
import type { JsonValue } from "#domain/json";

const pane = z.object({
  /** Parley's own tmux server, or the user's. */
  server: z.enum(["own", "user"]).default("own"),
  /** The tmux session's name, and the pane's id on its server. */
  session: z.string(),
  id: z.string(),
  pid: z.number(),
  began: z.string(),
  /** `NAME=value` that everything it started inherits. */
  mark: z.string(),
  /** Parley created it, so Parley may end it. */
  isOwn: z.boolean(),
});

const turn = z.object({
  id: z.string(),
  /** `pasting`: it may have been sent. `working`: it was taken. */
  phase: z.enum(["pasting", "working"]),
  /** Of the transcript, when the turn began. */
  offset: z.number(),
});

const schema = z.object({
  pane: pane.optional(),
  conversation: z.string().optional(),
  transcript: z.string().optional(),
  /** The last one that something was typed for; it may be over. */
  turn: turn.optional(),
  /** What a hook that waits needs for its answer, by the question's key. */
  asked: z.record(z.string(), z.unknown()).default({}),
});

export type Remembered = z.output<typeof schema>;
export type RememberedPane = z.output<typeof pane>;

const most = 48 * 1024;

/** What a seat has to know again after a restart of the hub. Written when it changes, one write after the other. */
export class Remembering {
  readonly #memory: SeatSpec["memory"];
  #now: Remembered;
  #last: Promise<void> = Promise.resolve();

  static async load(memory: SeatSpec["memory"]): Promise<Remembering> {
    const parsed = schema.safeParse(await memory.get());
    return new Remembering(memory, parsed.success ? parsed.data : { asked: {} });
  }

  private constructor(memory: SeatSpec["memory"], now: Remembered) {
    this.#memory = memory;
    this.#now = now;
  }

  get now(): Remembered {
    return this.#now;
  }

  /** Resolves when it is on disk. Undefined takes an entry out. */
  set(change: { readonly [K in keyof Remembered]?: Remembered[K] | undefined }): Promise<void> {
    const next = Object.fromEntries(Object.entries({ ...this.#now, ...change }).filter(([, value]) => value !== undefined)) as Remembered;
    if (JSON.stringify(next) === JSON.stringify(this.#now)) return this.#last;
    this.#now = { ...next, asked: next.asked ?? {} };
    const written = this.#now;
    this.#last = this.#last.catch(() => {}).then(() => this.#memory.set(written as unknown as JsonValue));
    return this.#last;
  }

  /** The oldest go first when there is no room. */
  async keepAsked(key: string, input: JsonValue): Promise<void> {
    let asked = Object.entries({ ...this.#now.asked, [key]: input });
    while (asked.length > 0 && JSON.stringify(asked).length > most) asked = asked.slice(1);
    await this.set({ asked: Object.fromEntries(asked) });
  }
}
