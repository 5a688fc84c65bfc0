import { z } from "zod";
import { runLoop } from "#agents/kit/loop/agent-loop";
import { agentTool } from "#agents/kit/loop/agent-tool";
import { createModel } from "#agents/kit/model/ai-sdk";
import { systemClock } from "#lib/time/clock";
import type { Line } from "#test/fakes/model/script";
import { ModelServer } from "#test/fakes/model/server";
import { Parley } from "#test/scenarios/parley";
import { median } from "./numbers.ts";

const never = new AbortController().signal;
const notes = "A line of notes that is read again and again.\n".repeat(20);

/** What the hub adds to a turn of the built-in agent: the same model, the same calls, with a bare loop and with a whole hub around it. */
export async function measureSteward(steps: number, rounds = 5): Promise<{ readonly hubMs: number; readonly bareMs: number }> {
  const script: readonly Line[] = [...Array.from({ length: steps }, (): Line => ({ call: "READ", with: { path: "notes.md" } })), { text: "Read." }];
  await using server = await ModelServer.start({ "read the notes": script });
  const base = { provider: "openai-compatible", name: "scripted", base_url: `${server.url}/v1` };
  const bare: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareTurn(base.base_url, steps));
    whole.push(await hubTurn(base, steps));
  }
  return { hubMs: (median(whole) - median(bare)) / (steps + 1), bareMs: median(bare) / (steps + 1) };
}

async function bareTurn(baseUrl: string, steps: number): Promise<number> {
  const model = createModel({ provider: "openai-compatible", name: "scripted", baseUrl }, { clock: systemClock, random: Math.random, attempts: 1 });
  const read = agentTool({ name: "READ", description: "reads", input: z.object({ path: z.string() }), run: async () => ({ text: notes }) });
  const began = performance.now();
  await runLoop({
    model,
    system: "",
    tools: [read],
    messages: [{ role: "user", text: "read the notes" }],
    maxSteps: steps + 2,
    contextChars: 1_000_000,
    resultChars: 100_000,
    signal: never,
  });
  return performance.now() - began;
}

async function hubTurn(model: Readonly<Record<string, string>>, steps: number): Promise<number> {
  const yaml = `model: ${JSON.stringify({ ...model, max_steps: steps + 2, context_tokens: 1_000_000 })}\nsessions: [{ name: main, cli_type: builtin }]\n`;
  await using parley = await Parley.start({ yaml, files: { "notes.md": notes } });
  const thread = await parley.threadOf("main");
  const stream = await parley.stream(thread);
  const began = performance.now();
  await parley.api("POST", `/api/threads/${thread}/messages`, { content: "read the notes" });
  while (!JSON.stringify(await stream.next("entry")).includes('"Read."'));
  const took = performance.now() - began;
  stream.close();
  return took;
}
