import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { ModelServer, type ModelOptions as ServerOptions } from "#test/fakes/model/server";
import { Secret } from "#lib/redact/secret";
import { systemClock } from "#lib/time/clock";
import { createModel, type ModelOptions } from "./ai-sdk.ts";
import { ModelFailed } from "./model-failed.ts";
import { callsOf, textOf, type Model, type ModelRequest, type ModelStep } from "./model.ts";

const scripts = { "look at it": [{ call: "look", with: { at: "it" } }, { text: "It is ${colour}, and that is all there is to say." }] } as const;
const tool = { name: "look", description: "looks", schema: { type: "object", properties: { at: { type: "string" } }, required: ["at"] } };
const ask: ModelRequest = { system: "Be brief.", messages: [{ role: "user", text: "look at it" }], tools: [tool] };
const never = new AbortController().signal;
const key = "sk-very-secret-key-123456";

const paths = { anthropic: "/v1", openai: "/v1", google: "/v1beta", "openai-compatible": "/v1" } as const;

async function withModel(
  options: ServerOptions & { readonly provider?: keyof typeof paths; readonly model?: Partial<ModelOptions> },
  use: (model: Model, server: ModelServer) => Promise<void>,
): Promise<void> {
  const { provider = "openai-compatible", model = {}, ...serving } = options;
  await using server = await ModelServer.start(scripts, serving);
  const quick = { clock: systemClock, random: () => 0, attempts: 5, ...model };
  await use(createModel({ provider, name: "m", baseUrl: `${server.url}${paths[provider]}`, apiKey: new Secret(key) }, quick), server);
}

function after(step: ModelStep, text: string): ModelRequest {
  const [call] = callsOf(step.parts);
  return {
    ...ask,
    messages: [
      ...ask.messages,
      { role: "assistant", parts: step.parts },
      { role: "tool", results: [{ id: call?.id ?? "", name: call?.name ?? "", text, isError: false }] },
    ],
  };
}

describe("one step of a model", () => {
  it.each(Object.keys(paths) as (keyof typeof paths)[])("calls a tool, is handed its result and speaks, over %s", (provider) =>
    withModel({ provider }, async (model, server) => {
      const first = await model.step(ask, {}, never);
      expect(first.stopped).toBe("calls");
      expect(callsOf(first.parts)).toMatchObject([{ name: "look", input: JSON.stringify({ at: "it" }) }]);
      const deltas: string[] = [];
      const second = await model.step(after(first, '{"colour":"blue"}'), { text: (delta) => void deltas.push(delta) }, never);
      expect(textOf(second.parts)).toBe("It is blue, and that is all there is to say.");
      expect([deltas.join(""), second.stopped]).toEqual([textOf(second.parts), "done"]);
      expect(second.usage).toEqual({ inputTokens: 10, outputTokens: 5 });
      expect(server.unknown).toEqual([]);
      expect(JSON.stringify(server.headers)).toContain(key);
    }),
  );

  it("tries again what may pass, says so each time, and gives up after so many attempts", () =>
    withModel({ fails: () => 503 }, async (model, server) => {
      const retries: number[] = [];
      const failed = await model.step(ask, { retrying: ({ attempt }) => void retries.push(attempt) }, never).catch((cause: unknown) => cause);
      expect(failed).toBeInstanceOf(ModelFailed);
      expect(failed).toMatchObject({ attempts: 5, status: 503, mayPass: true });
      expect([retries, server.headers.length]).toEqual([[2, 3, 4, 5], 5]);
    }));

  it("counts the failures of one request only", () =>
    withModel({ fails: (n) => (n % 5 === 0 ? undefined : 429) }, async (model, server) => {
      for (let request = 0; request < 3; request++) expect((await model.step(ask, {}, never)).stopped).toBe("calls");
      expect(server.headers.length).toBe(15);
    }));

  it.each([400, 401, 403, 404])("gives up at once after HTTP %d", (status) =>
    withModel({ fails: () => status }, async (model, server) => {
      await expect(model.step(ask, {}, never)).rejects.toMatchObject({ attempts: 1, status, mayPass: false });
      expect(server.headers.length).toBe(1);
    }),
  );

  it("tries again after an answer that was cut off", () =>
    withModel({ fails: (n) => (n === 1 ? "cut" : undefined) }, async (model) => {
      expect((await model.step(ask, {}, never)).stopped).toBe("calls");
    }));

  it("gives up on a server that says nothing", async () => {
    const clock = fakeClock();
    const silent = Promise.withResolvers<void>();
    await withModel({ before: () => silent.promise, model: { clock, attempts: 1, silentMs: 5_000 } }, async (model, server) => {
      const step = model.step(ask, {}, never).catch((cause: unknown) => cause);
      while (server.exchanges.length === 0) await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(5_000);
      expect(await step).toMatchObject({ name: "ModelFailed", attempts: 1, status: undefined });
      expect(clock.pending).toBe(0);
      silent.resolve();
    });
  });

  it("stops when it is told to, in the middle of an answer and between two attempts", async () => {
    const stop = new AbortController();
    await withModel({ before: async () => stop.abort(new Error("enough")) }, async (model) => {
      await expect(model.step(ask, {}, stop.signal)).rejects.toThrow("enough");
    });
    const later = new AbortController();
    const slow = { clock: systemClock, random: () => 0.99, backoff: { firstMs: 600_000, maxMs: 600_000 } };
    await withModel({ fails: () => 500, model: slow }, async (model, server) => {
      await expect(model.step(ask, { retrying: () => later.abort(new Error("enough")) }, later.signal)).rejects.toThrow("enough");
      expect(server.headers.length).toBe(1);
    });
  });

  it("never shows the key, also if the server repeats it", async () => {
    const server = createServer((_request, response) => response.writeHead(401).end(JSON.stringify({ error: { message: `Bad key ${key}`, type: "x" } })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/v1`;
    const model = createModel(
      { provider: "openai-compatible", name: "m", baseUrl, apiKey: new Secret(key) },
      { clock: systemClock, random: () => 0, attempts: 5 },
    );
    const failed = await model.step(ask, {}, never).catch((cause: unknown) => cause);
    expect(failed).toBeInstanceOf(ModelFailed);
    expect(String(failed)).not.toContain(key);
    expect(String(failed)).toContain("Bad key");
    server.close();
  });

  /** A server that says what `frames` yields, to every request. */
  async function serving(frames: () => Iterable<object>, use: (model: Model, requests: () => number) => Promise<void>): Promise<void> {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      const left = frames()[Symbol.iterator]();
      const write = (): void => {
        for (let next = left.next(); next.done !== true; next = left.next())
          if (!response.write(`data: ${JSON.stringify(next.value)}\n\n`)) return void response.once("drain", write);
        response.end("data: [DONE]\n\n");
      };
      response.writeHead(200, { "content-type": "text/event-stream" });
      write();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/v1`;
    try {
      await use(createModel({ provider: "openai-compatible", name: "m", baseUrl }, { clock: systemClock, random: () => 0, attempts: 5 }), () => requests);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const frame = (delta: object, reason: string | null = null): object => ({ id: "1", model: "m", choices: [{ index: 0, delta, finish_reason: reason }] });

  it("counts by its length what a server does not count", () =>
    serving(
      () => [frame({ role: "assistant", content: "word ".repeat(600) }), frame({}, "stop")],
      async (model) => {
        const { usage } = await model.step({ ...ask, messages: [{ role: "user", text: "x".repeat(30_000) }] }, {}, never);
        expect(usage.inputTokens).toBeGreaterThan(5_000);
        expect(usage.outputTokens).toBeGreaterThan(500);
      },
    ));

  it.each([
    ["words", { content: "x".repeat(10_000) }],
    ["thoughts", { reasoning_content: "x".repeat(10_000) }],
    ["arguments", { tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "look", arguments: "x".repeat(10_000) } }] }],
  ])("gives up on an answer whose %s never end, and does not ask for it again", (_, delta) =>
    serving(
      function* () {
        for (;;) yield frame(delta);
      },
      async (model, requests) => {
        const failed = await model.step(ask, {}, never).catch((cause: unknown) => cause);
        expect(failed).toMatchObject({ mayPass: false, attempts: 1 });
        expect(requests()).toBe(1);
      },
    ),
  );

  it("names the network error of a server that is not there", async () => {
    const model = createModel(
      { provider: "openai-compatible", name: "m", baseUrl: "http://127.0.0.1:1/v1" },
      { clock: systemClock, random: () => 0, attempts: 2 },
    );
    const failed = await model.step(ask, {}, never).catch((cause: unknown) => cause);
    expect(failed).toMatchObject({ attempts: 2, mayPass: true });
    expect(String(failed)).toMatch(/ECONNREFUSED|bad port/);
  });
});
