import { randomUUID } from "node:crypto";
import type { Screen, SeatFacts } from "#domain/agent";
import { pause, type Clock } from "#lib/time/clock";
import { endAll } from "#wire/end-all";
import { startedAtOf, usageOf } from "#wire/proc";
import { TmuxPane } from "#wire/tmux/tmux-pane";
import { defined } from "#lib/defined";
import { cliEnvironment, findCliPane, startCliPane, startWordsOf, type CliPaneParts } from "./cli-pane.ts";
import { lastWordsOf } from "./last-words.ts";
import type { ScreenState } from "./profile.ts";
import type { Remembering } from "./seat-memory.ts";
import { TranscriptTail } from "./transcript-tail.ts";

const graceMs = 2_000;
const notTakenUpMs = 10_000;
const lookEveryMs = 50;
const never = new AbortController().signal;

export interface TerminalParts extends CliPaneParts {
  readonly memory: Remembering;
  readonly clock: Clock;
  readonly hookCommand: (event: string) => string;
  readonly userHome: string;
  /** Its screen has changed. */
  readonly wake: () => void;
  /** Its pane is gone. `isNotTakenUp`: so soon after the start that the conversation could not be resumed, most likely. */
  readonly closed: (lastWords: string, isNotTakenUp: boolean) => void;
}

/** The pane in which the session's CLI runs: created, found again, watched and ended. */
export class Terminal implements Disposable {
  readonly #parts: TerminalParts;
  #pane: TmuxPane | undefined;
  readonly #watchers = new Set<() => void>();
  #startedAt: number | undefined;
  #isEnding = false;
  #isResumed = false;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  get pane(): TmuxPane | undefined {
    return this.#pane?.isOpen === true ? this.#pane : undefined;
  }

  /** The pane that is there already; false when there is none. */
  async adopt(): Promise<boolean> {
    if (this.pane !== undefined) return true;
    const { memory } = this.#parts;
    const found = await findCliPane(this.#parts, memory.now.pane);
    if (found === undefined) return false;
    await memory.set({ pane: found });
    await this.#listen(found.id);
    return true;
  }

  /** The same, or a new one, which goes on with the last conversation if there was one. */
  async start(): Promise<TmuxPane> {
    if (await this.adopt()) return this.#opened();
    const { memory, profile, spec, hookCommand, clock } = this.#parts;
    const { conversation, transcript } = memory.now;
    // A conversation in which nothing was said yet has no record, and cannot be taken up.
    const isRecorded = transcript !== undefined && (await TranscriptTail.endOf(transcript)) > 0;
    const resume = isRecorded ? conversation : undefined;
    const user = { userHome: this.#parts.userHome, env: cliEnvironment(this.#parts) };
    const context = { folder: spec.folder, workDir: spec.workDir, hookCommand, newConversation: randomUUID(), startWords: startWordsOf(spec), user };
    const launch = profile.launch(resume === undefined ? context : { ...context, resume });
    const started = await startCliPane(this.#parts, launch);
    this.#startedAt = clock.now();
    this.#isResumed = resume !== undefined;
    await memory.set({ pane: started, conversation: launch.conversation, ...(resume === undefined && { transcript: undefined }) });
    await this.#listen(started.id);
    return this.#opened();
  }

  /** As Parley has followed it. */
  state(): ScreenState {
    return this.pane === undefined ? { kind: "unknown" } : this.#parts.profile.readScreen(this.pane.screen.lines());
  }

  /** As tmux says it is: what a key is decided by. */
  async stateNow(): Promise<ScreenState> {
    return this.pane === undefined ? { kind: "unknown" } : this.#parts.profile.readScreen(await this.pane.capture());
  }

  /** The same, for somebody who waits for a change: cheap while the screen stays as it is. */
  async stateAwaited(): Promise<ScreenState> {
    return this.pane === undefined ? { kind: "unknown" } : this.#parts.profile.readScreen(await this.pane.captureChanged());
  }

  /** As tmux says it is, after it has stopped showing that kind, or after so long. */
  async stateUnless(kind: ScreenState["kind"], withinMs: number): Promise<ScreenState> {
    const { clock } = this.#parts;
    let state = await this.stateNow();
    for (const until = clock.monotonic() + withinMs; state.kind === kind && clock.monotonic() < until; state = await this.stateAwaited())
      await pause(clock, lookEveryMs, never);
    return state;
  }

  /** Whether somebody has attached to it and can see what it shows. */
  async isAttended(): Promise<boolean> {
    const { memory, server } = this.#parts;
    const { pane } = memory.now;
    if (pane === undefined || this.pane === undefined) return false;
    const [attached = ""] = await server.run("display-message", "-p", "-t", `=${pane.session}:`, "#{session_attached}");
    return Number(attached) > 0;
  }

  screen(): Screen {
    const screen = this.pane?.screen;
    if (screen === undefined) return { columns: 200, rows: 50, lines: [] };
    return { columns: screen.columns, rows: screen.rows, lines: screen.spans(), cursor: screen.cursor };
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  lastWords(): string {
    return lastWordsOf(this.#pane?.screen.lines() ?? []);
  }

  async facts(): Promise<SeatFacts> {
    const { pane } = this.#parts.memory.now;
    if (pane === undefined || this.pane === undefined) return {};
    const usage = await usageOf(pane.pid);
    const startedAt = this.#startedAt ?? (await startedAtOf(pane.pid));
    return {
      pid: pane.pid,
      ...defined({ memoryBytes: usage?.bytes, startedAt }),
      ...(!pane.isOwn && { isAdopted: true }),
    };
  }

  /** Ends the CLI with everything it started. A pane that Parley did not create is left alone. */
  async end(): Promise<void> {
    const { memory, server, clock } = this.#parts;
    await this.adopt().catch(() => false);
    const known = memory.now.pane;
    this.#isEnding = true;
    if (known?.isOwn === true) {
      await endAll({ pid: known.pid, began: known.began, mark: known.mark }, graceMs, clock);
      // With the last process tmux closes the pane by itself.
      await server.run("kill-pane", "-t", known.id).catch(() => {});
    }
    await memory.set({ pane: undefined, turn: undefined });
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#pane?.[Symbol.dispose]();
    this.#pane = undefined;
  }

  #opened(): TmuxPane {
    if (this.pane === undefined) throw new Error("the pane has closed");
    return this.pane;
  }

  async #listen(id: string): Promise<void> {
    this.#pane?.[Symbol.dispose]();
    this.#pane = await TmuxPane.open(this.#parts.server, id, {
      wake: () => {
        this.#parts.wake();
        for (const changed of this.#watchers) changed();
      },
      closed: () => {
        if (this.#isEnding) return;
        this.#parts.closed(this.lastWords(), this.#isResumed && this.#parts.clock.now() - (this.#startedAt ?? 0) < notTakenUpMs);
      },
    });
  }
}
