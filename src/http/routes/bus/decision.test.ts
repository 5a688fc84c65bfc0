import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "#test/fakes/door/client";
import { openDoor, type Holder, type OpenDoor } from "#test/fakes/door/open-door";
import { anyText } from "#test/matching";

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
      json: { ok: true, thread_id: id, action: "switch", already_decided: false, admin_id: cat.id, admin_name: "Cat (m1)", admin_type: "auto_assigned" },
    });
    expect(switched.json).toMatchObject({ new_admin_id: cat.id, new_admin_name: "Cat (m1)", source_message_id: "msg_1", decided_at: anyText });
    expect([await closes(cat), await closes(door.agent)]).toEqual([true, false]);
    const again = await decide(door.owner, { action: "keep", source_message_id: "msg_1" });
    expect(again.json).toMatchObject({ already_decided: true, action: "switch", decided_at: switched.json["decided_at"], admin_id: cat.id });
    const lines = (await door.call("GET", `/api/threads/${id}/messages`, { token: door.owner.token })).text;
    expect(lines.match(/Ann decided that Cat \(m1\) leads this thread from now on/g)).toHaveLength(1);
  });

  it("lets whoever decides take over, leaves it as it is, or does nothing", async () => {
    const kept = { already_decided: false, admin_id: door.agent.id, admin_type: "creator", kept_admin_id: door.agent.id, kept_admin_name: "bee" };
    expect((await decide(door.agent, { action: "keep" })).json).toMatchObject(kept);
    expect((await decide(door.owner, { action: "cancel" })).json).toMatchObject({ action: "cancel", admin_id: door.agent.id });
    // The one who led until then reads in the thread who took over.
    const taken = { action: "takeover", admin_id: door.owner.id, notified_admin_id: door.agent.id, notified_admin_name: "bee" };
    expect((await decide(door.owner, { action: "takeover" })).json).toMatchObject(taken);
    expect(await leader()).toBe(door.owner.id);
  });

  it("takes back a request for good", async () => {
    const ask = { source_message_id: "msg_1" };
    expect((await decide(door.owner, { action: "cancel", ...ask })).json).toMatchObject({ action: "cancel", already_decided: false });
    expect((await decide(door.owner, { action: "takeover", ...ask })).json).toMatchObject({ action: "cancel", already_decided: true });
    expect(await leader()).toBe(door.agent.id);
  });

  it("hands an open thread to any registered agent, which takes part from then on", async () => {
    expect((await decide(door.owner, { action: "switch", candidate_admin_id: cat.id })).json).toMatchObject({ new_admin_id: cat.id });
    const { text } = await door.call("GET", `/api/threads/${id}/agents`, { token: door.owner.token });
    expect(text).toContain(cat.id);
  });

  it("is refused to whoever does not lead, for whoever is gone or not registered, and without a name", async () => {
    expect((await decide(cat, { action: "takeover" })).status).toBe(403);
    expect((await decide(door.member, { action: "keep" })).status).toBe(403);
    expect((await decide(door.owner, { action: "switch", candidate_admin_id: "agt_nobody" })).status).toBe(404);
    expect((await decide(door.owner, { action: "switch", candidate_admin_id: door.member.id })).status).toBe(404);
    await door.call("POST", "/api/agents/unregister", { token: door.owner.token, body: { agent_id: cat.id } });
    expect((await decide(door.owner, { action: "switch", candidate_admin_id: cat.id })).status).toBe(404);
    expect((await decide(door.owner, { action: "switch" })).status).toBe(400);
    expect((await decide(door.owner, { action: "dance" })).status).toBe(400);
    expect(await leader()).toBe(door.agent.id);
  });
});
