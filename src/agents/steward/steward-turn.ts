import type { Prompt, SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { TurnId } from "#domain/ids";
import type { Ending } from "#domain/turn";
import type { TurnUsage } from "#domain/work";
import { runLoop } from "#agents/kit/loop/agent-loop";
import { TurnProgress } from "#agents/kit/loop/turn-progress";
import { costOf } from "#agents/kit/model/model-cost";
import { BudgetSpent, ModelFailed } from "#agents/kit/model/model-failed";
import { modelTexts } from "#agents/kit/model/texts";
import { callsOf, textOf, type Model, type ModelUsage } from "#agents/kit/model/model";
import type { TurnSink } from "#agents/kit/one-ending";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { defined } from "#lib/defined";
import { compact } from "./compact.ts";
import { composePrompt } from "./compose-prompt.ts";
import type { ModelConversation } from "./conversation.ts";
import type { OpenAsks } from "./open-asks.ts";
import { contextChars, type StewardSettings } from "./steward-settings.ts";
import { systemPrompt } from "./system-prompt.ts";
import { stewardTexts } from "./texts.ts";
import { offeredSkills } from "./tools/skill.ts";
import { stewardTools } from "./tools/tools.ts";

export interface StewardParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly language: TextLanguage;
  readonly settings: StewardSettings;
  /** Undefined when none is configured. */
  readonly model: () => Promise<Model | undefined>;
  /** The time as people here read it. */
  readonly shownTime: (at: number) => string;
  readonly workspace: string;
}

export interface StewardTurn {
  readonly id: TurnId;
  readonly prompt: Prompt;
  readonly sink: TurnSink;
  readonly conversation: ModelConversation;
  readonly asks: OpenAsks;
}

const resultChars = 100_000;
const usageEveryMs = 10_000;
/** The hub knows what a call came to for a day; an older one is not run again. */
const repeatableMs = 20 * 3_600_000;

/** One turn: the prompt, the model and its tools until it has said its last. Taken up again after a restart, it repeats nothing. */
export async function runStewardTurn(parts: StewardParts, spec: SeatSpec, turn: StewardTurn, stop: AbortSignal): Promise<Ending> {
  using reports = new TurnProgress({ clock: parts.clock, turn: turn.id, sink: turn.sink, stop });
  try {
    return await converse(parts, spec, turn, reports, stop);
  } catch (cause) {
    const text = saidIn(turn);
    const said = text === "" ? {} : { text };
    if (stop.aborted)
      return { how: "stopped", reason: stop.reason instanceof Error ? stop.reason.message : say(parts.language, stewardTexts.stopped), ...said };
    return { how: "failed", reason: failureReason(parts, turn, reports.stage, cause), ...said };
  }
}

async function converse(parts: StewardParts, spec: SeatSpec, turn: StewardTurn, reports: TurnProgress, signal: AbortSignal): Promise<Ending> {
  const { clock, language, settings } = parts;
  const { conversation, id } = turn;
  const model = await parts.model();
  if (model === undefined) return { how: "failed", reason: say(language, stewardTexts.noModel) };
  await using usage = new UsageCount(settings, model, reports, clock);
  if (conversation.has(id)) await takeUp(turn, clock);
  else {
    await conversation.settle(id, clock.now(), "Not finished: the turn ended before.");
    await sumUp(parts, conversation, model, { reports, usage, signal });
    await conversation.add({ kind: "prompt", turn: id, text: composePrompt(turn.prompt, { at: parts.shownTime(clock.now()), workspace: parts.workspace }) });
  }
  const before = saidIn(turn);
  if (before !== "") reports.say(before);
  const last = conversation.ofTurn(id).at(-1)?.message;
  const isOver = last?.role === "assistant" && callsOf(last.parts).length === 0;
  if (!isOver) {
    const skills = turn.prompt.outside ? [] : await offeredSkills(spec, id, signal);
    const steps = conversation.ofTurn(id).filter(({ message }) => message.role === "assistant").length;
    let isFirst = before === "";
    let isNewStep = true;
    const end = await runLoop({
      model,
      system: systemPrompt(spec.name, skills),
      tools: stewardTools(spec, id, {
        onlyLooks: turn.prompt.outside || turn.prompt.isGuest === true,
        ask: (ask, ending) => turn.asks.ask(turn.sink, id, ask, say(language, stewardTexts.noMoreNeeded), ending),
      }),
      messages: conversation.messages(),
      maxSteps: Math.max(1, settings.maxSteps - steps),
      contextChars: contextChars(settings),
      resultChars,
      signal,
      on: {
        asking: async () => {
          isNewStep = true;
          await reports.enter(say(language, stewardTexts.stageThinking));
        },
        text: (delta) => {
          if (delta === "") return;
          reports.say(isNewStep && !isFirst ? `\n\n${delta}` : delta);
          [isNewStep, isFirst] = [false, false];
        },
        retrying: ({ reason, waitMs }) => void reports.retrying(reason, waitMs),
        calling: async (call) => {
          await reports.began(call);
          await reports.enter(say(language, stewardTexts.stageTool, { tool: call.name }));
        },
        returned: (call, { isError = false, text }) => reports.done(call, isError, text),
        used: (used) => usage.loop(used),
        added: (message) => conversation.add({ kind: "message", turn: id, at: clock.now(), message }),
      },
    });
    if (end.how === "steps") throw new ParleyError("Timeout", say(language, stewardTexts.usedAllSteps, { steps: settings.maxSteps }));
  }
  await reports.said();
  return { how: "completed", text: saidIn(turn) || say(language, stewardTexts.nothingSaid) };
}

/** Calls that a kill cut off are run again under their old keys, which the hub knows; after a day it does not. */
async function takeUp({ conversation, id }: StewardTurn, clock: Clock): Promise<void> {
  const last = conversation.ofTurn(id).at(-1);
  if (last !== undefined && clock.now() - last.at > repeatableMs)
    await conversation.settle(id, clock.now(), "Not known: the hub was down for long. Look before you repeat it.");
}

async function sumUp(
  { language, log, settings }: StewardParts,
  conversation: ModelConversation,
  model: Model,
  { reports, usage, signal }: { readonly reports: TurnProgress; readonly usage: UsageCount; readonly signal: AbortSignal },
): Promise<void> {
  await reports.enter(say(language, stewardTexts.stageCompacting), { doing: "compacting" });
  try {
    const used = await compact(model, conversation, contextChars(settings), signal);
    if (used !== undefined) usage.once(used);
  } catch (cause) {
    signal.throwIfAborted();
    // Old parts are then left out of what the model is sent.
    log.warn({ cause }, "failed to sum up a conversation");
  }
}

/** What the turn has used so far, over the model requests of its summary and of its loop. */
class UsageCount implements AsyncDisposable {
  readonly #settings: StewardSettings;
  readonly #model: Model;
  readonly #reports: TurnProgress;
  readonly #clock: Clock;
  #reportedAt = -Infinity;
  #latest: TurnUsage | undefined;
  #once: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  #lastInput = 0;

  constructor(settings: StewardSettings, model: Model, reports: TurnProgress, clock: Clock) {
    this.#clock = clock;
    this.#settings = settings;
    this.#model = model;
    this.#reports = reports;
  }

  once(used: ModelUsage): void {
    this.#once = used;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.flush();
  }

  async loop(used: ModelUsage): Promise<void> {
    const inputTokens = this.#once.inputTokens + used.inputTokens;
    const outputTokens = this.#once.outputTokens + used.outputTokens;
    const step = used.inputTokens - this.#lastInput;
    this.#lastInput = used.inputTokens;
    const cost = costOf(this.#settings.prices, { inputTokens, outputTokens });
    const contextLeft = Math.max(0, this.#settings.contextTokens - step);
    this.#latest = { model: this.#model.name, inputTokens, outputTokens, contextLeft, ...defined({ cost }) };
    if (this.#clock.monotonic() - this.#reportedAt >= usageEveryMs) await this.flush();
  }

  /** Each report is a write; the last one counts. */
  async flush(): Promise<void> {
    const latest = this.#latest;
    this.#latest = undefined;
    this.#reportedAt = this.#clock.monotonic();
    if (latest !== undefined) await this.#reports.used(latest);
  }
}

/** Everything the model said to people in that turn. */
function saidIn({ conversation, id }: Pick<StewardTurn, "conversation" | "id">): string {
  return conversation
    .ofTurn(id)
    .map(({ message }) => (message.role === "assistant" ? textOf(message.parts) : ""))
    .filter((text) => text !== "")
    .join("\n\n");
}

function failureReason({ language, log }: StewardParts, { id }: StewardTurn, stage: string, cause: unknown): string {
  if (cause instanceof BudgetSpent) return say(language, modelTexts.budgetSpent, cause.about);
  if (cause instanceof ModelFailed) {
    log.warn({ turn: id, stage, attempts: cause.attempts, status: cause.status, reason: cause.message }, "the model of a turn failed");
    const values = { turn: id, stage, summary: cause.message, attempts: cause.attempts };
    return say(language, cause.mayPass ? stewardTexts.modelFailed : stewardTexts.modelRefused, values);
  }
  if (cause instanceof ParleyError) return cause.message;
  log.error({ cause, turn: id, stage }, "a turn failed");
  return say(language, stewardTexts.unexpected, { stage, reason: cause instanceof Error ? cause.message : String(cause) });
}
