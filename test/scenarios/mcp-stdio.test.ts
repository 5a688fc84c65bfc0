import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { ofClient, type McpClient } from "#test/fakes/door/mcp";
import { Parley } from "./parley.ts";
import { holding } from "#test/matching";

const yaml = `people: [{ name: Ola, role: owner, accounts: ["chat:ola"] }]\n`;
const program = ["-C", "parley-source", "src/main.ts", "mcp"];

async function overStdio(parley: Parley, env: Record<string, string>, pin?: string): Promise<McpClient> {
  const client = new Client({ name: "stdio", version: "1" }, pin === undefined ? {} : { versionNegotiation: { mode: { pin } } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...program, "--home", parley.home],
      env: { PATH: "/usr/bin:/bin", ...env },
      stderr: "ignore",
    }),
  );
  return ofClient(client);
}

describe("parley mcp", () => {
  it.each([undefined, "2026-07-28"])(
    "is an MCP server on stdio for a client that speaks %s, also inside a session",
    async (pin) => {
      await using parley = await Parley.start({ yaml });
      const token = await parley.token({ agent: "bee" });
      await using mcp = await overStdio(parley, { PARLEY_TOKEN: token, PARLEY_SESSION: "some-session" }, pin);
      expect((await mcp.client.listTools()).tools).toHaveLength(40);
      const { body } = await mcp.tool("bus_connect", { thread_name: "over stdio", ide: "Cursor", model: "M" });
      const { thread_id: id } = body["thread"] as { thread_id: string };
      const waiting = mcp.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
      await parley.api("POST", `/api/threads/${id}/messages`, { content: "wake up" });
      expect((await waiting).body["messages"]).toMatchObject([{ content: "wake up" }]);
      expect(await mcp.tool("nope")).toMatchObject({ isError: true, body: { error: "Unknown tool: nope" } });
    },
    60_000,
  );

  it("comes back when the hub does, with nothing lost", async () => {
    await using parley = await Parley.start({ yaml });
    const token = await parley.token({ agent: "bee" });
    await using mcp = await overStdio(parley, { PARLEY_TOKEN: token });
    const { body } = await mcp.tool("bus_connect", { thread_name: "lasting", ide: "I", model: "M" });
    const { thread_id: id } = body["thread"] as { thread_id: string };
    await parley.restart();
    await parley.api("POST", `/api/threads/${id}/messages`, { content: "after the restart" });
    const waited = await mcp.tool("msg_wait", { thread_id: id, after_seq: 0, return_format: "json" });
    expect(waited.body["messages"]).toMatchObject([{ seq: 1, content: "after the restart" }]);
  }, 60_000);

  it("tells a refusal as an error of the protocol", async () => {
    await using parley = await Parley.start({ yaml });
    await expect(overStdio(parley, { PARLEY_TOKEN: "wrong" })).rejects.toThrow(/token/i);
  }, 60_000);

  it("refuses without a token, and says how to get one", async () => {
    await using parley = await Parley.start({ yaml });
    const child = spawn(process.execPath, [...program, "--home", parley.home], { env: { PATH: "/usr/bin:/bin" }, stdio: ["ignore", "pipe", "pipe"] });
    const words: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => words.push(chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    expect([code, words.join("")]).toEqual([1, holding("parley token create --agent NAME")]);
  }, 60_000);
});
