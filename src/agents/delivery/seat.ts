import { stat } from "node:fs/promises";
import { z } from "zod";
import type { BeginOutcome, Prompt, Seat, SeatFacts, SeatSink, SeatSpec, SeatWork } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { Ending } from "#domain/turn";
import { oneEnding, type TurnSink } from "#agents/kit/one-ending";
import { retryReport } from "#agents/kit/retry-report";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { runTask, type TaskParts } from "./task/run-task.ts";
import { taskRequestOf } from "./task/task-request.ts";
import { deliveryTexts } from "./texts.ts";

export interface DeliverySeatParts extends TaskParts {
  /** Removes what tasks that are not alive left behind; never throws. */
  readonly sweep: () => Promise<void>;
  readonly alive: Set<string>;
}

interface Run {
  readonly turn: TurnId;
  readonly stop: AbortController;
  done: Promise<void>;
  work?: (signal: AbortSignal) => Promise<SeatWork>;
}

const memory = z.object({ delivered: z.string() });

/** One session is one task. Its first turn delivers; each later one continues from the last delivery. */
export class DeliverySeat implements Seat {
  readonly #parts: DeliverySeatParts;
  readonly #spec: SeatSpec;
  readonly #sink: SeatSink;
  readonly #closed = new AbortController();
  readonly #begun = new Set<TurnId>();
  #run: Run | undefined;
  #isEnded = false;

  constructor(parts: DeliverySeatParts, spec: SeatSpec, sink: SeatSink) {
    this.#parts = parts;
    this.#spec = spec;
    this.#sink = { happened: async (event) => (this.#closed.signal.aborted ? { how: "late" } : sink.happened(event)) };
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome> {
    const { language } = this.#parts;
    if (this.#isEnded || this.#closed.signal.aborted) return { how: "refused", reason: say(language, deliveryTexts.sessionEnded) };
    if (this.#begun.has(turn)) return { how: "refused", reason: say(language, deliveryTexts.busy) };
    if (this.#run !== undefined) return { how: "busy", reason: say(language, deliveryTexts.busy) };
    this.#begun.add(turn);
    this.#enter(turn, (run) => this.#deliver(run, prompt.text));
    return { how: "taken" };
  }

  /** The hub died during that turn. What it left is swept; the turn is not begun again by itself. */
  lost(turn: TurnId): void {
    const { language } = this.#parts;
    const { task } = taskRequestOf(this.#spec.settings);
    this.#begun.add(turn);
    this.#enter(turn, async (run) => {
      await this.#parts.sweep();
      await this.#tell(run, { how: "failed", reason: say(language, deliveryTexts.hubRestarted, { task }) });
    });
  }

  async interrupt(turn: TurnId): Promise<void> {
    if (this.#run?.turn === turn) this.#run.stop.abort(new Error(say(this.#parts.language, deliveryTexts.stopped)));
  }

  async answer(): Promise<void> {
    // A task asks nobody.
  }

  async facts(): Promise<SeatFacts> {
    const model = await this.#parts.model().catch(() => undefined);
    return model === undefined ? {} : { model: model.name };
  }

  async work(signal: AbortSignal): Promise<SeatWork | undefined> {
    return this.#run?.work?.(signal);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#run?.stop.abort(new Error(say(this.#parts.language, deliveryTexts.sessionEnded)));
    await this.#run?.done;
    this.#closed.abort();
  }

  /** The hub stops: nobody is told, and the next start finds what is left. What can be removed now is. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#run?.stop.abort(new Error(say(this.#parts.language, deliveryTexts.sessionEnded)));
    await this.#run?.done;
  }

  #enter(turn: TurnId, perform: (run: Run) => Promise<void>): void {
    const run: Run = { turn, stop: new AbortController(), done: Promise.resolve() };
    this.#run = run;
    run.done = (async () => {
      // A turn of the event loop, so that `begin` has answered before the first event.
      await pause(this.#parts.clock, 0, this.#closed.signal);
      await perform(run).catch((cause: unknown) => this.#parts.log.error({ cause, turn }, "a delivery could not be ended"));
      if (this.#run === run) this.#run = undefined;
    })();
  }

  async #deliver(run: Run, text: string): Promise<void> {
    const { alive, settings, language } = this.#parts;
    const request = taskRequestOf(this.#spec.settings);
    if (!settings.enabled) return this.#tell(run, { how: "failed", reason: say(language, deliveryTexts.disabled) });
    alive.add(request.task);
    try {
      if (settings.cleansAtStart) await this.#parts.sweep();
      const sink = this.#sinkOf(run);
      const { ending, cleanUp } = await runTask(
        this.#parts,
        this.#spec,
        request,
        { id: run.turn, text, sink, continues: await this.#lastDelivery(), began: (work) => (run.work = work) },
        run.stop.signal,
      );
      // Whoever stops a task is answered at once; everybody else is told when the machine is clean.
      if (ending.how === "stopped") await this.#tell(run, ending);
      await cleanUp();
      if (ending.how !== "stopped") await this.#tell(run, ending);
    } finally {
      alive.delete(request.task);
    }
  }

  async #lastDelivery(): Promise<string | undefined> {
    const path = memory.safeParse(await this.#spec.memory.get()).data?.delivered;
    if (path === undefined) return undefined;
    return (await stat(path).catch(() => undefined)) === undefined ? undefined : path;
  }

  /** The archive is reported again if the hub could not keep it. What is only shown is replaced by newer reports; the work does not wait for it. */
  #sinkOf({ turn, stop }: Run): TurnSink {
    const patient = retryReport(this.#sink, this.#parts.clock, stop.signal);
    return oneEnding({ happened: (event) => (event.kind === "made" ? patient : this.#sink).happened(event) }, turn);
  }

  async #tell({ turn }: Run, ending: Ending): Promise<void> {
    const patient = retryReport(this.#sink, this.#parts.clock, this.#closed.signal);
    // If the hub cannot store it either, its watchdog or its next start ends the turn.
    await patient.happened({ kind: "ended", turn, ending }).catch(() => {});
  }
}
