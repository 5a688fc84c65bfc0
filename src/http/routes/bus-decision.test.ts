import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let id = "";
let cat: Holder;

beforeEach(async () => {
  door = await openDoor();
  id = String((await door.call("POST", "/api/threads", { token: door.agent.token, body: { topic: "release" } })).json["id"]);
  const { json } = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: { ide: "Cat", model: "m1" } });
  cat = { id: String(json["agent_id"]), token: String(json["token"]), tokenId: "tok_" };
});
afterEach(() => door[Symbol.asyncDispose]());

const decide = (by: Holder, body: object): Promise<Reply> => door.call("POST", `/api/threads/${id}/admin/decision`, { token: by.token, body });
const joins = (by: Holder): Promise<Reply> => door.call("POST", `/api/threads/${id}/messages`, { token: by.token, body: { content: "here" } });
const leader = async (): Promise<unknown> => (await door.call("GET", `/api/threads/${id}/admin`, { token: door.owner.token })).json["admin_id"];
const closes = async (by: Holder): Promise<boolean> => {
  const { json } = await door.call("POST", `/api/threads/${id}/rename`, { token: by.token, body: { topic: `as ${by.id} wants it` } });
  return json["ok"] === true;
};

describe("deciding who leads a thread", () => {
  it("hands it to an agent that takes part, says so in the thread, and the same message decides once", async () => {
    await joins(cat);
    const switched = await decide(door.owner, { action: "switch", candidate_admin_id: cat.id, source_message_id: "msg_1" });
    expect(switched).toMatchObject({
      status: 200,
      json: { ok: true, action: "switch", already_decided: false, admin_id: cat.id, admin_name: "Cat (m1)", admin_type: "auto_assigned" },
    });
    expect([await closes(cat), await closes(door.agent)]).toEqual([true, false]);
    const again = await decide(door.owner, { action: "keep", source_message_id: "msg_1" });
    expect(again.json).toMatchObject({ already_decided: true, admin_id: cat.id });
    const lines = (await door.call("GET", `/api/threads/${id}/messages`, { token: door.owner.token })).text;
    expect(lines.match(/Ann decided that Cat \(m1\) leads this thread from now on/g)).toHaveLength(1);
  });

  it("lets whoever decides take over, leaves it as it is, or does nothing", async () => {
    expect((await decide(door.agent, { action: "keep" })).json).toMatchObject({ already_decided: false, admin_id: door.agent.id, admin_type: "creator" });
    expect((await decide(door.owner, { action: "cancel" })).json).toMatchObject({ admin_id: door.agent.id });
    expect((await decide(door.owner, { action: "takeover" })).json).toMatchObject({ admin_id: door.owner.id });
    expect(await leader()).toBe(door.owner.id);
  });

  it("is refused to whoever does not lead, for whoever takes no part, and without a name", async () => {
    expect((await decide(cat, { action: "takeover" })).status).toBe(403);
    expect((await decide(door.member, { action: "keep" })).status).toBe(403);
    expect((await decide(door.owner, { action: "switch", candidate_admin_id: cat.id })).status).toBe(404);
    expect((await decide(door.owner, { action: "switch" })).status).toBe(400);
    expect((await decide(door.owner, { action: "dance" })).status).toBe(400);
    expect(await leader()).toBe(door.agent.id);
  });
});
