import { z } from "zod";
import type { ChannelMemory } from "#domain/channel";
import type { JsonValue } from "#domain/json";
import { defined } from "#lib/defined";
import { pause, type Clock } from "#lib/time/clock";
import { SequenceWindow } from "./sequence-window.ts";
import { newest } from "./snowflakes.ts";

export interface GatewaySession {
  readonly id: string;
  readonly resumeUrl: string;
}

const stored = z.object({
  session: z.object({ id: z.string(), resumeUrl: z.string(), sequence: z.number() }).optional(),
  /** Every message up to this one is stored, as far as it was seen. */
  checkpoint: z.string().optional(),
  /** Direct chats: Discord never lists them to a bot. */
  directs: z.array(z.string()).default([]),
  /** The commands that Discord's list was given. */
  commands: z.string().optional(),
});

export interface RememberedOptions {
  readonly clock: Clock;
  readonly saveMs: number;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

const mostDirects = 500;

/** What outlives a restart of the hub: the gateway's session and how far it is stored, and what to read by REST if that session is gone. */
export class Remembered {
  readonly #memory: ChannelMemory;
  readonly #options: RememberedOptions;
  readonly #directs = new Set<string>();
  #session: GatewaySession | undefined;
  #window = new SequenceWindow(0);
  #checkpoint: string | undefined;
  #commands: string | undefined;
  /** While messages that were missed are still being read, what is on disk stays as it was: a restart then reads them again. */
  #held: string | undefined;
  #saving: Promise<void> | undefined;
  #isChanged = false;

  constructor(memory: ChannelMemory, options: RememberedOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  async load(): Promise<void> {
    const found = stored.safeParse((await this.#memory.get()) ?? {});
    if (!found.success) return;
    const { session, checkpoint, directs, commands } = found.data;
    if (session !== undefined) {
      this.#session = { id: session.id, resumeUrl: session.resumeUrl };
      this.#window = new SequenceWindow(session.sequence);
    }
    this.#checkpoint = checkpoint;
    this.#commands = commands;
    for (const one of directs) this.#directs.add(one);
  }

  get session(): GatewaySession | undefined {
    return this.#session;
  }
  get window(): SequenceWindow {
    return this.#window;
  }
  get checkpoint(): string | undefined {
    return this.#checkpoint;
  }
  get commands(): string | undefined {
    return this.#commands;
  }
  get directs(): readonly string[] {
    return [...this.#directs];
  }

  /** A new session: what was said since the last one is still to be read, and `release` follows when it is. */
  begin(session: GatewaySession, sequence: number): void {
    this.#held ??= this.#checkpoint;
    this.#session = session;
    this.#window = new SequenceWindow(sequence);
    this.#save();
  }
  forget(): void {
    this.#session = undefined;
    this.#save();
  }
  /** From an event of this window: one of an older session counts for nothing any more. */
  stored(window: SequenceWindow, sequence: number, message?: string): void {
    const last = window.stored(sequence, message);
    if (window !== this.#window) return;
    if (last !== undefined) this.#checkpoint = newest(this.#checkpoint, last);
    this.#save();
  }
  startAt(checkpoint: string): void {
    this.#checkpoint ??= checkpoint;
    this.#save();
  }
  release(): void {
    this.#held = undefined;
    this.#save();
  }
  knowDirect(channel: string): void {
    if (this.#directs.has(channel)) return;
    this.#directs.add(channel);
    const [oldest] = this.#directs;
    if (this.#directs.size > mostDirects && oldest !== undefined) this.#directs.delete(oldest);
    this.#save();
  }
  listed(commands: string): void {
    this.#commands = commands;
    this.#save();
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await this.#saving;
    if (this.#isChanged) await this.#write();
  }

  /** One write at a time, the latest wins: what a crash loses is replayed, and known again by its key. */
  #save(): void {
    this.#isChanged = true;
    this.#saving ??= this.#saveSoon().finally(() => (this.#saving = undefined));
  }
  async #saveSoon(): Promise<void> {
    const { clock, saveMs, signal } = this.#options;
    while (this.#isChanged) {
      await this.#write();
      await pause(clock, saveMs, signal);
      if (signal.aborted) return;
    }
  }
  async #write(): Promise<void> {
    this.#isChanged = false;
    await this.#memory.set(this.#value()).catch(() => this.#options.note("What Discord's session needs after a restart could not be stored."));
  }
  #value(): JsonValue {
    const isHeld = this.#held !== undefined;
    const checkpoint = isHeld ? this.#held : this.#checkpoint;
    const session = isHeld ? undefined : this.#session;
    return {
      ...(session === undefined ? {} : { session: { id: session.id, resumeUrl: session.resumeUrl, sequence: this.#window.upTo } }),
      ...defined({ checkpoint }),
      directs: [...this.#directs],
      ...defined({ commands: this.#commands }),
    };
  }
}
