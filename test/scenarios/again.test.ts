import { describe, expect, it } from "vitest";
import { Parley } from "./parley.ts";

const yaml = `
people:
  - { name: Ana, role: owner, accounts: ["chat:ana"] }
sessions:
  - { name: asks, cli_type: scripted, script: asks.script }
default_session: asks
limits: { queue: 1 }
`;
const files = { "asks.script": 'on "word"\n  ask text "Which word?"\n  say "It is {answer}." every 0ms\notherwise\n  hang\n' };

describe("the same request again", () => {
  it("is the same answer, though by now the words would be a prompt", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = await parley.token({ person: "Ana" });
    const path = `/api/threads/${await parley.threadOf("asks")}/messages`;
    await parley.api("POST", path, { content: "a word" }, ana);
    const { id } = await parley.openQuestion();
    const first = await parley.api("POST", path, { content: "plum" }, ana, { "idempotency-key": "k" });
    const second = await parley.api("POST", path, { content: "plum" }, ana, { "idempotency-key": "k" });
    expect([first, second].map(({ status, body }) => [status, body["answered"]])).toMatchObject([
      [200, { id }],
      [200, { id }],
    ]);
    const lines = await parley.until(async () => {
      const all = await parley.messages(await parley.threadOf("asks"));
      return all.length >= 2 && all;
    });
    expect(lines.map((line) => line.content)).toEqual(["a word", "It is plum."]);
  });

  it("is the same message, though by now the words would be an answer or the queue is full", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = await parley.token({ person: "Ana" });
    const thread = await parley.threadOf("asks");
    const path = `/api/threads/${thread}/messages`;
    const first = await parley.api("POST", path, { content: "a word" }, ana, { "idempotency-key": "k1" });
    const { id } = await parley.openQuestion();
    const again = await parley.api("POST", path, { content: "a word" }, ana, { "idempotency-key": "k1" });
    expect([again.status, again.body["id"]]).toEqual([201, first.body["id"]]);
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "plum" }, ana);
    await parley.api("POST", path, { content: "hang" }, ana);
    await parley.until(async () => {
      const { body } = await parley.api("GET", "/api/sessions");
      return JSON.stringify(body).includes('"state":"processing","reason":"","queue":0') && (await parley.messages(thread)).length >= 3;
    });
    const waiting = await parley.api("POST", path, { content: "hang on" }, ana, { "idempotency-key": "k2" });
    expect((await parley.api("POST", path, { content: "hang on more" }, ana)).status).toBe(429);
    const repeated = await parley.api("POST", path, { content: "hang on" }, ana, { "idempotency-key": "k2" });
    expect([repeated.status, repeated.body["id"]]).toEqual([201, waiting.body["id"]]);
  });
});
