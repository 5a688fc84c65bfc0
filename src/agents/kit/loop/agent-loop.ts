import { ParleyError } from "#domain/errors";
import { keepBothEnds } from "#lib/text/truncate";
import {
  callsOf,
  textOf,
  type Model,
  type ModelListener,
  type ModelMessage,
  type ModelStep,
  type ModelUsage,
  type ToolCall,
  type ToolReturn,
} from "#agents/kit/model/model";
import { modelTool, type AgentTool, type ToolOutcome, type ToolRun } from "./agent-tool.ts";
import { boundContext } from "./bound-context.ts";

export interface LoopSpec {
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly AgentTool[];
  /** The conversation so far; its last message is what the model answers. Calls at its end, which a restart cut off, are run first. */
  readonly messages: readonly ModelMessage[];
  readonly maxSteps: number;
  /** Of the whole conversation, as it is sent. */
  readonly contextChars: number;
  /** Of one tool's result. */
  readonly resultChars: number;
  readonly on?: LoopListener;
  readonly signal: AbortSignal;
}

export interface LoopListener extends ModelListener {
  /** A step of the model is about to be asked for, counted from 1. */
  asking?(step: number): Promise<void> | void;
  calling?(call: ToolCall): Promise<void> | void;
  returned?(call: ToolCall, outcome: ToolOutcome): Promise<void> | void;
  /** Of this loop so far. */
  used?(usage: ModelUsage): Promise<void> | void;
  /** The conversation has grown by that message; nothing goes on before it is stored. */
  added?(message: ModelMessage): Promise<void> | void;
}

/**
 * How a loop ended: the model said something without calling a tool (`said`, or `cut` by its output limit), a tool ended it, or it
 * used all its steps. `messages` is the whole conversation, to go on with.
 */
export interface LoopEnd {
  readonly how: "said" | "cut" | "ended" | "steps";
  readonly text: string;
  readonly messages: readonly ModelMessage[];
  readonly usage: ModelUsage;
}

/** More than any model means to call at once. */
const mostCalls = 50;

/** One step is one call of the model; its tools run one after the other. Rejects with ModelFailed, or with the signal's reason. */
export async function runLoop(spec: LoopSpec): Promise<LoopEnd> {
  const { model, system, tools, on = {}, signal } = spec;
  const offered = tools.map(modelTool);
  const messages: ModelMessage[] = [...spec.messages];
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let text = "";
  const add = async (message: ModelMessage): Promise<void> => {
    messages.push(message);
    await on.added?.(message);
  };
  const last = messages.at(-1);
  const cutOff = last?.role === "assistant" ? callsOf(last.parts) : [];
  if (cutOff.length > 0) {
    const ran = await runCalls(spec, cutOff, messages.length);
    await add({ role: "tool", results: ran.results });
    if (ran.isOver) return { how: "ended", text, messages, usage };
  }
  for (let step = 1; step <= spec.maxSteps; step++) {
    signal.throwIfAborted();
    await on.asking?.(step);
    const whole = await model.step({ system, messages: boundContext(messages, spec.contextChars), tools: offered }, on, signal);
    const { said, dropped } = fewerCalls(whole);
    usage = { inputTokens: usage.inputTokens + said.usage.inputTokens, outputTokens: usage.outputTokens + said.usage.outputTokens };
    await on.used?.(usage);
    if (said.parts.length > 0) await add({ role: "assistant", parts: said.parts });
    text = textOf(said.parts);
    const calls = callsOf(said.parts);
    if (calls.length === 0) return { how: said.stopped === "length" ? "cut" : "said", text, messages, usage };
    const { results, isOver } = await runCalls(spec, calls, messages.length);
    await add({ role: "tool", results: dropped === 0 ? results : noted(results, dropped) });
    if (isOver) return { how: "ended", text, messages, usage };
  }
  return { how: "steps", text, messages, usage };
}

/** A step that calls tools without end would be a loop without one. What is not run is not kept either: no model takes a call without its result. */
function fewerCalls(said: ModelStep): { readonly said: ModelStep; readonly dropped: number } {
  let calls = 0;
  const parts = said.parts.filter((part) => part.kind !== "call" || ++calls <= mostCalls);
  return calls <= mostCalls ? { said, dropped: 0 } : { said: { ...said, parts }, dropped: calls - mostCalls };
}

function noted(results: readonly ToolReturn[], dropped: number): readonly ToolReturn[] {
  const notice = `[${dropped} more calls of this step were not run. At most ${mostCalls} are run at once.]`;
  return results.map((result, n) => (n === results.length - 1 ? { ...result, text: `${result.text}\n${notice}` } : result));
}

async function runCalls(
  { tools, on = {}, resultChars, signal }: LoopSpec,
  calls: readonly ToolCall[],
  after: number,
): Promise<{ readonly results: readonly ToolReturn[]; readonly isOver: boolean }> {
  const results: ToolReturn[] = [];
  let isOver = false;
  for (const [n, call] of calls.entries()) {
    signal.throwIfAborted();
    await on.calling?.(call);
    const outcome: ToolOutcome = isOver ? notRun : await runTool(tools, call, { id: call.id, place: `${after}.${n}`, signal });
    await on.returned?.(call, outcome);
    results.push({ id: call.id, name: call.name, text: keepBothEnds(outcome.text, resultChars), isError: outcome.isError ?? false });
    isOver ||= outcome.ends ?? false;
  }
  return { results, isOver };
}

const notRun: ToolOutcome = { isError: true, text: "Not run: the task had ended." };

/** What a tool returns for a call as a model wrote it; a refusal is an outcome too. Throws what ends the loop. */
export async function runTool(tools: readonly AgentTool[], call: ToolCall, run: ToolRun): Promise<ToolOutcome> {
  const tool = tools.find((one) => one.name === call.name);
  if (tool === undefined) return { isError: true, text: `There is no tool ${call.name}. Available: ${tools.map(({ name }) => name).join(", ")}.` };
  let input: unknown;
  try {
    input = call.input.trim() === "" ? {} : JSON.parse(call.input);
  } catch {
    return { isError: true, text: `The arguments of ${call.name} are not JSON. Call it again with one JSON object.` };
  }
  try {
    return await tool.run(input, run);
  } catch (cause) {
    run.signal.throwIfAborted();
    if (cause instanceof ParleyError) return { isError: true, text: `${cause.code}: ${cause.message}` };
    throw cause;
  }
}
