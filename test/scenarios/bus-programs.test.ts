import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifies } from "#test/verifies";
import { Parley, type Reply } from "./parley.ts";

const sync = z.object({ current_seq: z.number(), reply_token: z.string() });
const registered = z.object({ agent_id: z.string(), token: z.string() });
const made = z.object({ id: z.string() });
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** What an editor's client for the bus does, request by request, with nothing added but the bearer. */
class EditorClient {
  readonly #parley: Parley;
  readonly #bearer: string;

  constructor(parley: Parley, bearer: string) {
    this.#parley = parley;
    this.#bearer = bearer;
  }

  ask(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#parley.api(method, path, body, this.#bearer, headers);
  }

  async open(topic: string): Promise<{ thread: string; agent: string }> {
    const card = { name: "editor-human", display_name: "Editor User", ide: "editor", model: "human" };
    const { agent_id: agent, token } = registered.parse((await this.ask("POST", "/api/agents/register", card)).body);
    const reply = await this.ask("POST", "/api/threads", { topic, creator_agent_id: agent }, { "X-Agent-Token": token });
    if (reply.status !== 201) throw new Error(`the thread was not created: ${JSON.stringify(reply)}`);
    return { thread: made.parse(reply.body).id, agent };
  }

  async sync(thread: string): Promise<z.infer<typeof sync>> {
    return sync.parse((await this.ask("POST", `/api/threads/${thread}/sync-context`, {})).body);
  }

  /** Sends with what it knows; told that it is behind, or that its token is no good, it asks for a place once and sends again. */
  async send(thread: string, content: string, known: z.infer<typeof sync>): Promise<Reply> {
    const post = (at: z.infer<typeof sync>): Promise<Reply> =>
      this.ask("POST", `/api/threads/${thread}/messages`, { author: "human", content, expected_last_seq: at.current_seq, reply_token: at.reply_token });
    const first = await post(known);
    const { action, detail } = z
      .looseObject({ action: z.string().optional(), detail: z.looseObject({ action: z.string().optional() }).optional() })
      .parse(first.status === 201 ? {} : first.body);
    const isBehind = first.status === 409 && action === "READ_MESSAGES_THEN_CALL_MSG_WAIT";
    const isSpent = first.status === 400 && detail?.action === "CALL_SYNC_CONTEXT_THEN_RETRY";
    return isBehind || isSpent ? post(await this.sync(thread)) : first;
  }
}

describe("a client written for the bus", () => {
  verifies("AW-PRIN-4", "opens a thread, talks in it, catches up and cleans up, under the token of a person", async () => {
    await using parley = await Parley.start();
    await parley.person("Ann", "owner");
    const mia = new EditorClient(parley, await parley.person("Mia", "member"));
    const { thread, agent } = await mia.open("From the editor");
    expect((await mia.ask("GET", "/api/threads?include_archived=false")).body).toMatchObject({ threads: [{ id: thread, topic: "From the editor" }] });
    expect((await mia.ask("GET", `/api/threads/${thread}/admin`)).body).toMatchObject({ admin_id: agent, admin_name: "Editor User" });

    const early = await mia.sync(thread);
    expect(await mia.send(thread, "one", early)).toMatchObject({ status: 201, body: { seq: 1, author: "Mia", role: "user" } });
    // With a token that is used, and then with one that is behind.
    expect(await mia.send(thread, "two", early)).toMatchObject({ status: 201, body: { seq: 2 } });
    const behind = await mia.sync(thread);
    const bee = await parley.token({ agent: "bee" });
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "meanwhile" }, bee);
    const last = await mia.send(thread, "three", behind);
    expect(last).toMatchObject({ status: 201, body: { seq: 4 } });

    const { id } = made.parse(last.body);
    expect((await mia.ask("PUT", `/api/messages/${id}`, { new_content: "three!" })).body).toMatchObject({ content: "three!", edit_version: 1 });
    expect(await mia.ask("POST", `/api/messages/${id}/reactions`, { agent_id: agent, reaction: "agree" })).toMatchObject({
      status: 201,
      body: { reactions: [{ agent_id: agent, reaction: "agree" }] },
    });
    const lines = (await mia.ask("GET", `/api/threads/${thread}/messages?after_seq=0&limit=99999`)).body;
    expect(lines).toMatchObject([{ content: "one" }, { content: "two" }, { content: "meanwhile" }, { content: "three!", reactions: [{}] }]);

    for (const [path, body] of [["state", { state: "review" }], ["archive"], ["unarchive"]] as const)
      expect(await mia.ask("POST", `/api/threads/${thread}/${path}`, body)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await mia.ask("POST", `/api/threads/${thread}/rename`, { topic: "Renamed" })).body).toMatchObject({ ok: true, thread: { topic: "Renamed" } });
    expect((await mia.ask("DELETE", `/api/threads/${thread}`)).body).toMatchObject({ ok: true, deleted: thread });
  });

  verifies("AW-PRIN-4", "keeps its identity over heartbeats and restarts, and leaves", async () => {
    await using parley = await Parley.start();
    const ann = new EditorClient(parley, await parley.person("Ann", "owner"));
    const me = registered.parse((await ann.ask("POST", "/api/agents/register", { ide: "CLI", model: "m1", description: "d", capabilities: ["code"] })).body);
    const claim = { agent_id: me.agent_id, token: me.token };
    expect((await ann.ask("POST", "/api/agents/heartbeat", claim)).body).toEqual({ ok: true });
    await parley.restart();
    expect((await ann.ask("POST", "/api/agents/resume", claim)).body).toMatchObject({ ok: true, agent_id: me.agent_id, is_online: true });
    expect((await ann.ask("PUT", `/api/agents/${me.agent_id}`, { token: me.token, display_name: "Renamed" })).body).toMatchObject({ display_name: "Renamed" });
    const shown = JSON.stringify([(await ann.ask("GET", "/api/agents")).body, (await ann.ask("GET", `/api/agents/${me.agent_id}`)).body]);
    expect(shown).toContain("Renamed");
    expect(shown).not.toContain(me.token);
    expect((await ann.ask("POST", "/api/agents/unregister", claim)).body).toEqual({ ok: true });
    expect((await parley.api("GET", "/api/threads", undefined, me.token)).status).toBe(401);
  });

  verifies("AW-PRIN-4", "reads the same story from the stream of a browser, which can send no header", async () => {
    await using parley = await Parley.start();
    const ann = new EditorClient(parley, await parley.person("Ann", "owner"));
    const { token } = registered.parse((await ann.ask("POST", "/api/agents/register", {})).body);
    const stop = new AbortController();
    const response = await fetch(`${parley.url}/events?token=${token}`, { headers: { accept: "text/event-stream" }, signal: stop.signal });
    const story = ["connected", "agent.online", "thread.created", "thread.new", "msg.new", "thread.closed"];
    const reading = readTypes(response, story);
    const { thread } = await ann.open("Watched");
    await ann.send(thread, "hello", await ann.sync(thread));
    expect((await ann.ask("POST", `/api/threads/${thread}/close`, { summary: "done" })).body).toMatchObject({ ok: true, status: "closed" });
    expect((await reading)[0]).toBe("connected");
    stop.abort();
    expect(JSON.stringify(parley.logged)).not.toContain(token);
    expect(JSON.stringify((await parley.api("GET", "/api/audit?limit=99999")).body)).not.toContain(token);
  });

  it("uploads a picture as a form and shows it to agents", async () => {
    await using parley = await Parley.start();
    const bearer = await parley.person("Ann", "owner");
    const ann = new EditorClient(parley, bearer);
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(pixel)], { type: "image/png" }), "dot.png");
    const response = await fetch(`${parley.url}/api/upload/image`, { method: "POST", headers: { authorization: `Bearer ${bearer}` }, body: form });
    const { url, name } = z.object({ url: z.string(), name: z.string() }).parse(await response.json());
    expect(name).toBe("dot.png");
    const { thread } = await ann.open("Pictures");
    await ann.ask("POST", `/api/threads/${thread}/messages`, { author: "human", content: "look", images: [{ url, name }] });
    const blocks = (await ann.ask("POST", "/api/mcp/tool/msg_list", { thread_id: thread })).body;
    expect(blocks).toContainEqual({ type: "image", data: pixel.toString("base64"), mimeType: "image/png" });
  });
});

/** Until all of those have come. */
async function readTypes(response: Response, awaited: readonly string[]): Promise<readonly string[]> {
  if (response.body === null) throw new Error("no stream");
  const types: string[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) types.push(z.object({ type: z.string() }).parse(JSON.parse(line.slice(6))).type);
    if (awaited.every((type) => types.includes(type))) return types;
  }
  throw new Error(`the stream ended after ${types.join(", ")}`);
}
