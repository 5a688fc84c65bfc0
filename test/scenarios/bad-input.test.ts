import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Question } from "#domain/question";
import { raw, type EventStream } from "#test/fakes/door/client";
import { putQuestion, putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
let thread: ThreadId;
let question: Question;
beforeEach(async () => {
  door = await openDoor();
  thread = await putThread(door, "open");
  question = await putQuestion(door, thread);
});
afterEach(async () => {
  // Whatever came in, the door still answers, and nothing went wrong inside.
  expect((await door.call("GET", "/health")).status).toBe(200);
  expect(door.errors).toEqual([]);
  await door[Symbol.asyncDispose]();
});

const token = (): string => door.owner.token;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) => door.call("POST", path, { token: token(), body, headers });
const list = async <T>(path: string): Promise<T[]> => JSON.parse((await door.call("GET", path, { token: token() })).text) as T[];

describe("a body of the wrong form", () => {
  const routes = (): readonly string[] => [
    "/api/threads",
    `/api/threads/${thread}/messages`,
    `/api/threads/${thread}/read`,
    "/api/people",
    "/api/people/Ann/accounts",
    "/api/tokens",
    `/api/questions/${question.id}/answer`,
  ];
  const keys = ["topic", "content", "seq", "name", "role", "account", "accounts", "person", "agent", "choice"];
  const every = (value: unknown): string => JSON.stringify(Object.fromEntries(keys.map((key) => [key, value])));

  it.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a number", "7"],
    ["a text", '"x"'],
    ["nothing of what is needed", "{}"],
    ["a prototype", '{"__proto__":{"role":"owner","name":"Eve","topic":"x"}}'],
    ["lists where texts belong", every([])],
    ["objects where texts belong", every({ length: 5 })],
    ["nothing but spaces and NUL", every(" \u0000 ")],
    ["texts without end", every("x".repeat(20_000))],
    ["depth without end", "[".repeat(100_000)],
  ])("with %s is refused by every route, which says what it wants", async (_what, body) => {
    for (const path of routes()) {
      const reply = await post(path, body);
      // A long text is a message all the same.
      if (reply.status === 201 && path.endsWith("/messages")) continue;
      expect([path, reply.status]).toEqual([path, 400]);
      expect(["BadRequest", "NotAChoice"]).toContain(reply.json["error"]);
      expect(String(reply.json["detail"]).length).toBeLessThan(2_000);
    }
  });

  it("a number that no column holds is refused, and the lists can still be read", async () => {
    for (const ms of [1e308, 9e15, 0.5, 0, -1, 4e12]) expect([ms, (await post("/api/tokens", { agent: "wasp", expires_ms: ms })).status]).toEqual([ms, 400]);
    for (const seq of [1e308, 0.5, -1, 2 ** 53 + 2]) expect([seq, (await post(`/api/threads/${thread}/read`, { seq })).status]).toEqual([seq, 400]);
    expect((await door.call("GET", "/api/tokens", { token: token() })).status).toBe(200);
    expect((await post("/api/people", { name: "Q", role: "member", accounts: Array.from({ length: 101 }, (_, n) => `irc:${n}`) })).status).toBe(400);
  });

  it("nobody gets a name that reads as another's, or that breaks a line", async () => {
    for (const name of ["Ann\u200b", "\u202eAnn", "An\nn", "A\u0007", "\u2066Ann\u2069", "Ann\ufeffx", "\u{e0041}nn"]) {
      for (const [path, body] of [
        ["/api/people", { name, role: "owner" }],
        ["/api/tokens", { agent: name }],
      ] as const) {
        expect([name, path, (await post(path, body)).status]).toEqual([name, path, 400]);
      }
    }
    for (const name of ["ann", "ＡＮＮ", "A\u200dnn", " Ann "]) expect((await post("/api/people", { name, role: "member" })).json["error"]).toBe("NameTaken");
    for (const name of ["Operator", "hub", "ＨＵＢ"]) expect((await post("/api/tokens", { agent: name })).json["error"]).toBe("NameTaken");
    for (const name of ["李雷", "می\u200cخواهم", "Zoë 😀"]) expect((await post("/api/people", { name, role: "member" })).status).toBe(201);
  });

  it("a topic keeps its words, without NUL and direction marks", async () => {
    expect((await post("/api/threads", '{"topic":" a\\u0000b \\u202e "}')).json["topic"]).toBe("ab");
    expect((await post("/api/threads", { topic: "x".repeat(201) })).status).toBe(400);
  });
});

describe("an address of the wrong form", () => {
  it.each(["limit=1e999", "limit=NaN", "limit=-1", "limit=", "limit=%00", "limit=1.5", "limit=99999999999999999999"])(
    "%s is refused by every list",
    async (query) => {
      for (const path of ["/api/threads", "/api/questions", "/api/audit", `/api/threads/${thread}/messages`, `/api/threads/${thread}/entries`]) {
        const reply = await door.call("GET", `${path}?${query}`, { token: token() });
        expect([path, reply.status, reply.json["error"]]).toEqual([path, 400, "BadRequest"]);
      }
    },
  );

  it("ids that are nobody's are not found, whatever they hold", async () => {
    for (const id of ["x", "thr_0", "constructor", "%00", "%2e%2e%2f", "'%20OR%201=1--", "%F0%9F%98%80", "a".repeat(5_000)]) {
      for (const [method, path] of [
        ["GET", `/api/threads/${id}`],
        ["GET", `/api/threads/${id}/messages`],
        ["GET", `/api/threads/${id}/entries`],
        ["POST", `/api/threads/${id}/messages`],
        ["POST", `/api/questions/${id}/answer`],
        ["POST", `/api/sessions/${id}/stop`],
        ["POST", `/api/deliveries/${id}/again`],
        ["GET", `/api/artifacts/${id}/link`],
        ["DELETE", `/api/tokens/${id}`],
        ["DELETE", `/api/people/${id}`],
      ] as const) {
        const reply = await door.call(method, path, { token: token(), ...(method === "POST" && { body: { content: "x", choice: "yes" } }) });
        const code = path.startsWith("/api/sessions/") ? "NoSuchSession" : "NotFound";
        expect([id.slice(0, 20), path.slice(0, 20), reply.status, reply.json["error"]]).toEqual([id.slice(0, 20), path.slice(0, 20), 404, code]);
      }
    }
    for (const { about } of await door.refusals()) expect(about.length).toBeLessThanOrEqual(300);
  });

  it("a path of 5,000 characters leads nowhere, one of 20,000 is not read", async () => {
    expect((await door.call("GET", `/${"a".repeat(5_000)}`, { token: token() })).status).toBe(404);
    expect(await raw(door.port, `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it("five thousand headers are cut off", async () => {
    const flood = Array.from({ length: 5_000 }, (_, n) => `X-${n}: y`).join("\r\n");
    expect(await raw(door.port, `GET /health HTTP/1.1\r\nHost: localhost\r\n${flood}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it("one request cannot hide another inside itself", async () => {
    const both = `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    expect((await raw(door.port, both)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });
});

describe("the same key", () => {
  it("two hundred times at once makes one message, and for another thread another one", async () => {
    const say = (id: string, content: string) => post(`/api/threads/${id}/messages`, { content }, { "Idempotency-Key": "k" });
    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => say(thread, `try ${n}`)));
    expect(new Set(replies.map(({ status, json }) => `${status} ${String(json["id"])}`)).size).toBe(1);
    const other = await putThread(door, "open");
    expect((await say(other, "elsewhere")).json["id"]).not.toBe(replies[0]?.json["id"]);
    expect((await list<{ content: string }>(`/api/threads/${thread}/messages`)).filter(({ content }) => content.startsWith("try"))).toHaveLength(1);
  });

  it("as nothing but spaces, or in another script, is a key or refused, and never an error inside", async () => {
    for (const key of ["' OR 1=1", "é", "a".repeat(200)])
      expect((await post(`/api/threads/${thread}/messages`, { content: "x" }, { "Idempotency-Key": key })).status).toBe(201);
    expect((await post(`/api/threads/${thread}/messages`, { content: "x" }, { "Idempotency-Key": "   " })).status).toBe(400);
  });
});

describe("many at once", () => {
  it("who sends without end is told why and cut off", async () => {
    const { answer, sent } = await sendForever(
      door.port,
      `POST /api/threads/${thread}/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token()}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*TooLarge/s);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it("a hundred half requests hold up nobody, and none of them stays", async () => {
    await using hasty = await openDoor({ bounds: { requestMs: 300 } });
    const halves = await Promise.all(Array.from({ length: 100 }, () => half(hasty.port)));
    for (let n = 0; n < 10; n++) expect((await hasty.call("GET", "/api/threads", { token: hasty.owner.token })).status).toBe(200);
    const ends = await Promise.all(halves.map((one) => one.answer));
    expect(new Set(ends.map((text) => text.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
  });

  it("two hundred streams each get the line, those that never read included, and leave nothing behind", async () => {
    const path = `/api/events?thread=${thread}`;
    const streams = await Promise.all(Array.from({ length: 200 }, () => door.events(path, { token: token() })));
    const [deaf, hearing] = [streams.slice(0, 50), streams.slice(50)];
    await Promise.all(streams.map((stream) => stream.next("snapshot")));
    for (const stream of deaf) stream.pause();
    expect((await post(`/api/threads/${thread}/messages`, { content: "to all" })).status).toBe(201);
    const heard = async (stream: EventStream): Promise<unknown> => (await stream.next("entry")).data["entry"];
    const lines = await Promise.all(hearing.map(heard));
    expect(lines.filter((entry) => (entry as { message?: { content: string } }).message?.content === "to all")).toHaveLength(150);
    for (const stream of streams) stream.close();
    expect((await post(`/api/threads/${thread}/messages`, { content: "to nobody" })).status).toBe(201);
  });
});

/** Sends chunks until the other side has had enough. */
function sendForever(port: number, head: string): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve) => {
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(0x10000, 32), Buffer.from("\r\n")]);
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", more);
      more();
    });
    socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
    // Cut off in the middle of a write.
    socket.on("error", () => {});
    socket.once("close", () => resolve({ answer, sent: socket.bytesWritten }));
  });
}

/** Begins a request, and is never heard of again. */
function half(port: number): Promise<{ readonly answer: Promise<string> }> {
  return new Promise((resolve) => {
    let text = "";
    const socket: Socket = connect(port, "127.0.0.1", () => {
      socket.write("GET /health HTTP/1.1\r\nHost: local");
      const answer = new Promise<string>((ended) => {
        socket.once("close", () => ended(text));
      });
      resolve({ answer });
    });
    socket.on("data", (bytes: Buffer) => (text += bytes.toString()));
    socket.on("error", () => {});
  });
}
