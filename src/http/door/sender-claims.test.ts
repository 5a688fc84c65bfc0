import { describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type DoorOptions, type OpenDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";

interface Speaker {
  readonly id: string;
  readonly token: string;
}

const refused = { status: 403, json: { error: "InvalidCredentials" } };

async function openRoom(options: DoorOptions = {}) {
  const door = await openDoor(options);
  const { json } = await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic: "release" } });
  const thread = String(json["id"]);
  return {
    door,
    thread,
    post: (by: Pick<Speaker, "token">, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
      door.call("POST", `/api/threads/${thread}/messages`, { token: by.token, body: { content: "x", ...body }, headers }),
    register: (by: Pick<Speaker, "token">, ide: string, more: object = {}): Promise<Speaker> => registered(door, by, { ide, model: "m1", ...more }),
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
}

async function registered(door: OpenDoor, by: Pick<Speaker, "token">, card: object): Promise<Speaker> {
  const { json } = await door.call("POST", "/api/agents/register", { token: by.token, body: card });
  return { id: String(json["agent_id"]), token: String(json["token"]) };
}

describe("who a request over REST acts for", () => {
  it("is nobody else: another's name, id or token is 403 in a post, an edit, a reaction and a change of the thread", async () => {
    await using room = await openRoom();
    const { door, post } = room;
    const cara = await room.register(door.owner, "Cara", { display_name: "Cee" });
    for (const [by, own] of [
      [door.agent, "bee"],
      [door.member, "Mia"],
    ] as const) {
      const id = String((await post(by, { content: "mine" })).json["id"]);
      for (const author of ["Cara (m1)", "cee", "Ann", own === "bee" ? "Mia" : "bee", cara.id, door.owner.id])
        expect(await post(by, { author }), `${own} as ${author}`).toMatchObject(refused);
      expect((await post(by, { author: own })).status).toBe(201);
      for (const claim of [{ agent_id: cara.id }, { token: cara.token }, { token: "junk" }, { agent_id: cara.id, token: cara.token }]) {
        expect(await post(by, claim)).toMatchObject(refused);
        expect(await door.call("PUT", `/api/messages/${id}`, { token: by.token, body: { content: "y", ...claim } })).toMatchObject(refused);
        expect(await door.call("POST", `/api/messages/${id}/reactions`, { token: by.token, body: { reaction: "+1", ...claim } })).toMatchObject(refused);
      }
      const headers = { "X-Agent-Token": cara.token };
      expect(await post(by, {}, headers)).toMatchObject(refused);
      expect(await post(by, { author: cara.id }, headers)).toMatchObject(refused);
      expect(await door.call("PUT", `/api/messages/${id}`, { token: by.token, body: { content: "y", edited_by: "Cee" } })).toMatchObject(refused);
      expect(await door.call("POST", `/api/threads/${room.thread}/close`, { token: by.token, body: {}, headers })).toMatchObject(refused);
      const create = { topic: `of ${own}`, creator_agent_id: cara.id };
      expect(await door.call("POST", "/api/threads", { token: by.token, body: create, headers })).toMatchObject(refused);
      const fine = { author: "a name of nobody's", agent_id: by.id, token: by.token };
      expect((await post(by, fine, { "X-Agent-Token": by.token })).json).toMatchObject({ author_id: by.id });
    }
    expect((await post(cara, { author: "Cee" })).status).toBe(201);
  });

  it("is on record without the token that was sent", async () => {
    await using room = await openRoom();
    const { door } = room;
    const [cara, dan] = [await room.register(door.owner, "Cara"), await room.register(door.owner, "Dan")];
    const headers = { "X-Agent-Token": cara.token };
    for (const by of [door.agent, door.member]) expect(await room.post(by, {}, headers)).toMatchObject(refused);
    expect(await room.post(door.owner, { token: dan.token }, headers)).toMatchObject(refused);
    const about = (await door.refusals()).map((record) => record.about);
    expect(about).toHaveLength(3);
    for (const text of about) {
      expect(text).toContain("X-Agent-Token");
      for (const { token } of [cara, dan]) expect(text).not.toContain(token);
    }
  });

  verifies("AW-PRIN-4", "under a person's bearer: register, create a thread, speak, as programs of the bus do", async () => {
    await using room = await openRoom();
    const { door } = room;
    const { owner } = door;
    const cara = await room.register(owner, "Cara", { display_name: "Cee" });
    const headers = { "X-Agent-Token": cara.token };
    const made = await door.call("POST", "/api/threads", { token: owner.token, headers, body: { topic: "of Cara's", creator_agent_id: cara.id } });
    expect(made).toMatchObject({ status: 201, json: { current_seq: 0 } });
    const thread = String(made.json["id"]);
    const say = (body: object, more: Record<string, string> = {}): Promise<Reply> =>
      door.call("POST", `/api/threads/${thread}/messages`, { token: owner.token, body: { content: "hello", ...body }, headers: more });
    const first = await say({ author: cara.id, expected_last_seq: 0, reply_token: made.json["reply_token"] });
    expect(first).toMatchObject({ status: 201, json: { seq: 1, author_id: cara.id, author: "Cee", author_kind: "agent", role: "assistant" } });
    for (const [body, more] of [
      [{ author: "Cara (m1)" }],
      [{ author: "Cee", agent_id: cara.id }],
      [{ token: cara.token }],
      [{}, headers],
      [{ author: "a name of nobody's" }, headers],
    ] as const)
      expect((await say(body, more)).json).toMatchObject({ author_id: cara.id });
    const { json: sync } = await door.call("POST", `/api/threads/${thread}/sync-context`, { token: owner.token, body: {} });
    const inStep = { author: cara.id, expected_last_seq: sync["current_seq"], reply_token: sync["reply_token"] };
    expect(await say(inStep)).toMatchObject({ status: 201, json: { seq: 7 } });
    expect(await say({ ...inStep, expected_last_seq: 7 })).toMatchObject({ status: 400, json: { error: "TOKEN_REPLAY" } });
    const { json: admin } = await door.call("GET", `/api/threads/${thread}/admin`, { token: owner.token });
    expect(admin).toMatchObject({ admin_id: cara.id, admin_type: "creator" });
    const edit = { new_content: "better", edited_by: cara.id };
    const edited = await door.call("PUT", `/api/messages/${String(first.json["id"])}`, { token: owner.token, body: edit });
    expect(edited.json).toMatchObject({ version: 1, edited_by: cara.id });
    const reacted = await door.call("POST", `/api/messages/${String(first.json["id"])}/reactions`, {
      token: owner.token,
      body: { agent_id: cara.id, reaction: "+1" },
    });
    expect(reacted.json).toMatchObject({ reactions: [{ agent_id: cara.id, agent_name: "Cee" }] });
    const gone = await door.call("DELETE", `/api/messages/${String(first.json["id"])}/reactions/+1?agent_id=${cara.id}`, { token: owner.token });
    expect(gone.json).toEqual({ removed: true });
  });

  verifies("AW-PRIN-4", "under an agent's bearer: register echoes the bearer's own token, which then goes along everywhere", async () => {
    await using room = await openRoom();
    const { door } = room;
    const { agent } = door;
    const me = await room.register(agent, "Bee");
    expect(me).toEqual({ id: agent.id, token: agent.token });
    const headers = { "X-Agent-Token": me.token };
    const made = await door.call("POST", "/api/threads", { token: agent.token, headers, body: { topic: "of Bee's", creator_agent_id: me.id } });
    expect(made.status).toBe(201);
    const body = { author: me.id, content: "hello", expected_last_seq: 0, reply_token: made.json["reply_token"] };
    const posted = await door.call("POST", `/api/threads/${String(made.json["id"])}/messages`, { token: agent.token, headers, body });
    expect(posted).toMatchObject({ status: 201, json: { author_id: me.id } });
  });

  it("is the person, unless the request says clearly which agent: a contradiction is 403", async () => {
    await using room = await openRoom();
    const { post, door } = room;
    const { owner } = door;
    const [cara, dan] = [await room.register(owner, "Cara", { display_name: "Cee" }), await room.register(owner, "Dan")];
    for (const body of [{}, { author: "human" }, { author: "Ann" }, { author: "someone" }, { author: owner.id }])
      expect((await post(owner, body)).json).toMatchObject({ author_id: owner.id, author_kind: "person" });
    // A display name alone may be meant for the person, or for anybody.
    expect(await post(owner, { author: "Cee" })).toMatchObject(refused);
    const headers = { "X-Agent-Token": cara.token };
    for (const [body, more] of [
      [{ author: dan.id }, headers],
      [{ agent_id: dan.id }, headers],
      [{ author: dan.id, agent_id: cara.id }, {}],
      [{ author: "human" }, headers],
      [{ author: "Ann", agent_id: cara.id }, {}],
      [{ author: cara.id, agent_id: owner.id }, {}],
    ] as const)
      expect(await post(owner, body, more)).toMatchObject(refused);
    await door.call("POST", "/api/agents/unregister", { token: owner.token, body: { agent_id: dan.id } });
    expect(await post(owner, { author: dan.id })).toMatchObject(refused);
  });

  it("counts for the agent: its rate, the content filter, and what it may", async () => {
    await using room = await openRoom({ agentPostsPerMinute: 2 });
    const { post, door } = room;
    const { member } = door;
    const eve = await room.register(member, "Eve");
    const key = `AKIA${"Q3EGRT5VXW7ZPL2N"}`;
    expect(await post(member, { author: eve.id, content: key })).toMatchObject({ status: 400, json: { error: "Content blocked by filter" } });
    expect((await post(member, { author: eve.id })).status).toBe(201);
    expect((await post(member, {}, { "X-Agent-Token": eve.token })).status).toBe(201);
    expect(await post(member, { author: eve.id })).toMatchObject({ status: 429, json: { scope: "author" } });
    expect(await post(eve, {})).toMatchObject({ status: 429 });
    expect((await post(member, { content: key })).status).toBe(201);
    // What an agent types is never a command.
    const { json } = await post(member, { content: "!!whoami" });
    expect(json).toHaveProperty("run");
    await door.clock.advance(60_000);
    expect((await post(member, { author: eve.id, content: "!!whoami" })).json).toMatchObject({ author_id: eve.id, content: "!!whoami" });
  });

  it("is an agent under the operator's token only with that agent's own token", async () => {
    await using room = await openRoom();
    const { post, door } = room;
    const operator = { token: door.operator };
    const { agent } = door;
    expect(await post(operator, { author: agent.id })).toMatchObject(refused);
    expect((await post(operator, { author: agent.id }, { "X-Agent-Token": agent.token })).json).toMatchObject({ author_id: agent.id });
  });
});
