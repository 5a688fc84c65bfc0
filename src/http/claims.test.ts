import { describe, expect, it } from "vitest";
import { openDoor, type Holder } from "#test/fakes/door/open-door";

describe("what a request says of its sender", () => {
  it("is 403 for everybody under another's name, or with a token or id of another, in a post, an edit and a reaction", async () => {
    await using door = await openDoor();
    const { json } = await door.call("POST", "/api/threads", { token: door.owner.token, body: { topic: "release" } });
    const post = (by: Pick<Holder, "token">, body: object, headers: Record<string, string> = {}) =>
      door.call("POST", `/api/threads/${String(json["id"])}/messages`, { token: by.token, body, headers });
    const card = { ide: "Cara", model: "m1", display_name: "Cee" };
    const { json: made } = await door.call("POST", "/api/agents/register", { token: door.owner.token, body: card });
    const cara = { id: String(made["agent_id"]), token: String(made["token"]) };
    const names = ["Cara (m1)", "cee", "Ann", "Mia"];
    const refused = { status: 403, json: { error: "InvalidCredentials" } };
    for (const [by, own] of [
      [door.agent, "bee"],
      [door.member, "Mia"],
      [door.owner, "Ann"],
    ] as const) {
      const id = String((await post(by, { content: "mine" })).json["id"]);
      for (const author of names.filter((name) => name !== own)) expect(await post(by, { content: "x", author }), `${own} as ${author}`).toMatchObject(refused);
      expect((await post(by, { content: "x", author: own })).status).toBe(201);
      for (const claim of [{ agent_id: cara.id }, { token: cara.token }, { token: "junk" }]) {
        expect(await post(by, { content: "x", ...claim })).toMatchObject(refused);
        expect(await door.call("PUT", `/api/messages/${id}`, { token: by.token, body: { content: "y", ...claim } })).toMatchObject(refused);
        expect(await door.call("POST", `/api/messages/${id}/reactions`, { token: by.token, body: { reaction: "+1", ...claim } })).toMatchObject(refused);
      }
      expect(await post(by, { content: "x" }, { "X-Agent-Token": cara.token })).toMatchObject(refused);
      expect(await door.call("PUT", `/api/messages/${id}`, { token: by.token, body: { content: "y", edited_by: "Cee" } })).toMatchObject(refused);
      const fine = { content: "x", author: "a name of nobody's", agent_id: by.id, token: by.token };
      expect((await post(by, fine, { "X-Agent-Token": by.token })).status).toBe(201);
    }
    expect((await post(cara, { content: "x", author: "Cee" })).status).toBe(201);
  });
});
