import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStream } from "#test/fakes/door/client";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";
import { defined } from "#lib/defined";

let door: OpenDoor;
let thread: string;

beforeEach(async () => {
  door = await openDoor();
  thread = await newThread("release");
});
afterEach(() => door[Symbol.asyncDispose]());

const newThread = async (topic: string): Promise<string> =>
  String((await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic } })).json["id"]);
const say = async (by: Holder, body: object, where = thread): Promise<string> =>
  String((await door.call("POST", `/api/threads/${where}/messages`, { token: by.token, body })).json["id"]);

async function listen(by: Holder, query = "", headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await door.events(`/events${query}`, { token: by.token, headers });
  expect((await stream.next("")).data).toMatchObject({ type: "connected" });
  return stream;
}
const next = async (stream: EventStream): Promise<{ type: string; payload: Record<string, unknown>; id: string | undefined }> => {
  const { data, id } = await stream.next("");
  return { ...(data as { type: string; payload: Record<string, unknown> }), id };
};
const types = async (stream: EventStream, count: number): Promise<readonly string[]> => {
  const seen: string[] = [];
  for (let n = 0; n < count; n++) seen.push((await next(stream)).type);
  return seen;
};

describe("the bus's own stream", () => {
  it("takes an agent's token in the address, for browsers, and no other; no other route of the bus does", async () => {
    const stream = await door.events(`/events?token=${door.agent.token}`, {});
    expect((await next(stream)).type).toBe("connected");
    await say(door.owner, { content: "hello" });
    expect((await next(stream)).payload).toMatchObject({ content: "hello" });
    await door.hub.access.revokeToken({ kind: "operator" }, door.agent.tokenId);
    await stream.ended;
    for (const token of [door.owner.token, door.member.token, door.operator, "nonsense", ""])
      expect((await door.call("GET", `/events?token=${token}`)).status).toBe(401);
    const other = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: {} });
    const token = String(other.json["token"]);
    for (const path of ["/api/events", "/api/agents", "/api/threads", `/api/threads/${thread}/messages`, "/api/metrics"])
      expect((await door.call("GET", `${path}?token=${token}`)).status).toBe(401);
    const records = (await door.call("GET", "/api/audit", { token: door.operator })).text;
    for (const secret of [token, door.agent.token, door.owner.token, door.operator]) expect(records).not.toContain(secret);
  });

  verifies("AW-PRIN-4", "tells every line of every thread once, in order, with its place and what it means besides", async () => {
    const other = await newThread("other");
    await say(door.owner, { content: "before anybody listened" });
    const stream = await listen(door.member);
    const first = await say(door.agent, { content: "one" });
    await say(door.owner, { content: "elsewhere" }, other);
    await say(door.agent, { content: "two", reply_to_msg_id: first, metadata: { handoff_target: "cat", stop_reason: "complete" } });
    const events = [];
    for (let n = 0; n < 6; n++) events.push(await next(stream));
    expect(events.map(({ type, payload }) => [type, payload["content"] ?? ""])).toEqual([
      ["msg.new", "one"],
      ["msg.new", "elsewhere"],
      ["msg.new", "two"],
      ["msg.reply", ""],
      ["msg.handoff", ""],
      ["msg.stop", ""],
    ]);
    expect(events[0]).toMatchObject({ id: `${thread}:2`, payload: { id: first, msg_id: first, thread_id: thread, seq: 2, author: "bee" } });
    // A place comes with the last of what one line is: coming back repeats none and skips none.
    expect(events.slice(2).map(({ id }) => id)).toEqual([undefined, undefined, undefined, `${thread}:3`]);
    stream.close();
  });

  it("tells edits, reactions, states and names", async () => {
    const message = await say(door.agent, { content: "one" });
    const stream = await listen(door.owner);
    const asAgent = (method: string, path: string, body?: object) => door.call(method, path, { token: door.agent.token, ...defined({ body }) });
    const asOwner = (path: string, body: object = {}) => door.call("POST", `/api/threads/${thread}/${path}`, { token: door.owner.token, body });
    await asAgent("PUT", `/api/messages/${message}`, { content: "uno" });
    await asAgent("POST", `/api/messages/${message}/reactions`, { reaction: "+1" });
    await asAgent("DELETE", `/api/messages/${message}/reactions/%2B1`);
    await asOwner("state", { state: "review" });
    await asOwner("rename", { topic: "shipping" });
    await asOwner("close");
    await asOwner("archive");
    expect(await types(stream, 10)).toEqual([
      "msg.edit",
      "msg.react",
      "msg.unreact",
      "thread.state",
      "thread.updated",
      "msg.new",
      "thread.state",
      "thread.closed",
      "thread.state",
      "thread.archived",
    ]);
    stream.close();
  });

  it("tells threads that are made and deleted", async () => {
    const stream = await listen(door.owner);
    const made = await newThread("new one");
    await door.clock.advance(150);
    expect(await next(stream)).toMatchObject({ type: "thread.created", payload: { id: made, thread_id: made, topic: "new one" } });
    expect(await types(stream, 1)).toEqual(["thread.new"]);
    await door.call("DELETE", `/api/threads/${made}`, { token: door.owner.token });
    await door.clock.advance(150);
    expect(await next(stream)).toMatchObject({ type: "thread.deleted", payload: { thread_id: made } });
    stream.close();
  });

  it("tells a thread that is made after the machine's time was set back, and no older one", async () => {
    const stream = await listen(door.owner);
    door.clock.shiftWall(-3_600_000);
    await door.call("PUT", `/api/threads/${thread}`, { token: door.owner.token, body: { topic: "renamed" } });
    const made = await newThread("after the jump");
    await door.clock.advance(150);
    for (let event = await next(stream); ; event = await next(stream)) {
      if (event.type !== "thread.created") continue;
      expect(event.payload).toMatchObject({ id: made });
      break;
    }
    stream.close();
  });

  it("tells who comes, changes, writes and goes, and never a token", async () => {
    const stream = await listen(door.member);
    const { json } = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: { ide: "Cat", model: "m1" } });
    const [id, token] = [String(json["agent_id"]), String(json["token"])];
    await door.clock.advance(250);
    expect(await next(stream)).toMatchObject({ type: "agent.online", payload: { agent_id: id, name: "Cat (m1)", is_online: true } });
    await door.call("PUT", `/api/agents/${id}`, { token, body: { description: "reads", skills: [{ id: "long" }] } });
    await door.clock.advance(250);
    const updated = await next(stream);
    expect(updated).toMatchObject({ type: "agent.updated", payload: { description: "reads" } });
    expect(updated.payload).not.toHaveProperty("skills");
    await door.call("POST", "/api/mcp/tool/agent_set_typing", { token, body: { thread_id: thread, is_typing: true } });
    await door.clock.advance(100);
    expect(await next(stream)).toMatchObject({ type: "agent.typing", payload: { thread_id: thread, agent_id: id, is_typing: true } });
    await door.call("POST", `/api/agents/${id}/kick`, { token: door.owner.token });
    await door.clock.advance(250);
    expect((await types(stream, 2)).toSorted()).toEqual(["agent.offline", "agent.typing"]);
    expect(stream.text()).not.toContain(token);
    stream.close();
  });

  it("of one thread comes back at its place without a gap", async () => {
    const stream = await listen(door.owner, `?thread_id=${thread}`);
    await say(door.owner, { content: "one" });
    const { id = "" } = await next(stream);
    stream.close();
    for (const content of ["two", "three"]) await say(door.owner, { content });
    await say(door.owner, { content: "not here" }, await newThread("other"));
    const again = await listen(door.owner, `?thread_id=${thread}`, { "Last-Event-ID": id });
    await say(door.owner, { content: "four" });
    const texts = [];
    for (let n = 0; n < 3; n++) texts.push((await next(again)).payload["content"]);
    expect(texts).toEqual(["two", "three", "four"]);
    again.close();
  });

  it("shows nobody what they may not see", async () => {
    const closed = await putThread(door, "closed", [door.owner.id]);
    const [member, agent] = [await listen(door.member), await listen(door.agent)];
    await say(door.owner, { content: "among us" }, closed);
    await say(door.owner, { content: "for people", metadata: { visibility: "human_only" } });
    expect(await next(member)).toMatchObject({ payload: { content: "for people" } });
    expect(await next(agent)).toMatchObject({ payload: { content: "[human-only content hidden]" } });
    await door.call("DELETE", `/api/threads/${closed}`, { token: door.owner.token });
    await door.clock.advance(150);
    await say(door.owner, { content: "next" });
    expect(await next(member)).toMatchObject({ payload: { content: "next" } });
    expect(member.text()).not.toContain(closed);
    expect((await door.call("GET", `/events?thread_id=${closed}`, { token: door.member.token })).status).toBe(404);
    expect((await door.call("GET", "/events")).status).toBe(401);
    for (const stream of [member, agent]) stream.close();
  });

  it("gives signs of life, and ends at once with its token and with the hub", async () => {
    const [member, owner] = [await listen(door.member), await listen(door.owner)];
    await door.clock.advance(15_000);
    await door.hub.access.revokeToken({ kind: "operator" }, door.member.tokenId);
    await member.ended;
    expect(member.text()).toContain(": here");
    await say(door.owner, { content: "still there" });
    expect(await types(owner, 1)).toEqual(["msg.new"]);
    await door.close();
    await owner.ended;
    expect(door.errors).toEqual([]);
  });
});
