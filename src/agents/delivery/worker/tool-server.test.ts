import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { agentTool } from "#agents/kit/loop/agent-tool";
import { openToolPipes } from "./tool-pipes.ts";
import { createToolServer } from "./tool-server.ts";

const never = new AbortController().signal;

function served(run: () => Promise<string> = async () => "fine") {
  const sent: Record<string, unknown>[] = [];
  const faults: unknown[] = [];
  const tool = agentTool({ name: "look", description: "", input: z.object({}), run: async () => ({ text: await run() }) });
  const handle = createToolServer({
    tools: [tool],
    signal: never,
    calling: async () => {},
    returned: async () => {},
    failed: (cause) => void faults.push(cause),
    send: (line) => void sent.push(JSON.parse(line) as Record<string, unknown>),
  });
  const ask = (message: unknown): void => handle(typeof message === "string" ? message : JSON.stringify(message));
  return { sent, faults, ask };
}

describe("the tools of a CLI", () => {
  it("answer a malformed call with an error, and the next one as usual", async () => {
    const { sent, faults, ask } = served();
    for (const params of [undefined, {}, { name: 3 }, { name: "look", arguments: "x" }, { name: "look", arguments: [1] }])
      ask({ id: sent.length, method: "tools/call", params });
    for (const line of ["not json", "null", "[]", "{}", '{"id":{},"method":"ping"}', '{"method":"tools/call"}']) ask(line);
    expect(sent.map(({ error }) => (error as { code: number } | undefined)?.code)).toEqual([-32_602, -32_602, -32_602, -32_602, -32_602]);
    ask({ id: "good", method: "tools/call", params: { name: "look" } });
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ id: "good", result: { content: [{ text: "fine" }] } }));
    ask({ id: "unknown", method: "tools/call", params: { name: "nothing" } });
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ id: "unknown", result: { isError: true } }));
    expect(faults).toEqual([]);
  });

  it("let no more than so many calls wait", async () => {
    const gate = Promise.withResolvers<string>();
    const { sent, ask } = served(() => gate.promise);
    for (let n = 0; n < 5_000; n++) ask({ id: n, method: "tools/call", params: { name: "look" } });
    expect(sent).toHaveLength(4_900);
    gate.resolve("at last");
    await vi.waitFor(() => expect(sent).toHaveLength(5_000));
  });
});

describe("the pipes of a CLI", () => {
  it.each([
    ["asks for the tools again and again and never reads an answer", '{"id":1,"method":"tools/list"}\n'],
    ["sends a line without an end", "x".repeat(1_000)],
  ])("are closed when it %s", async (_, asked) => {
    const tmpfs = await mkdtemp(join(tmpdir(), "parley-pipes-"));
    await mkdir(join(tmpfs, "parley"));
    execFileSync("mkfifo", [join(tmpfs, "parley", "in"), join(tmpfs, "parley", "out")]);
    const closed = Promise.withResolvers<Error>();
    using pipes = await openToolPipes(tmpfs, () => pipes.send("y".repeat(20_000)), closed.resolve);
    const inside = openSync(join(tmpfs, "parley", "in"), constants.O_WRONLY | constants.O_NONBLOCK);
    let isClosed = false;
    void closed.promise.then(() => (isClosed = true));
    const bytes = Buffer.from(asked.repeat(60));
    while (!isClosed) {
      try {
        writeSync(inside, bytes);
      } catch (cause) {
        // Full until the hub has read it.
        if (!(cause instanceof Error && "code" in cause && (cause.code === "EAGAIN" || cause.code === "EPIPE"))) throw cause;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await closed.promise).toBeInstanceOf(Error);
    closeSync(inside);
    await rm(tmpfs, { recursive: true });
  });
});
