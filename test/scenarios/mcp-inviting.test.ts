import { describe, expect } from "vitest";
import { connectMcp, type McpClient } from "#test/fakes/door/mcp";
import { verifies } from "#test/verifies";
import { command, openThread, withAgents } from "./invitations.ts";
import type { Parley } from "./parley.ts";
import { holding, like } from "#test/matching";

/** A command-line agent that speaks MCP: comes, registers, reads, answers once, leaves. */
const mcpAgent = `
const { PARLEY_URL, PARLEY_TOKEN, PARLEY_THREAD } = process.env;
const tool = async (name, args) => {
  const response = await fetch(PARLEY_URL + "/mcp", { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: "Bearer " + PARLEY_TOKEN }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }) });
  return JSON.parse((await response.json()).result.content[0].text);
};
const me = await tool("agent_register", { ide: "CLI", model: "scripted", display_name: "Cleo" });
const read = await tool("msg_wait", { thread_id: PARLEY_THREAD, after_seq: 0, agent_id: me.agent_id, token: me.token, return_format: "json" });
const asked = read.messages.findLast((one) => one.role === "user").content;
await tool("msg_post", { thread_id: PARLEY_THREAD, author: me.agent_id, content: "you asked: " + asked, expected_last_seq: read.current_seq, reply_token: read.reply_token });
const other = await tool("thread_list", {});
console.log("sees", other.threads.length);
await tool("agent_unregister", { agent_id: me.agent_id, token: me.token });
`;

const agents = {
  "cleo-cli": { name: "Cleo CLI", description: "Answers once", invoke_command: `"${process.execPath}" mcp-agent.mjs {thread_id}` },
  "off-cli": { invoke_command: command("talk"), enabled: false },
};
const files = { "mcp-agent.mjs": mcpAgent };

async function as(parley: Parley, token: string): Promise<McpClient> {
  return connectMcp(Number(new URL(parley.url).port), token);
}

/** Waits again and again, as agents do, until somebody says that; everything it was told. */
async function hearAll(who: McpClient, thread: string, last: string): Promise<readonly (readonly [number, string, string])[]> {
  const heard: (readonly [number, string, string])[] = [];
  while (!heard.some(([, , words]) => words.includes(last))) {
    const { body } = await who.tool("msg_wait", { thread_id: thread, after_seq: heard.at(-1)?.[0] ?? 0, return_format: "json" });
    for (const { seq, author_name: name, content } of body["messages"] as { seq: number; author_name: string; content: string }[])
      heard.push([seq, name, content]);
  }
  return heard;
}

describe("agent_invite", () => {
  verifies(["FR-3", "FR-3-4", "AW-FLOW-2"], "is a tool with two arguments whose description says what it does", async () => {
    await using parley = await withAgents(agents, { files });
    await using ana = await as(parley, await parley.person("Ana", "admin"));
    const tool = (await ana.client.listTools()).tools.find((one) => one.name === "agent_invite");
    expect(tool?.inputSchema).toMatchObject({
      type: "object",
      required: ["agent_name", "thread_id"],
      properties: { agent_name: { type: "string" }, thread_id: { type: "string" } },
    });
    expect(tool?.description).toMatch(/starts the command that the operator configured/);
    expect(tool?.description).toMatch(/explicit act/);
    expect(tool?.description).toMatch(/manages its own session/);
  });

  verifies(
    ["FR-3-1", "FR-3-2", "FR-4-1", "AW-MODE-1", "AW-MODE-3", "AW-BG-2", "AW-FLOW-1", "AW-FLOW-3"],
    "wakes a command-line agent, which registers, discusses beside one that waits, and leaves",
    async () => {
      await using parley = await withAgents(agents, { files });
      const thread = await openThread(parley, "Plans");
      await parley.api("POST", `/api/threads/${thread}/messages`, { content: "what now" });
      await using bee = await as(parley, await parley.token({ agent: "bee" }));
      const waiting = hearAll(bee, thread, "left:");
      await using ana = await as(parley, await parley.person("Ana", "admin"));
      const { isError, body } = await ana.tool("agent_invite", { agent_name: "cleo-cli", thread_id: thread });
      expect(isError).toBe(false);
      expect(body).toEqual({
        ok: true,
        agent_name: "cleo-cli",
        reason: "Agent invitation command queued successfully",
        command_executed: holding(`mcp-agent.mjs ${thread}`),
      });
      expect(await waiting).toEqual([
        [1, "operator", "what now"],
        [2, "Parley", "Ana invited Cleo CLI."],
        [3, "Cleo", "you asked: what now"],
        [4, "Parley", like(/^Cleo CLI left: exit 0/)],
      ]);
    },
  );

  verifies(["FR-3-3"], "says when no such agent is configured, and runs nothing", async () => {
    await using parley = await withAgents(agents, { files });
    await using ana = await as(parley, await parley.person("Ana", "admin"));
    const thread = await openThread(parley, "Plans");
    expect(await ana.tool("agent_invite", { agent_name: "none-cli", thread_id: thread })).toMatchObject({
      isError: true,
      body: { ok: false, agent_name: "none-cli", reason: "Agent 'none-cli' not found in configuration", command_executed: "" },
    });
    const nowhere = await ana.tool("agent_invite", { agent_name: "cleo-cli", thread_id: "thr_none" });
    expect(nowhere).toMatchObject({ isError: true, body: { ok: false, agent_name: "cleo-cli", command_executed: "" } });
    expect(Object.keys(nowhere.body)).toEqual(["ok", "agent_name", "reason", "command_executed"]);
    expect(await parley.messages(thread)).toEqual([]);
  });

  verifies(["FR-5", "FR-5-1", "FR-5-2", "FR-5-3"], "goes with agent_list, which tells who can be woken and who is there", async () => {
    await using parley = await withAgents(agents, { files });
    await using bee = await as(parley, await parley.token({ agent: "bee" }));
    await bee.tool("agent_register", { ide: "Cursor", model: "M", resume_command: "cursor-agent resume" });
    const { list } = await bee.tool("agent_list");
    const told = list.map((row) => [row["agent_name"] ?? row["name"], row["is_online"], row["is_invitable"], row["is_available"]]);
    expect(told).toEqual([
      ["Cursor (M)", true, false, true],
      ["cleo-cli", false, true, true],
      // The hub's own, which is asked by a tool and not by an invitation.
      ["code_delivery_agent", true, false, true],
    ]);
    expect(list.find((row) => row["name"] === "cleo-cli")).toMatchObject({ name: "cleo-cli", display_name: "Cleo CLI", description: "Answers once" });
  });
});
