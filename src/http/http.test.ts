import { say } from "#lib/words/words";
import { httpTexts } from "#http/texts";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageWire, questionWire, sessionWire, threadWire } from "#protocol/wire";
import { putQuestion, putThread } from "#test/fakes/door/furnish";
import { verifies } from "#test/verifies";
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

const list = async (path: string): Promise<unknown[]> => JSON.parse((await door.call("GET", path, { token })).text) as unknown[];

describe("threads and messages", () => {
  it("a thread is opened, spoken in and read in the shapes that programs of the bus know", async () => {
    const opened = await door.call("POST", "/api/threads", { token, body: { topic: " plans " } });
    expect(opened.status).toBe(201);
    const thread = threadWire.parse(opened.json);
    expect(thread).toMatchObject({ topic: "plans", current_seq: 0, access: "open" });
    const posted = await door.call("POST", `/api/threads/${thread.id}/messages`, { token, body: { content: "hello" } });
    expect(posted.status).toBe(201);
    expect(posted.json).toMatchObject({
      seq: 1,
      rev: 1,
      content: "hello",
      author: "Ann",
      author_kind: "person",
      surface: "api",
      queue_position: null,
      turn: null,
    });
    const messages = (await list(`/api/threads/${thread.id}/messages`)).map((one) => messageWire.parse(one));
    expect(messages.map((one) => one.content)).toEqual(["hello"]);
    expect(threadWire.parse((await door.call("GET", `/api/threads/${thread.id}`, { token })).json)).toMatchObject({ current_seq: 1, rev: 1 });
  });

  it("messages and entries are paged from either end", async () => {
    const id = await putThread(door, "open");
    for (let n = 1; n <= 5; n++) await door.call("POST", `/api/threads/${id}/messages`, { token, body: { content: `${n}` } });
    const contents = async (query: string) => (await list(`/api/threads/${id}/messages?${query}`)).map((one) => messageWire.parse(one).content).join("");
    expect([await contents("limit=2"), await contents("after_seq=2&limit=2"), await contents("before_seq=5&limit=2"), await contents("after_seq=5")]).toEqual([
      "12",
      "34",
      "34",
      "",
    ]);
    const revs = async (query: string) => {
      const { json } = await door.call("GET", `/api/threads/${id}/entries?${query}`, { token });
      return [(json["entries"] as { rev: number }[]).map((entry) => entry.rev).join(""), json["has_more"]];
    };
    expect([await revs("limit=2"), await revs("before_rev=4&limit=2"), await revs("before_rev=3&limit=2"), await revs("after_rev=3&limit=2")]).toEqual([
      ["12", true],
      ["23", true],
      ["12", false],
      ["45", false],
    ]);
  });

  it("threads come newest first, a page at a time", async () => {
    const ids: string[] = [];
    // Some of one moment, so that pages end between them.
    for (let n = 0; n < 5; n++) {
      if (n % 2 === 0) await door.clock.advance(1);
      ids.unshift(await putThread(door, "open"));
    }
    const seen: string[] = [];
    let cursor = "";
    do {
      const { json } = await door.call("GET", `/api/threads?limit=2${cursor}`, { token: door.member.token });
      expect(json["total"]).toBe(5);
      seen.push(...(json["threads"] as { id: string }[]).map((one) => one.id));
      expect(json["has_more"]).toBe(json["next_cursor"] !== null);
      cursor = json["next_cursor"] === null ? "" : `&before=${json["next_cursor"] as string}`;
    } while (cursor !== "");
    expect(seen).toEqual(ids);
    expect(await door.call("GET", "/api/threads?before=yesterday", { token: door.member.token })).toMatchObject({ status: 400, json: { error: "BadRequest" } });
  });

  it("the same Idempotency-Key is the same message, for the same speaker only", async () => {
    const id = await putThread(door, "open");
    const say = (who: string, content: string) =>
      door.call("POST", `/api/threads/${id}/messages`, { token: who, body: { content }, headers: { "Idempotency-Key": "k1" } });
    const [first, again] = [await say(token, "once"), await say(token, "once")];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json["id"]).toBe(first.json["id"]);
    expect((await say(door.member.token, "another's")).json["id"]).not.toBe(first.json["id"]);
    expect(await list(`/api/threads/${id}/messages`)).toHaveLength(2);
  });

  it("a command comes back as its run and is no message", async () => {
    const id = await putThread(door, "open");
    const reply = await door.call("POST", `/api/threads/${id}/messages`, { token, body: { content: "!!status" } });
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { run: { line: "!!status", exit_code: 0, text: expect.stringContaining("Open questions: 0") as unknown } },
    ]);
    expect(await list(`/api/threads/${id}/messages`)).toEqual([]);
  });

  it("knows the page by a token that came from a login, whatever origin a program sends, and the shell by the operator's", async () => {
    const id = await putThread(door, "open");
    const surface = async (who: string, headers: Record<string, string>) =>
      (await door.call("POST", `/api/threads/${id}/messages`, { token: who, body: { content: "x" }, headers })).json["surface"];
    const { secret } = await door.hub.access.loginLink({ kind: "operator" }, "Mia");
    const page = String((await door.call("POST", "/api/login", { body: { secret } })).json["token"]);
    const origin = { Origin: `http://localhost:${door.port}` };
    expect([await surface(token, {}), await surface(token, origin), await surface(door.agent.token, origin)]).toEqual(["api", "api", "api"]);
    expect([await surface(page, origin), await surface(page, {}), await surface(door.operator, origin)]).toEqual(["page", "page", "shell"]);
  });

  it("what was read counts no more as unread, and never beyond the last line", async () => {
    const id = await putThread(door, "open");
    for (const content of ["a", "b"]) await door.call("POST", `/api/threads/${id}/messages`, { token: door.member.token, body: { content } });
    const unread = async () =>
      ((await door.call("GET", "/api/threads", { token })).json["threads"] as { id: string; unread: number }[]).find((one) => one.id === id)?.unread;
    expect(await unread()).toBe(2);
    await door.call("POST", `/api/threads/${id}/read`, { token, body: { seq: 1 } });
    expect(await unread()).toBe(1);
    await door.call("POST", `/api/threads/${id}/read`, { token, body: { seq: 99 } });
    expect(await unread()).toBe(0);
  });
});

describe("sessions and questions", () => {
  it("are listed in the protocol's shapes", async () => {
    const question = await putQuestion(door, await putThread(door, "open"));
    expect((await list("/api/sessions")).map((one) => sessionWire.parse(one))).toMatchObject([{ driver: "joins", state: "waiting_input" }]);
    const [asked] = (await list("/api/questions?state=open")).map((one) => questionWire.parse(one));
    expect(asked).toMatchObject({ id: question.id, subject: { argv: ["rm", "-rf", "x"] }, may_answer: true, session_name: `demo-${question.session}` });
    expect(await list("/api/questions?state=answered")).toEqual([]);
  });

  it("the first answer wins, and whoever comes second is told who answered what, where", async () => {
    const question = await putQuestion(door, await putThread(door, "open"));
    const first = await door.call("POST", `/api/questions/${question.id}/answer`, { token, body: { choice: "yes" } });
    expect([first.status, questionWire.parse(first.json).answer]).toMatchObject([200, { option: "yes", by: "Ann", surface: "api" }]);
    const second = await door.call("POST", `/api/questions/${question.code}/answer`, { token: door.operator, body: { choice: "no" } });
    expect([second.status, second.json]).toMatchObject([409, { error: "AlreadyAnswered", answered_by: "Ann", answered_in: "api", answer: "Allow once" }]);
  });

  it("a session is stopped by its id, and one that is not there is not found", async () => {
    const { session } = await putQuestion(door, await putThread(door, "open"));
    expect((await door.call("POST", `/api/sessions/${session}/stop`, { token })).status).toBe(200);
    for (const id of ["nobody", "ses_nobody"]) expect((await door.call("POST", `/api/sessions/${id}/stop`, { token })).status).toBe(404);
  });

  it("a delivery whose outcome is unknown is sent again by a person's word, once", async () => {
    const thread = await putThread(door, "open");
    const message = door.newId("msg");
    const at = door.clock.now();
    await door.store.accept({
      at,
      message: { id: message, thread, at, author: { kind: "hub", id: "hub", name: "hub" }, role: "system", text: "x", surface: "hub" },
      deliveries: [{ to: { channel: "irc", room: "#a" }, body: { kind: "message", message } }],
    });
    const [claim] = await door.store.claimDue(at, 1);
    if (claim === undefined) throw new Error("nothing was due");
    await door.store.settle(claim, { how: "unknown", reason: "the line broke" });
    const path = `/api/deliveries/${claim.delivery.id}/again`;
    expect((await door.call("POST", path, { token })).status).toBe(200);
    expect((await door.call("POST", path, { token })).status).toBe(404);
    expect((await door.call("POST", "/api/deliveries/nothing/again", { token })).status).toBe(404);
  });
});

describe("people and tokens", () => {
  it("are the owner's to keep", async () => {
    expect((await door.call("POST", "/api/people", { token, body: { name: "Eve", role: "member" } })).status).toBe(201);
    expect((await door.call("POST", "/api/people", { token, body: { name: "Eve", role: "admin" } })).json["error"]).toBe("NameTaken");
    expect((await door.call("POST", "/api/people/Eve/accounts", { token, body: { account: "irc:eve" } })).json["accounts"]).toEqual(["irc:eve"]);
    for (const account of ["eve", "operator:1", "hub:x", "irc:a b"])
      expect((await door.call("POST", "/api/people/Eve/accounts", { token, body: { account } })).status).toBe(400);
    expect((await door.call("POST", "/api/people", { token, body: { name: "Fay", role: "member", accounts: ["operator:1"] } })).status).toBe(400);
    expect(await list("/api/people")).toMatchObject([{ name: "Ann", role: "owner" }, { name: "Mia" }, { name: "Eve", accounts: ["irc:eve"] }]);
    expect((await door.call("DELETE", "/api/people/Eve", { token })).json).toEqual({ removed: true });
    expect((await door.call("DELETE", "/api/people/Eve", { token })).status).toBe(404);
  });

  it("a token is shown once, opens the door, and opens nothing when revoked", async () => {
    const made = (await door.call("POST", "/api/tokens", { token, body: { agent: "wasp", may: ["invite"], expires_ms: 60_000 } })).json as {
      id: string;
      token: string;
    };
    expect((await door.call("POST", "/api/tokens", { token, body: { agent: "wasp", may: ["everything"] } })).status).toBe(400);
    expect((await door.call("GET", "/api/me", { token: made.token })).json).toMatchObject({ kind: "agent", name: "wasp" });
    const listed = JSON.stringify(await list("/api/tokens"));
    expect([listed.includes(made.id), listed.includes(made.token)]).toEqual([true, false]);
    expect((await door.call("DELETE", `/api/tokens/${made.id}`, { token })).json).toEqual({ revoked: true });
    expect((await door.call("GET", "/api/me", { token: made.token })).json["error"]).toBe("BadToken");
    expect((await door.call("DELETE", `/api/tokens/${made.id}`, { token })).status).toBe(404);
  });
});

describe("the page's files", () => {
  it("are served by their names alone, hashed ones for good", async () => {
    const page = await door.call("GET", "/");
    expect([page.status, page.text, page.headers["content-type"], page.headers["cache-control"]]).toEqual([
      200,
      "<!doctype html><title>Parley</title>",
      "text/html; charset=utf-8",
      "no-cache",
    ]);
    const script = await door.call("GET", "/assets/app-1a2b3c.js");
    expect([script.status, script.headers["content-type"], script.headers["cache-control"]]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    const picture = await door.call("GET", "/favicon.svg");
    expect(picture.headers["content-type"]).toBe("image/svg+xml");
    for (const { headers } of [page, picture]) expect(headers["content-security-policy"]).toContain("default-src 'none'");
    for (const path of ["/assets/other.js", "/other.svg", "/api/nothing", "/nothing", "/secret.txt"]) {
      const reply = await door.call("GET", path, { token });
      expect([path, reply.status, reply.json["error"]]).toEqual([path, 404, "NotFound"]);
    }
  });

  it("that are not built say so", async () => {
    await using bare = await openDoor({ assetsDir: "/nonexistent" });
    const reply = await bare.call("GET", "/");
    expect([reply.status, reply.json["detail"]]).toEqual([404, say("en", httpTexts.pageMissing)]);
  });
});

describe("every answer", () => {
  it("carries the headers that keep a browser on the safe side", async () => {
    const stream = await door.events("/api/events", { token });
    stream.close();
    for (const [method, path, headers] of [
      ["GET", "/", {}],
      ["GET", "/health", {}],
      ["HEAD", "/health", {}],
      ["GET", "/api/me", {}],
      ["GET", "/nothing", {}],
      ["POST", "/api/login", {}],
      ["GET", "/health", { Host: "evil.example" }],
    ] as const) {
      const reply = await door.call(method, path, { headers });
      expect([path, reply.headers["x-content-type-options"], reply.headers["referrer-policy"]]).toEqual([path, "nosniff", "no-referrer"]);
      expect(reply.headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(reply.headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(reply.headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("speaks the hub's language", async () => {
    await using chinese = await openDoor({ language: "zh-CN" });
    expect((await chinese.call("GET", "/api/me")).json["detail"]).toContain("令牌");
  });
});

describe("listening", () => {
  verifies("C-2.3.1-1", "is on the loopback address alone", async () => {
    const reached = await new Promise<string>((resolve) => {
      // Another address of the same machine: open only to a door that listens everywhere.
      const socket = connect(door.port, "127.0.0.2", () => resolve("reached"));
      socket.once("error", (cause: NodeJS.ErrnoException) => resolve(cause.code ?? ""));
      socket.once("close", () => socket.destroy());
    });
    expect(reached).toBe("ECONNREFUSED");
  });

  it("on a port in use says which, and what to do", async () => {
    await expect(openDoor({ port: door.port })).rejects.toThrow(`Port ${door.port} on 127.0.0.1 is in use`);
  });

  it("ends with requests under way answered", async () => {
    const health = door.call("GET", "/health");
    expect((await health).status).toBe(200);
    await door.close();
    await expect(door.call("GET", "/health")).rejects.toThrow("ECONNREFUSED");
  });

  it("ends at once though a stream is open on a kept connection, and a browser holds one in hand", async () => {
    const inHand = connect(door.port, "127.0.0.1");
    await once(inHand, "connect");
    const agent = new Agent({ keepAlive: true });
    const headers = { Authorization: `Bearer ${door.owner.token}` };
    const asked = request({ host: "127.0.0.1", port: door.port, path: "/api/events", agent, headers }).end();
    const [streaming] = (await once(asked, "response")) as [IncomingMessage];
    streaming.resume();
    // The clock stands still: what waits for the end of the grace waits for ever.
    await Promise.all([door.close(), once(streaming, "close"), once(inHand, "close")]);
    expect(streaming.complete).toBe(true);
    agent.destroy();
  });
});
