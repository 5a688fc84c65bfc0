import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { AssistantPart, Model, ModelMessage, ModelRequest } from "#agents/kit/model/model";
import { runLoop, type LoopSpec } from "./agent-loop.ts";
import { agentTool } from "./agent-tool.ts";
import { boundContext } from "./bound-context.ts";

const usage = { inputTokens: 3, outputTokens: 2 };

/** Says what it is given, one answer a step, and keeps what it was asked. */
function scripted(...answers: readonly (readonly AssistantPart[])[]): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: "m",
    asked,
    step: async (request) => {
      asked.push(request);
      const parts = answers[asked.length - 1] ?? [{ kind: "text", text: "over" }];
      return { parts, usage, stopped: "done" };
    },
  };
}

const call = (name: string, input: unknown, id = name): AssistantPart => ({
  kind: "call",
  id,
  name,
  input: typeof input === "string" ? input : JSON.stringify(input),
});
const echo = agentTool({
  name: "echo",
  description: "repeats",
  input: z.object({ text: z.string(), times: z.int().optional() }),
  run: async ({ text, times = 1 }) => ({ text: text.repeat(times) }),
});
const refuse = agentTool({
  name: "refuse",
  description: "refuses",
  input: z.object({}),
  run: async () => {
    throw new ParleyError("NotFound", "There is no such file.");
  },
});
const end = agentTool({ name: "end", description: "ends", input: z.object({}), run: async () => ({ text: "ended", ends: true }) });

function loop(model: Model, over: Partial<LoopSpec> = {}) {
  return runLoop({
    model,
    system: "s",
    tools: [echo, refuse, end],
    messages: [{ role: "user", text: "go" }],
    maxSteps: 10,
    contextChars: 10_000,
    resultChars: 100,
    signal: new AbortController().signal,
    ...over,
  });
}

function resultsIn(messages: readonly ModelMessage[]): readonly (readonly [string, boolean])[] {
  return messages.flatMap((message) => (message.role === "tool" ? message.results.map(({ text, isError }) => [text, isError] as const) : []));
}

describe("the agent loop", () => {
  it("hands results back until the model speaks, and adds up what was used", async () => {
    const model = scripted([call("echo", { text: "ab", times: null })], [call("echo", { text: "c" })], [{ kind: "text", text: "done" }]);
    const end = await loop(model);
    expect([end.how, end.text, end.usage]).toEqual(["said", "done", { inputTokens: 9, outputTokens: 6 }]);
    expect(resultsIn(end.messages)).toEqual([
      ["ab", false],
      ["c", false],
    ]);
    expect(model.asked[0]?.tools.find((one) => one.name === "echo")?.schema).toMatchObject({ type: "object", required: ["text"] });
  });

  it("tells the model what was wrong with a call, and goes on", async () => {
    const model = scripted([call("nothing", {}), call("echo", "{not json", "b"), call("echo", { text: 3 }, "c"), call("refuse", {}, "d")]);
    const { messages } = await loop(model);
    const results = resultsIn(messages);
    expect(results.map(([, isError]) => isError)).toEqual([true, true, true, true]);
    expect(results[0]?.[0]).toContain("echo, refuse, end");
    expect(results[3]?.[0]).toContain("NotFound");
  });

  it("is over when a tool ends it; what was called after that is not run", async () => {
    const model = scripted([call("end", {}), call("echo", { text: "late" })]);
    const over = await loop(model);
    expect(over.how).toBe("ended");
    expect(resultsIn(over.messages).map(([, isError]) => isError)).toEqual([false, true]);
    expect(model.asked).toHaveLength(1);
  });

  it("bounds a tool's result and the number of steps", async () => {
    const model: Model = { name: "m", step: async () => ({ parts: [call("echo", { text: "x", times: 5_000 })], usage, stopped: "calls" }) };
    const over = await loop(model, { maxSteps: 3 });
    expect([over.how, resultsIn(over.messages).map(([text]) => text.length)]).toEqual(["steps", [100, 100, 100]]);
  });

  it("runs so many calls of one step and no more, and tells the model", async () => {
    let ran = 0;
    const counting = agentTool({ name: "count", description: "", input: z.object({}), run: async () => ({ text: String(++ran) }) });
    const model = scripted(Array.from({ length: 5_000 }, (_none, n) => call("count", {}, `c${n}`)));
    const { messages } = await loop(model, { tools: [counting] });
    expect(ran).toBe(50);
    expect(resultsIn(messages)).toHaveLength(50);
    expect(resultsIn(messages).at(-1)?.[0]).toContain("4950");
    const [, said] = messages;
    expect(said?.role === "assistant" && said.parts).toHaveLength(50);
  });

  it("ends with what a tool throws that is no refusal, and with the signal's reason", async () => {
    const broken = agentTool({
      name: "echo",
      description: "",
      input: z.object({}),
      run: async () => {
        throw new Error("the engine is gone");
      },
    });
    await expect(loop(scripted([call("echo", {})]), { tools: [broken] })).rejects.toThrow("the engine is gone");
    const stop = new AbortController();
    const on = { calling: () => stop.abort(new Error("stopped")) };
    await expect(loop(scripted([call("echo", { text: "a" })], [call("echo", { text: "b" })]), { on, signal: stop.signal })).rejects.toThrow("stopped");
  });
});

describe("bounding the context", () => {
  const exchange = (n: number, size: number): readonly ModelMessage[] => [
    { role: "assistant", parts: [call("echo", { text: String(n) }, `c${n}`)] },
    { role: "tool", results: [{ id: `c${n}`, name: "echo", text: "r".repeat(size), isError: false }] },
  ];
  const first: ModelMessage = { role: "user", text: "the task" };
  const size = (messages: readonly ModelMessage[]): number => JSON.stringify(messages).length;

  it("leaves a short conversation alone", () => {
    const messages = [first, ...exchange(1, 10)];
    expect(boundContext(messages, 1_000)).toBe(messages);
  });

  it("shortens old results before it leaves anything out", () => {
    const messages = [first, ...Array.from({ length: 10 }, (_, n) => exchange(n, 1_000)).flat()];
    const bounded = boundContext(messages, 6_000);
    expect(bounded).toHaveLength(messages.length);
    expect(size(bounded)).toBeLessThan(size(messages));
    expect(bounded.at(-1)).toEqual(messages.at(-1));
  });

  it("shortens the newest results too when they alone are too long", () => {
    const messages = [first, ...exchange(1, 9_000), ...exchange(2, 300), ...exchange(3, 9_000)];
    const bounded = boundContext(messages, 4_000);
    expect(size(bounded)).toBeLessThan(5_000);
    expect(bounded).toHaveLength(messages.length);
    expect(resultsIn(bounded)[1]).toEqual(["r".repeat(300), false]);
    const many: ModelMessage = {
      role: "tool",
      results: Array.from({ length: 50 }, (_none, n) => ({ id: `m${n}`, name: "echo", text: "r".repeat(5_000), isError: false })),
    };
    expect(size(boundContext([first, ...exchange(1, 10), many], 20_000))).toBeLessThan(25_000);
  });

  it("keeps the task, the newest steps and every call with its result, however long it gets", () => {
    const messages = [first, ...Array.from({ length: 500 }, (_, n) => exchange(n, 1_000)).flat()];
    const bounded = boundContext(messages, 8_000);
    expect(bounded.length).toBeLessThan(60);
    expect(JSON.stringify(bounded[0])).toContain('"the task');
    expect(bounded.slice(-6)).toEqual(messages.slice(-6));
    const calls = bounded.flatMap((message) => (message.role === "assistant" ? message.parts.flatMap((part) => (part.kind === "call" ? [part.id] : [])) : []));
    const results = bounded.flatMap((message) => (message.role === "tool" ? message.results.map(({ id }) => id) : []));
    expect(results).toEqual(calls);
    // Again, as the loop does it at every step: the notice is not repeated.
    const again = boundContext([...bounded, ...exchange(501, 1_000)], 8_000);
    expect(JSON.stringify(again[0]).match(/left out/g)).toHaveLength(1);
  });
});
