import { z } from "zod";
import type { SeatSpec } from "#domain/agent";
import type { JsonValue } from "#domain/json";

// `conversation` and its `transcript` have the same names in the memory of a session in tmux, so that a session that changes its
// driver goes on with its conversation.
const schema = z.object({ conversation: z.string().optional(), transcript: z.string().optional(), sent: z.string().optional() });

type Remembered = z.output<typeof schema>;

/** What a seat has to know again after a restart of the hub: the agent's conversation, and the last turn whose prompt was sent. */
export class AcpMemory {
  readonly #memory: SeatSpec["memory"];
  #now: Remembered;
  #last: Promise<void> = Promise.resolve();

  static async load(memory: SeatSpec["memory"]): Promise<AcpMemory> {
    const parsed = schema.safeParse(await memory.get());
    return new AcpMemory(memory, parsed.success ? parsed.data : {});
  }

  private constructor(memory: SeatSpec["memory"], now: Remembered) {
    this.#memory = memory;
    this.#now = now;
  }

  get now(): Remembered {
    return this.#now;
  }

  /** Resolves when it is on disk. The transcript is that of one conversation. */
  set(change: Required<Pick<Remembered, "conversation" | "sent">>): Promise<void> {
    const { transcript, ...others } = this.#now;
    const isSame = transcript !== undefined && change.conversation === this.#now.conversation;
    const written = { ...others, ...change, ...(isSame && { transcript }) };
    if (written.conversation === this.#now.conversation && written.sent === this.#now.sent) return this.#last;
    this.#now = written;
    this.#last = this.#last.catch(() => {}).then(() => this.#memory.set(written as JsonValue));
    return this.#last;
  }
}
