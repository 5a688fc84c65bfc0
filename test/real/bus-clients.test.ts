import { describe, expect } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { Parley } from "#test/scenarios/parley";
import { openThread } from "#test/scenarios/invitations";
import { verifies } from "#test/verifies";
import { inspector, official, older, type BusClient, type Where } from "./bus-client.ts";
import { installMs } from "./programs.ts";

const clients: Readonly<Record<string, (where: Where) => Promise<BusClient>>> = {
  "the official client": official,
  "the official client before 2026": older("http"),
  "the official client before 2026 over SSE": older("sse"),
  "the MCP Inspector": inspector("http"),
  "the MCP Inspector over SSE": inspector("sse"),
};

const registered = z.object({ agent_id: z.string(), name: z.string() });
const synced = z.object({ current_seq: z.number(), reply_token: z.string() });
const joined = synced.extend({ thread: z.object({ thread_id: z.string() }), messages: z.array(z.object({ seq: z.number(), content: z.string() })) });
const waited = synced.extend({ messages: z.array(z.object({ seq: z.number(), author_name: z.string(), content: z.string() })) });

async function ask<T>(client: BusClient, tool: string, args: JsonObject, shape: z.ZodType<T>): Promise<T> {
  const { texts, isError } = await client.call(tool, args);
  expect([tool, isError, ...(isError ? texts : [])]).toEqual([tool, false]);
  return shape.parse(JSON.parse(texts[0] ?? ""));
}

async function isWaited(parley: Parley, thread: string): Promise<boolean> {
  const { body } = await parley.api("POST", "/api/mcp/tool/thread_wait_state_get", { thread_id: thread });
  const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(body);
  return z.object({ count: z.number() }).parse(JSON.parse(text)).count > 0;
}

async function untilWaited(parley: Parley, thread: string): Promise<void> {
  await expect.poll(() => isWaited(parley, thread), { timeout: 60_000 }).toBe(true);
}

describe.each(Object.entries(clients))("%s", (name, connect) => {
  verifies(
    ["AW-PRIN-4", "AW-MODE-2", "AW-FLOW-3"],
    "lists the tools, registers, joins, waits, is woken by a person, posts and leaves",
    async () => {
      await using parley = await Parley.start({ yaml: "people: [{ name: Ola, role: owner }]\n" });
      const ana = await parley.person("Ana", "member");
      const thread = await openThread(parley, "Real clients");
      await parley.api("POST", `/api/threads/${thread}/messages`, { content: "said before anybody came" }, ana);
      const token = await parley.token({ agent: "visitor" });
      await using client = await connect({ url: parley.url, token });

      expect(await client.tools()).toEqual(expect.arrayContaining(["bus_connect", "msg_wait", "msg_post", "agent_invite", "question_list"]));
      const me = await ask(client, "agent_register", { ide: "Visitor", model: name.slice(0, 40) }, registered);
      const place = await ask(client, "bus_connect", { thread_id: thread }, joined);
      expect(place.messages.at(-1)).toEqual(expect.objectContaining({ seq: 1, content: "said before anybody came" }));

      const waiting = ask(client, "msg_wait", { thread_id: thread, after_seq: place.current_seq, return_format: "json" }, waited);
      await Promise.race([waiting, untilWaited(parley, thread)]);
      await parley.api("POST", `/api/threads/${thread}/messages`, { content: "are you there" }, ana);
      const woken = await waiting;
      expect(woken.messages).toEqual([expect.objectContaining({ seq: 2, author_name: "Ana", content: "are you there" })]);

      const posted = { thread_id: thread, author: me.agent_id, content: "here", expected_last_seq: woken.current_seq, reply_token: woken.reply_token };
      await ask(client, "msg_post", posted, z.object({ seq: z.literal(3) }));
      const again = await client.call("msg_post", { ...posted, content: "the same token again" });
      const { action } = z.object({ action: z.string() }).parse(JSON.parse(again.texts[0] ?? ""));
      expect([again.isError, action]).toEqual([true, expect.stringMatching(/CALL_MSG_WAIT$/)]);
      expect((await parley.messages(thread)).map((line) => [line.seq, line.author_kind, line.content])).toEqual([
        [1, "person", "said before anybody came"],
        [2, "person", "are you there"],
        [3, "agent", "here"],
      ]);

      await ask(client, "agent_unregister", {}, z.object({ ok: z.literal(true) }));
      await expect(
        client.call("agent_heartbeat", {}).then(
          (left) => left.isError || Promise.reject(new Error("still let in")),
          () => true,
        ),
      ).resolves.toBe(true);
    },
    installMs,
  );
});
