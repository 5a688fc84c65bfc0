import { z } from "zod";
import type { AgentEvent, BeginOutcome, Conversation, Heard, OpenTurn, Prompt, Seat, SeatFacts, SeatSink } from "#domain/agent";
import type { QuestionId, TurnId } from "#domain/ids";
import type { Answer } from "#domain/question";
import { oneEnding } from "#agents/kit/one-ending";
import { retryReport } from "#agents/kit/retry-report";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { endAll } from "#wire/end-all";
import { usageOf } from "#wire/proc";
import { AcpTurn } from "./acp-turn.ts";
import { AgentKeeper } from "./agent-keeper.ts";
import type { OpenAgent, OpenParts } from "./open-agent.ts";
import { endStopped, promptAgent } from "./prompt-agent.ts";
import { failureOf } from "./prompt-ending.ts";
import type { AcpMemory } from "./seat-memory.ts";
import { markOf } from "./start-command.ts";
import { acpTexts } from "./texts.ts";

export interface AcpSeatParts extends OpenParts {
  readonly sink: SeatSink;
  readonly memory: AcpMemory;
  readonly log: Log;
}

const remembered = 1_000;
const graceMs = 2_000;
const listed = z.looseObject({
  sessions: z.array(z.looseObject({ sessionId: z.string(), title: z.string().nullish(), updatedAt: z.string().nullish() })),
});

/** A session's agent, spoken to over ACP. */
export class AcpSeat implements Seat {
  readonly #parts: AcpSeatParts;
  readonly #sink: SeatSink;
  readonly #keeper: AgentKeeper;
  readonly #closed = new AbortController();
  readonly #begun = new Set<TurnId>();
  #run: AcpTurn | undefined;
  #done: Promise<void> = Promise.resolve();
  /** What the agent's session has cost so far, by its own account. */
  #cost: { agent: OpenAgent | undefined; amount: number } = { agent: undefined, amount: 0 };
  /** Its process died, and has not been started again. */
  #isGone = false;
  /** Why it could not be started again. */
  #failure: string | undefined;
  #isEnded = false;

  constructor(parts: AcpSeatParts) {
    this.#parts = parts;
    this.#sink = retryReport({ happened: (event) => this.#tell(event) }, parts.clock, this.#closed.signal);
    this.#keeper = new AgentKeeper({
      ...parts,
      conversation: () => parts.memory.now.conversation,
      run: () => this.#run,
      died: (reason) => this.#died(reason),
      closed: this.#closed.signal,
    });
  }

  /** What a hub that was killed left behind cannot be spoken to any more. */
  async endLeftovers(): Promise<void> {
    await endAll({ pid: 0, began: "", mark: markOf(this.#parts.spec) }, graceMs, this.#parts.clock);
  }

  /** Starts the agent before its first prompt. */
  start(): void {
    this.#keeper.open().catch((cause: unknown) => this.#died(failureOf(cause)));
  }

  /** A prompt that was sent died with its agent's connection; one that was not is sent now. */
  goOn(open: OpenTurn): void {
    this.#remember(open.id);
    const wasSent = this.#parts.memory.now.sent === open.id || open.origin === "desk" || open.asked.length > 0;
    const run = this.#enter(open.id);
    this.#done = wasSent ? this.#lose(run) : this.#play(run, open.prompt);
  }

  async begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome> {
    const { language, cli } = this.#parts;
    if (this.#isEnded || this.#closed.signal.aborted) return { how: "refused", reason: say(language, acpTexts.ended) };
    if (this.#begun.has(turn)) return { how: "refused", reason: say(language, acpTexts.begunBefore) };
    if (this.#run !== undefined) return { how: "busy", reason: say(language, acpTexts.turnUnderWay) };
    if (this.#isGone) {
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) return { how: "refused", reason: failure };
      this.#startAgain();
      return { how: "busy", reason: say(language, acpTexts.starting, { agent: cli.title }) };
    }
    this.#remember(turn);
    this.#done = this.#play(this.#enter(turn), prompt);
    return { how: "taken" };
  }

  async interrupt(turn: TurnId): Promise<void> {
    if (this.#run?.turn === turn) this.#run.stop.abort(say(this.#parts.language, acpTexts.stopped));
  }

  async answer(_question: QuestionId, answer: Answer): Promise<void> {
    this.#run?.answer(answer);
  }

  async facts(): Promise<SeatFacts> {
    const agent = this.#keeper.current;
    if (agent === undefined) return {};
    const { pid, startedAt } = agent.connection;
    return { pid, startedAt, ...defined({ memoryBytes: (await usageOf(pid))?.bytes, model: agent.model }) };
  }

  /** What the agent itself remembers of this directory. */
  async conversations(): Promise<readonly Conversation[]> {
    if (this.#isEnded || this.#closed.signal.aborted) return [];
    const { canList, connection } = await this.#keeper.open();
    if (!canList) return [];
    const { sessions } = listed.parse(await connection.agent.request<unknown>("session/list", { cwd: this.#parts.spec.workDir }));
    return sessions.map(({ sessionId, title, updatedAt }) => ({ id: sessionId, title: title ?? sessionId, at: Date.parse(updatedAt ?? "") || 0 }));
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    const reason = say(this.#parts.language, acpTexts.sessionEnded);
    await this.#run?.end({ how: "stopped", reason }, reason);
    await this.#letGo();
    await this.endLeftovers();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#run?.cut();
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    this.#closed.abort();
    await this.#keeper.end();
    await this.#done;
  }

  #enter(turn: TurnId): AcpTurn {
    const { language, spec, cli } = this.#parts;
    const { current } = this.#keeper;
    const costBefore = current !== undefined && this.#cost.agent === current ? this.#cost.amount : 0;
    const model = current?.model ?? cli.title;
    this.#run = new AcpTurn({ turn, sink: oneEnding(this.#sink, turn), language, workDir: spec.workDir, costBefore, model });
    return this.#run;
  }

  async #lose(run: AcpTurn): Promise<void> {
    await pause(this.#parts.clock, 0, this.#closed.signal);
    const reason = say(this.#parts.language, acpTexts.lost);
    if (!this.#closed.signal.aborted) await run.end({ how: "lost", reason }, reason);
    this.#leave(run);
  }

  async #play(run: AcpTurn, prompt: Prompt): Promise<void> {
    const { clock, language } = this.#parts;
    // A turn of the event loop, so that `begin` has answered before the first event.
    await pause(clock, 0, this.#closed.signal);
    try {
      const agent = this.#closed.signal.aborted ? undefined : await Promise.race([this.#keeper.open(), aborted(run.stop.signal)]);
      if (agent === undefined || run.stop.signal.aborted) await endStopped(run, language);
      else {
        await promptAgent(run, agent, prompt, { ...this.#parts, closed: this.#closed.signal, drop: (one) => this.#keeper.drop(one) });
        this.#cost = { agent, amount: run.cost };
      }
    } catch (cause) {
      const reason = failureOf(cause);
      await run.end({ how: "failed", reason, ...(run.text !== "" && { text: run.text }) }, reason);
    }
    this.#leave(run);
  }

  #leave(run: AcpTurn): void {
    if (this.#run === run) this.#run = undefined;
  }

  async #died(reason: string): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#isGone = true;
    await this.#sink.happened({ kind: "gone", reason }).catch((cause: unknown) => this.#parts.log.error({ cause }, "failed to report that an agent is gone"));
  }

  #startAgain(): void {
    if (this.#keeper.isOpening) return;
    const back = async (): Promise<void> => {
      try {
        await this.#keeper.open();
        this.#isGone = false;
      } catch (cause) {
        this.#failure = failureOf(cause);
      }
      // Also after a failure: then the prompt that waits is refused with the reason.
      await this.#sink.happened({ kind: "back" });
    };
    back().catch((cause: unknown) => this.#parts.log.error({ cause }, "failed to report that an agent is back"));
  }

  async #tell(event: AgentEvent): Promise<Heard> {
    return this.#closed.signal.aborted ? { how: "late" } : this.#parts.sink.happened(event);
  }

  #remember(turn: TurnId): void {
    this.#begun.add(turn);
    const [oldest] = this.#begun;
    if (this.#begun.size > remembered && oldest !== undefined) this.#begun.delete(oldest);
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}
