import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import { raw } from "#test/fakes/door/client";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let path: string;
beforeEach(async () => {
  door = await openDoor();
  path = `/api/threads/${await putThread(door, "open")}/messages`;
});
afterEach(async () => {
  // Whatever came in, the door still answers.
  const { status } = await door.call("GET", "/health");
  if (status !== 200) throw new Error(`the door answers ${status} after that`);
  await door[Symbol.asyncDispose]();
});

const post = (body: unknown, headers: Record<string, string> = {}) => door.call("POST", path, { token: door.owner.token, body, headers });
const kept = async (): Promise<readonly string[]> => {
  const { text } = await door.call("GET", path, { token: door.owner.token });
  return (JSON.parse(text) as { content: string }[]).map((message) => message.content);
};

describe("bad input at the HTTP door", () => {
  it("a message of 10 MB is refused with its reason before it was sent whole", async () => {
    const reply = await post({ content: "x".repeat(10 * 1024 * 1024) });
    expect([reply.status, reply.json["error"], reply.headers.connection]).toEqual([413, "TooLarge", "close"]);
    expect(reply.json["detail"]).toContain("1024 KB");
    expect(await kept()).toEqual([]);
  });

  it("10 MB that come without a length are refused at the limit", async () => {
    const reply = await post({ content: "x".repeat(10 * 1024 * 1024) }, { "Transfer-Encoding": "chunked" });
    expect([reply.status, reply.json["error"]]).toEqual([413, "TooLarge"]);
    expect(await kept()).toEqual([]);
  });

  it("a message over its own limit is refused, one at the limit is taken; bytes count", async () => {
    const most = 256 * 1024;
    expect((await post({ content: "x".repeat(most) })).status).toBe(201);
    expect((await post({ content: "x".repeat(most + 1) })).json["error"]).toBe("TooLarge");
    expect((await post({ content: "文".repeat(most / 3 + 1) })).json["error"]).toBe("TooLarge");
    expect(await kept()).toHaveLength(1);
  });

  it("invalid UTF-8 is refused", async () => {
    for (const bytes of [[0xc3, 0x28], [0xff], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]]) {
      const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from(bytes), Buffer.from('"}')]);
      const reply = await post(body);
      expect([bytes, reply.status, reply.json["error"]]).toEqual([bytes, 400, "NotText"]);
    }
    expect(await kept()).toEqual([]);
  });

  it.each([
    ["", { problem: "bodyNotJson" }],
    ['{"content": nope}', { problem: "bodyNotJson" }],
    ['{"content": "a" "b"}', { problem: "bodyNotJsonAt", at: 17 }],
    ['{"content": "a"', { problem: "bodyNotJsonAt", at: 16 }],
    ['{"content": "\u0000"}', { problem: "bodyNotJsonAt", at: 14 }],
  ])("of %j, which is not JSON, it says where if that is known", async (body, problem) => {
    expect(await post(body)).toMatchObject({ status: 400, json: { error: "BadRequest", ...problem } });
  });

  it.each([
    [{}, { problem: "fieldMissing", field: "content" }],
    [{ content: "" }, { problem: "fieldBlank", field: "content" }],
    [{ content: 7 }, { problem: "fieldWrongType", field: "content" }],
    [
      { content: "a", session: "nobody" },
      { problem: "fieldSessionId", field: "session" },
    ],
    [
      { content: "a", priority: "loud" },
      { problem: "fieldNotAChoice", field: "priority" },
    ],
    [
      { content: "a", reply_to_msg_id: "x" },
      { problem: "fieldMessageId", field: "reply_to_msg_id" },
    ],
    [[], { problem: "bodyWrongType" }],
    ["null", { problem: "bodyWrongType" }],
  ])("of %j it names the field that is wrong", async (body, problem) => {
    expect(await post(body)).toMatchObject({ status: 400, json: { error: "BadRequest", ...problem } });
    expect(await kept()).toEqual([]);
  });

  it("nesting without end is refused like any other wrong form", async () => {
    expect((await post(`${"[".repeat(400_000)}"\\u0000"`)).json["error"]).toBe("BadRequest");
    expect((await post(`${"[".repeat(200_000)}"\\u0000"${"]".repeat(200_000)}`)).json["error"]).toBe("BadRequest");
  });

  it.each([`limit=0`, `limit=many`, `after_seq=-1`, `after_seq=1.5`])("the parameter %j is refused by its name", async (query) => {
    const reply = await door.call("GET", `${path}?${query}`, { token: door.owner.token });
    expect([reply.status, reply.json["error"]]).toEqual([400, "BadRequest"]);
    expect(reply.json["detail"]).toContain(query.split("=")[0]);
  });

  it("NUL is left out and half a surrogate pair replaced; everything else is kept as it came", async () => {
    const bidi = "a\u202Eb\u200Bc\u2066d";
    for (const body of ['{"content":"a\\u0000b"}', '{"content":"a\\ud800b"}', JSON.stringify({ content: bidi }), '{"content":"\\ud83d\\ude00"}']) {
      expect((await post(body)).status).toBe(201);
    }
    expect(await kept()).toEqual(["ab", "a\uFFFDb", bidi, "\u{1F600}"]);
    expect((await post('{"content":"\\u0000"}')).json["error"]).toBe("BadRequest");
  });

  it("an Idempotency-Key of more than 200 characters, or none, is refused", async () => {
    for (const key of ["", "k".repeat(201)]) {
      const reply = await post({ content: "a" }, { "Idempotency-Key": key });
      expect([reply.status, reply.json["error"]]).toEqual([400, "BadRequest"]);
    }
    expect((await post({ content: "a" }, { "Idempotency-Key": "k".repeat(200) })).status).toBe(201);
  });

  it("half a request is answered with 408 and closed", async () => {
    await using hasty = await openDoor({ bounds: { requestMs: 200 } });
    const id = await putThread(hasty, "open");
    const head = `POST /api/threads/${id}/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${hasty.owner.token}\r\n`;
    expect(await raw(hasty.port, head)).toMatch(/^HTTP\/1\.1 408 .*nosniff.*body timed out/s);
    expect(await raw(hasty.port, `${head}Content-Length: 100\r\n\r\n{"content":`)).toMatch(/^HTTP\/1\.1 408 /);
    expect(hasty.errors).toEqual([]);
  });

  it("a client that leaves inside its request leaves nothing behind", async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${door.owner.token}\r\nContent-Length: 100\r\n\r\n{"content":`;
    await new Promise<void>((resolve) => {
      const socket = connect(door.port, "127.0.0.1", () => socket.write(head, () => socket.destroy()));
      socket.once("close", () => resolve());
    });
    expect(await kept()).toEqual([]);
    expect(door.errors).toEqual([]);
  });

  it.each(["HELLO\r\n\r\n", "\u0000\u0001\u0002\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])(
    "of %j, which is no HTTP, it says so and closes",
    async (bytes) => {
      expect(await raw(door.port, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it("headers without end are cut off", async () => {
    expect(await raw(door.port, `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(100_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    "http://127.0.0.1/health",
    "*",
    "//evil.example/health",
    "/api/../../etc/passwd",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/a\\b",
    "/%ff",
    "/%",
  ])("the address %j leads nowhere", async (target) => {
    const answer = await raw(door.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(answer).not.toContain("not yours");
  });

  it("what goes wrong inside is told without its reason, and logged with it", async () => {
    await using broken = await openDoor({ wrap: (hub) => ({ ...hub, say: () => Promise.reject(new TypeError("a reason that stays inside")) }) });
    const reply = await broken.call("POST", "/api/threads/thr_1/messages", { token: broken.owner.token, body: { content: "a" } });
    expect([reply.status, reply.json["error"]]).toEqual([500, "Internal"]);
    expect(reply.text).not.toContain("stays inside");
    expect(reply.text).not.toContain(".ts");
    expect(broken.errors).toMatchObject([{ cause: { message: "a reason that stays inside" } }]);
    expect(reply.json["detail"]).toContain((broken.errors[0] as { ref: string }).ref);
  });

  it("a full disk comes through with its own status and sentence", async () => {
    const full = new ParleyError("StoreFull", "The disk is full.");
    await using broken = await openDoor({ wrap: (hub) => ({ ...hub, say: () => Promise.reject(full) }) });
    const reply = await broken.call("POST", "/api/threads/thr_1/messages", { token: broken.owner.token, body: { content: "a" } });
    expect([reply.status, reply.json]).toEqual([507, { error: "StoreFull", detail: "The disk is full." }]);
  });
});
