import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { questionWire } from "#protocol/wire";
import { putQuestion, putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let token: string;
beforeEach(async () => {
  door = await openDoor();
  token = door.owner.token;
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

describe("a question", () => {
  it("a denial carries its reason to whoever asked, and no other choice takes one", async () => {
    const question = await putQuestion(door, await putThread(door, "open"));
    const path = `/api/questions/${question.id}/answer`;
    const allowed = await door.call("POST", path, { token, body: { choice: "yes", reason: "go on" } });
    expect([allowed.status, allowed.json["error"]]).toEqual([400, "BadRequest"]);
    expect((await door.call("POST", path, { token, body: { choice: "no", reason: " " } })).status).toBe(400);
    const denied = await door.call("POST", path, { token, body: { choice: "no", reason: "../cache is outside" } });
    expect(questionWire.parse(denied.json).answer).toMatchObject({ option: "no", text: "../cache is outside", by: "Ann" });
  });

  it("one question names the chats in which it was asked as well, and only to those who may see it", async () => {
    const question = await putQuestion(door, await putThread(door, "open"));
    const one = await door.call("GET", `/api/questions/${question.code}`, { token });
    expect([one.status, one.json]).toMatchObject([200, { id: question.id, copies: [] }]);
    expect((await door.call("GET", "/api/questions/que_none", { token })).status).toBe(404);
    await door.call("POST", `/api/questions/${question.id}/answer`, { token, body: { choice: "no" } });
    const hidden = await putQuestion(door, await putThread(door, "closed"));
    expect((await door.call("GET", `/api/questions/${hidden.id}`, { token: door.member.token })).status).toBe(404);
  });
});
