import { describe, expect, it } from "vitest";
import { openBusRoom, post } from "#test/fakes/door/bus-room";
import { connectMcp } from "#test/fakes/door/mcp";
import { putQuestion } from "#test/fakes/door/furnish";
import type { ThreadId } from "#domain/ids";
import { holding, like } from "#test/matching";

const keys = (body: unknown): readonly string[] => Object.keys((body ?? {}) as object);
const operator = { kind: "operator" } as const;

describe("questions over MCP", () => {
  it("lists what waits for an answer, to whoever sees the thread", async () => {
    await using room = await openBusRoom();
    const question = await putQuestion(room.door, (await room.thread()) as ThreadId);
    for (const who of [room.bee, room.ann])
      expect((await who.tool("question_list")).list).toMatchObject([
        { id: question.id, state: "open", subject: { argv: ["rm", "-rf", "x"] }, options: [{ id: "yes" }, { id: "no" }] },
      ]);
    expect((await room.bee.tool("question_list", { state: "answered" })).list).toEqual([]);
  });

  it("takes no answer from any agent's token, and none from a person's that was not made for it", async () => {
    await using room = await openBusRoom();
    const thread = await room.thread();
    const question = await putQuestion(room.door, thread as ThreadId);
    const answer = { question_id: question.id, choice: "yes" };
    const granted = await room.agent("cat", ["invite", "prompt"]);
    for (const agent of [room.bee, granted])
      expect(await agent.tool("question_answer", answer)).toMatchObject({ isError: true, body: { error: "AgentsNeverAnswer" } });
    expect(await room.ann.tool("question_answer", answer)).toMatchObject({
      isError: true,
      body: { error: "NotAllowed", detail: holding("--answers") },
    });
    await using shell = await connectMcp(room.door.port, room.door.operator);
    expect(await shell.tool("question_answer", answer)).toMatchObject({ isError: true, body: { error: "NotAllowed" } });
    expect((await room.bee.tool("question_list")).list).toMatchObject([{ state: "open" }]);
    expect((await room.door.refusals()).map((one) => one.code)).toEqual(expect.arrayContaining(["AgentsNeverAnswer", "NotAllowed"]));
  });

  it("takes it once from a person's token that was made for it, and keeps that it came through MCP", async () => {
    await using room = await openBusRoom();
    const question = await putQuestion(room.door, (await room.thread()) as ThreadId);
    const { token } = await room.door.hub.access.createToken(operator, { person: "Ann", answers: true });
    await using ann = await connectMcp(room.door.port, token);
    const answered = await ann.tool("question_answer", { question_id: question.code, choice: "Allow once" });
    expect(answered.body).toMatchObject({ id: question.id, state: "answered", answer: { option: "yes", by: "Ann", surface: "mcp" } });
    expect(await ann.tool("question_answer", { question_id: question.id, choice: "no" })).toMatchObject({
      isError: true,
      body: { error: "AlreadyAnswered", answered_by: "Ann", answered_in: "mcp" },
    });
    expect(await ann.tool("question_answer", { question_id: "que_none", choice: "no" })).toMatchObject({ isError: true, body: { error: "NotFound" } });
  });
});

describe("sessions over MCP", () => {
  it("are listed to whoever sees their thread", async () => {
    await using room = await openBusRoom();
    await putQuestion(room.door, (await room.thread()) as ThreadId);
    const { list } = await room.bee.tool("session_list");
    expect(keys(list[0])).toEqual(["id", "name", "thread", "cli_type", "driver", "work_dir", "state", "reason", "queue", "created_at"]);
  });

  it("take prompts from people, and from agents whose token was granted it", async () => {
    await using room = await openBusRoom();
    const thread = await room.thread();
    const { session } = await putQuestion(room.door, thread as ThreadId);
    const prompt = { session, prompt: "tidy up" };
    expect(await room.bee.tool("session_prompt", prompt)).toMatchObject({
      isError: true,
      body: { error: "NotAllowed", detail: holding("--may prompt") },
    });
    const cat = await room.agent("cat", ["prompt"]);
    const { body } = await cat.tool("session_prompt", { ...prompt, idempotency_key: "k" });
    expect(keys(body)).toEqual(["ok", "session_id", "thread_id", "msg_id", "seq", "turn", "queue_position"]);
    expect(body).toMatchObject({ ok: true, session_id: session, thread_id: thread, turn: like(/^trn_/) });
    expect((await cat.tool("session_prompt", { ...prompt, idempotency_key: "k" })).body["msg_id"]).toBe(body["msg_id"]);
    expect((await room.ann.tool("session_prompt", { session: `demo-${session}`, prompt: "and then this" })).body).toMatchObject({ ok: true });
    expect(await room.ann.tool("session_prompt", { session: "none", prompt: "x" })).toMatchObject({ isError: true, body: { error: "NoSuchSession" } });
  });

  it("take no answer to a question as a prompt from a token that may not answer", async () => {
    await using room = await openBusRoom();
    const { session } = await putQuestion(room.door, (await room.thread()) as ThreadId);
    expect(await room.ann.tool("session_prompt", { session, prompt: "yes" })).toMatchObject({ isError: true, body: { error: "NotAllowed" } });
    expect((await room.ann.tool("question_list")).list).toMatchObject([{ state: "open" }]);
  });
});

describe("what the hub tells of itself", () => {
  it("has a config in the fields that agents of the bus know", async () => {
    await using room = await openBusRoom();
    const { body } = await room.bee.tool("bus_get_config");
    expect(keys(body)).toEqual([
      "preferred_language",
      "language_source",
      "language_note",
      "bus_name",
      "server",
      "version",
      "endpoint",
      "auth_requirements",
      "recommended_workflow",
    ]);
    expect(body).toMatchObject({ bus_name: "AgentChatBus", server: "parley", version: "1.2.3", endpoint: `http://127.0.0.1:${room.door.port}` });
    expect(keys(body["auth_requirements"])).toEqual(["mcp_thread_create", "rest_thread_create"]);
    expect(keys(body["recommended_workflow"])).toEqual(["join_or_create_thread"]);
  });

  it("offers agents, threads, transcripts and summaries as resources", async () => {
    await using room = await openBusRoom();
    const id = await room.thread("read me");
    await room.bee.tool("agent_register", { ide: "I", model: "M" });
    await post(room.bee, id, "first line");
    const { client } = room.mia;
    expect((await client.listResources()).resources.map((one) => one.uri)).toEqual(["chat://bus/config", "chat://agents/active", "chat://threads/active"]);
    expect((await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate)).toEqual([
      "chat://threads/{id}/transcript",
      "chat://threads/{id}/summary",
      "chat://threads/{id}/state",
    ]);
    const read = async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && "text" in content ? content.text : "";
    };
    expect(JSON.parse(await read("chat://bus/config"))).toMatchObject({ bus_name: "AgentChatBus", config: {} });
    expect(JSON.parse(await read("chat://agents/active"))).toEqual([
      { agent_id: room.bee.id, name: "I (M)", description: "", capabilities: [], skills: [], is_online: true },
    ]);
    expect(JSON.parse(await read("chat://threads/active"))).toMatchObject([{ thread_id: id, topic: "read me", status: "discuss" }]);
    expect(await read(`chat://threads/${id}/transcript`)).toBe("# Thread: read me  [status: discuss]\n\n[seq=1] I (M) (assistant): first line");
    expect(await read(`chat://threads/${id}/summary`)).toMatch(/^\(No summary recorded/);
    expect(JSON.parse(await read(`chat://threads/${id}/state`))).toMatchObject({ thread_id: id, topic: "read me", status: "discuss", latest_seq: 1 });
    await expect(read("chat://threads/thr_none/state")).rejects.toThrow("thr_none");
    await expect(read("file:///etc/passwd")).rejects.toThrow("file:///etc/passwd");
  });

  it("offers two prompts, and says what they need", async () => {
    await using room = await openBusRoom();
    const { client } = room.bee;
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: args }) => [name, args?.filter((one) => one.required).map((one) => one.name)])).toEqual([
      ["summarize_thread", ["topic", "transcript"]],
      ["handoff_to_agent", ["from_agent", "to_agent", "task_description"]],
    ]);
    const { messages } = await client.getPrompt({ name: "handoff_to_agent", arguments: { from_agent: "a", to_agent: "b", task_description: "the tests" } });
    expect(messages).toMatchObject([{ role: "user", content: { type: "text", text: holding("the tests") } }]);
    await expect(client.getPrompt({ name: "summarize_thread", arguments: { topic: "t" } })).rejects.toThrow("transcript");
    await expect(client.getPrompt({ name: "none" })).rejects.toThrow("no prompt none");
  });
});
