import { describe, expect, it } from "vitest";
import { ModelServer } from "./server.ts";

const scripts = { "look at it": [{ call: "look", with: { at: "it" } }, { text: "It is ${colour}." }] };

async function ask(model: ModelServer, path: string, body: object): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  const frames = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  return frames.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

describe("the model server", () => {
  it("streams a tool call and then words over the messages protocol", async () => {
    await using model = await ModelServer.start(scripts);
    const tools = [{ name: "mcp__x__look" }];
    const prompt = { role: "user", content: "look at it" };
    const first = await ask(model, "/v1/messages", { model: "m", stream: true, tools, messages: [prompt] });
    expect(first.map((event) => event["type"])).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(first[1]).toMatchObject({ content_block: { type: "tool_use", name: "mcp__x__look" } });
    expect(first[2]).toMatchObject({ delta: { partial_json: '{"at":"it"}' } });
    const result = { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: '{"colour":"green"}' }] }] };
    const second = await ask(model, "/v1/messages", { model: "m", stream: true, tools, messages: [prompt, { role: "assistant", content: [] }, result] });
    expect(second[2]).toMatchObject({ delta: { text: "It is green." } });
    expect(second[4]).toMatchObject({ delta: { stop_reason: "end_turn" } });
    expect(model.called).toEqual(["mcp__x__look"]);
  });

  it("answers the same over Google's protocol, and which model should answer", async () => {
    await using model = await ModelServer.start(scripts);
    const tools = [{ functionDeclarations: [{ name: "mcp_x_look" }] }];
    const prompt = { role: "user", parts: [{ text: "look at it" }] };
    const path = "/v1beta/models/m:streamGenerateContent?alt=sse";
    const [first] = await ask(model, path, { tools, contents: [prompt] });
    expect(first).toMatchObject({ candidates: [{ content: { parts: [{ functionCall: { name: "mcp_x_look", args: { at: "it" } } }] } }] });
    const result = { role: "user", parts: [{ functionResponse: { name: "mcp_x_look", response: { output: '{"colour":"blue"}' } } }] };
    const [second] = await ask(model, path, { tools, contents: [prompt, { role: "model", parts: [{ text: "look at it" }] }, result] });
    expect(second).toMatchObject({ candidates: [{ content: { parts: [{ text: "It is blue." }] } }] });
    const chosen = await fetch(`${model.url}/v1beta/models/m:generateContent`, {
      method: "POST",
      body: JSON.stringify({ contents: [prompt], generationConfig: { responseMimeType: "application/json" } }),
    });
    expect(await chosen.text()).toContain("complexity_score");
  });

  it("streams the same over the responses protocol, and names a tool's group", async () => {
    await using model = await ModelServer.start(scripts);
    const tools = [{ type: "namespace", name: "mcp__x", tools: [{ type: "function", name: "look" }] }];
    const prompt = { role: "user", content: [{ type: "input_text", text: "look at it" }] };
    const first = await ask(model, "/v1/responses", { model: "m", tools, input: [prompt] });
    expect(first.at(-1)).toMatchObject({ response: { output: [{ type: "function_call", name: "look", namespace: "mcp__x", arguments: '{"at":"it"}' }] } });
    const second = await ask(model, "/v1/responses", { model: "m", tools, input: [prompt, { type: "function_call_output", output: '{"colour":"red"}' }] });
    expect(second.at(-1)).toMatchObject({ response: { output: [{ type: "message", content: [{ text: "It is red." }] }] } });
  });
});
