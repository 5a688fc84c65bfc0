import { ParleyError } from "#domain/errors";
import { keepBothEnds } from "#lib/text/truncate";
import { callsOf, textOf, type Model, type ModelListener, type ModelMessage, type ModelUsage, type ToolCall, type ToolReturn } from "#agents/kit/model/model";
import { modelTool, type AgentTool, type ToolOutcome } from "./agent-tool.ts";
import { boundContext } from "./bound-context.ts";

export interface LoopSpec {
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly AgentTool[];
  /** The conversation so far; its last message is what the model answers. */
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

/** One step is one call of the model; its tools run one after the other. Rejects with ModelFailed, or with the signal's reason. */
export async function runLoop(spec: LoopSpec): Promise<LoopEnd> {
  const { model, system, tools, on = {}, signal } = spec;
  const offered = tools.map(modelTool);
  const messages: ModelMessage[] = [...spec.messages];
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let text = "";
  for (let step = 1; step <= spec.maxSteps; step++) {
    signal.throwIfAborted();
    await on.asking?.(step);
    const said = await model.step({ system, messages: boundContext(messages, spec.contextChars), tools: offered }, on, signal);
    usage = { inputTokens: usage.inputTokens + said.usage.inputTokens, outputTokens: usage.outputTokens + said.usage.outputTokens };
    await on.used?.(usage);
    if (said.parts.length > 0) messages.push({ role: "assistant", parts: said.parts });
    text = textOf(said.parts);
    const calls = callsOf(said.parts);
    if (calls.length === 0) return { how: said.stopped === "length" ? "cut" : "said", text, messages, usage };
    const results: ToolReturn[] = [];
    let isOver = false;
    for (const call of calls) {
      signal.throwIfAborted();
      await on.calling?.(call);
      const outcome: ToolOutcome = isOver ? notRun : await runTool(tools, call, signal);
      await on.returned?.(call, outcome);
      results.push({ id: call.id, name: call.name, text: keepBothEnds(outcome.text, spec.resultChars), isError: outcome.isError ?? false });
      isOver ||= outcome.ends ?? false;
    }
    messages.push({ role: "tool", results });
    if (isOver) return { how: "ended", text, messages, usage };
  }
  return { how: "steps", text, messages, usage };
}

const notRun: ToolOutcome = { isError: true, text: "Not run: the task had ended." };

async function runTool(tools: readonly AgentTool[], call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
  const tool = tools.find((one) => one.name === call.name);
  if (tool === undefined) return { isError: true, text: `There is no tool ${call.name}. Available: ${tools.map(({ name }) => name).join(", ")}.` };
  let input: unknown;
  try {
    input = call.input.trim() === "" ? {} : JSON.parse(call.input);
  } catch {
    return { isError: true, text: `The arguments of ${call.name} are not JSON. Call it again with one JSON object.` };
  }
  try {
    return await tool.run(input, { id: call.id, signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ParleyError) return { isError: true, text: `${cause.code}: ${cause.message}` };
    throw cause;
  }
}
