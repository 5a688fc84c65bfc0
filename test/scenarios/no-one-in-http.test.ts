import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { raw } from "#test/fakes/door/client";
import { putFile, putQuestion, putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

let door: OpenDoor;
beforeEach(async () => {
  door = await openDoor();
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

const codes = async (): Promise<readonly string[]> => (await door.refusals()).map((one) => `${one.who} ${one.code}`);

describe("no one in: tokens", () => {
  it("without a token nothing but health and the page answers, and each try is on record", async () => {
    for (const path of ["/api/threads", "/api/me", "/api/events", "/api/status", "/api/people", "/api/audit", "/api/nothing"]) {
      const reply = await door.call("GET", path);
      expect([path, reply.status, reply.json["error"]]).toEqual([path, 401, "NeedsToken"]);
    }
    expect(await codes()).toEqual(["http:127.0.0.1 NeedsToken"]);
    expect((await door.call("GET", "/health")).json).toEqual({ status: "ok", version: "1.2.3" });
    expect((await door.call("GET", "/")).status).toBe(200);
  });

  it("a signed-out page learns the home that parley login needs, but not through a public address", async () => {
    expect((await door.call("GET", "/api/login")).json).toEqual({ home: null });
    await using named = await openDoor({ namedHome: "/srv/parley" });
    expect((await named.call("GET", "/api/login")).json).toEqual({ home: "/srv/parley" });
    await using open = await openDoor({ namedHome: "/srv/parley", publicUrl: "https://hub.example.org" });
    expect((await open.call("GET", "/api/login")).json).toEqual({ home: null });
    expect((await open.call("GET", "/api/login", { headers: { Host: "hub.example.org" } })).json).toEqual({ home: null });
  });

  it.each(["wrong", "the-operators-own-toke", "the-operators-own-token2", "per_owner"])(
    "the token %j opens nothing, and the try is on record",
    async (token) => {
      const reply = await door.call("GET", "/api/threads", { token });
      expect([reply.status, reply.json["error"]]).toEqual([401, "BadToken"]);
      expect(await codes()).toEqual(["http:127.0.0.1 BadToken"]);
    },
  );

  it.each(["Basic dG9rZW4=", "Bearer", "Bearer ", "token"])("the header %j is no token", async (header) => {
    const reply = await door.call("GET", "/api/threads", { headers: { Authorization: header } });
    expect(reply.json["error"]).toBe("NeedsToken");
  });

  it("a token in the address is not looked at", async () => {
    expect((await door.call("GET", `/api/threads?token=${door.owner.token}`)).status).toBe(401);
  });

  it("an empty operator's token would open the door to everybody, so the door does not open", async () => {
    await expect(openDoor({ operatorToken: "" })).rejects.toThrow("empty");
  });

  it("after a logout the token opens nothing", async () => {
    const token = door.member.token;
    expect((await door.call("POST", "/api/logout", { token })).status).toBe(200);
    expect((await door.call("GET", "/api/me", { token })).json["error"]).toBe("BadToken");
  });
});

describe("no one in: names", () => {
  it.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1", "localhost:1", "[::1", "0.0.0.0"])(
    "the host %j is foreign, on every path, and on record",
    async (host) => {
      for (const path of ["/health", "/", "/api/threads"]) {
        const reply = await door.call("GET", path, { token: door.owner.token, headers: { Host: host } });
        expect([path, reply.status, reply.json["error"]]).toEqual([path, 403, "ForeignHost"]);
      }
      expect(await codes()).toEqual(["http:127.0.0.1 ForeignHost"]);
    },
  );

  it.each(["GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"])(
    "no host at all is foreign too: %j",
    async (bytes) => {
      expect(await raw(door.port, bytes)).toMatch(/^HTTP\/1\.1 403 .*ForeignHost/s);
      expect(await codes()).toEqual(["http:127.0.0.1 ForeignHost"]);
    },
  );

  it("its own names are let in, with and without the port", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LocalHost"]) {
      for (const host of [name, `${name}:${door.port}`]) {
        expect([host, (await door.call("GET", "/health", { headers: { Host: host } })).status]).toEqual([host, 200]);
      }
    }
  });

  it("two Host headers are foreign, whichever comes first: a proxy may go by the other one", async () => {
    const ours = `127.0.0.1:${door.port}`;
    for (const [first, second] of [
      [ours, "evil.example"],
      ["evil.example", ours],
      [ours, ours],
    ] as const) {
      const bytes = `GET /health HTTP/1.1\r\nHost: ${first}\r\nhOsT: ${second}\r\nConnection: close\r\n\r\n`;
      expect(await raw(door.port, bytes)).toMatch(/^HTTP\/1\.1 (?:400|403) /);
    }
  });

  it.each(["null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "https://localhost", ""])(
    "the origin %j is foreign, on every path, and on record",
    async (origin) => {
      for (const path of ["/health", "/", "/api/threads"]) {
        const reply = await door.call("GET", path, { token: door.owner.token, headers: { Origin: origin } });
        expect([path, reply.status, reply.json["error"]]).toEqual([path, 403, "ForeignOrigin"]);
      }
      expect(await codes()).toEqual(["http:127.0.0.1 ForeignOrigin"]);
    },
  );

  it("its own page may call", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      const reply = await door.call("GET", "/api/me", { token: door.owner.token, headers: { Origin: `http://${name}:${door.port}` } });
      expect([name, reply.status]).toEqual([name, 200]);
    }
  });

  it("with a public address, that one is its own name too, and no other", async () => {
    await using open = await openDoor({ publicUrl: "https://hub.example.org/" });
    expect((await open.call("GET", "/health", { headers: { Host: "hub.example.org", Origin: "https://hub.example.org" } })).status).toBe(200);
    expect((await open.call("GET", "/health", { headers: { Host: "hub.example.org:443" } })).status).toBe(200);
    expect((await open.call("GET", "/health", { headers: { Host: "hub.example.org", Origin: "http://hub.example.org" } })).json["error"]).toBe("ForeignOrigin");
    expect((await open.call("GET", "/health", { headers: { Host: "example.org" } })).json["error"]).toBe("ForeignHost");
    const { json } = await open.call("POST", "/api/login-links", { token: open.operator, body: {} });
    expect(json["url"]).toMatch(/^https:\/\/hub\.example\.org\/#login=[\w-]{43}$/);
  });
});

describe("no one in: links", () => {
  const newLink = async (): Promise<string> => (await door.hub.access.loginLink({ kind: "operator" })).secret;
  const login = (secret: string) => door.call("POST", "/api/login", { body: { secret } });

  it("a login link works once; used again it is refused, and the try is on record", async () => {
    const secret = await newLink();
    const first = await login(secret);
    expect(first.json["person"]).toEqual({ id: door.owner.id, name: "Ann", role: "owner" });
    expect((await door.call("GET", "/api/me", { token: first.json["token"] as string })).json).toMatchObject({ name: "Ann", role: "owner" });
    const again = await login(secret);
    expect([again.status, again.json["error"]]).toEqual([410, "LinkUsed"]);
    expect(await codes()).toEqual(["http:127.0.0.1 LinkUsed"]);
  });

  it("a login link is refused after fifteen minutes, and the try is on record", async () => {
    const secret = await newLink();
    await door.clock.advance(15 * 60_000);
    const late = await login(secret);
    expect([late.status, late.json["error"]]).toEqual([410, "LinkExpired"]);
    expect(await codes()).toEqual(["http:127.0.0.1 LinkExpired"]);
  });

  it("the eleventh wrong link within a minute waits, a good one does not, and the next minute is open again", async () => {
    for (let n = 0; n < 10; n++) expect((await login(`guess ${n}`)).json["error"]).toBe("LinkUnknown");
    const secret = await newLink();
    const late = await login("guess 10");
    expect([late.status, late.json["error"], late.headers["retry-after"]]).toEqual([429, "TooManyTries", "60"]);
    expect(await codes()).toContain("http:127.0.0.1 TooManyTries");
    expect((await login(secret)).status).toBe(200);
    await door.clock.advance(60_000);
    expect((await login("guess 11")).json["error"]).toBe("LinkUnknown");
  });

  it("without an owner only the claim, the page, health and the operator are served", async () => {
    await using open = await openDoor({ hasOwner: false });
    for (const token of [undefined, open.member.token, "wrong"]) {
      const reply = await open.call("GET", "/api/threads", { token });
      expect([reply.status, reply.json["error"]]).toEqual([403, "NoOwner"]);
      expect(reply.json["detail"]).toContain("parley login");
    }
    expect((await open.refusals()).map((one) => `${one.who} ${one.code} ${one.count}`)).toEqual(["http:127.0.0.1 NoOwner 3"]);
    expect((await open.call("GET", "/")).status).toBe(200);
    expect((await open.call("GET", "/health")).status).toBe(200);
    expect((await open.call("GET", "/api/status", { token: open.operator })).status).toBe(200);
    const { json } = await open.call("POST", "/api/claim-links", { token: open.operator });
    const [base, secret] = (json["url"] as string).split("/#claim=");
    expect(base).toBe(`http://127.0.0.1:${open.port}`);
    const claimed = await open.call("POST", "/api/login", { body: { secret, name: "Zoe" } });
    expect([claimed.status, claimed.json["person"]]).toMatchObject([200, { name: "Zoe", role: "owner" }]);
    expect((await open.call("GET", "/api/people", { token: claimed.json["token"] as string })).status).toBe(200);
    expect((await open.call("GET", "/api/threads", { token: open.member.token })).status).toBe(200);
  });

  it("a claim link is refused after fifteen minutes, and a new one works", async () => {
    await using open = await openDoor({ hasOwner: false });
    const make = async () => (await open.hub.access.claimLink({ kind: "operator" })).secret;
    const secret = await make();
    await open.clock.advance(15 * 60_000);
    const late = await open.call("POST", "/api/login", { body: { secret, name: "Zoe" } });
    expect([late.status, late.json["error"]]).toEqual([410, "LinkExpired"]);
    expect((await open.refusals()).map((one) => `${one.who} ${one.code}`)).toEqual(["http:127.0.0.1 LinkExpired"]);
    expect((await open.call("POST", "/api/login", { body: { secret: await make(), name: "Zoe" } })).status).toBe(200);
  });

  it("once there is an owner nobody can claim, not even with a link made before", async () => {
    await using open = await openDoor({ hasOwner: false });
    const make = async () => (await open.hub.access.claimLink({ kind: "operator" })).secret;
    const [first, second] = [await make(), await make()];
    expect((await open.call("POST", "/api/login", { body: { secret: first, name: "Zoe" } })).status).toBe(200);
    const late = await open.call("POST", "/api/login", { body: { secret: second, name: "Eve" } });
    expect([late.status, late.json["error"]]).toEqual([403, "NotAllowed"]);
    expect((await open.refusals()).map((one) => `${one.who} ${one.code}`)).toEqual(["http:127.0.0.1 NotAllowed"]);
  });
});

describe("no one in: rights", () => {
  it.each<{ method: string; path: string; body?: object }>([
    { method: "GET", path: "/api/people" },
    { method: "POST", path: "/api/people", body: { name: "Eve", role: "owner" } },
    { method: "POST", path: "/api/people/Ann/accounts", body: { account: "irc:eve" } },
    { method: "DELETE", path: "/api/people/Ann" },
    { method: "GET", path: "/api/tokens" },
    { method: "POST", path: "/api/tokens", body: { agent: "eve" } },
    { method: "DELETE", path: "/api/tokens/tok_12345" },
    { method: "POST", path: "/api/login-links", body: {} },
    { method: "POST", path: "/api/claim-links" },
    { method: "GET", path: "/api/audit" },
  ])("a member may not $method $path, and the try is on record", async ({ method, path, body }) => {
    const reply = await door.call(method, path, { token: door.member.token, body });
    expect([reply.status, reply.json["error"]]).toEqual([403, "NotAllowed"]);
    expect(await codes()).toEqual([`${door.member.id} NotAllowed`]);
  });

  it("a thread one may not see is not there, on every road to it, and each try is on record", async () => {
    const id = await putThread(door, "closed", [door.owner.id]);
    const file = await putFile(door, id, { name: "a.txt", mime: "text/plain", path: "a.txt" });
    const tries = [
      ["GET", `/api/threads/${id}`],
      ["GET", `/api/threads/${id}/messages`],
      ["GET", `/api/threads/${id}/entries`],
      ["POST", `/api/threads/${id}/messages`, { content: "hello" }],
      ["POST", `/api/threads/${id}/read`, { seq: 1 }],
      ["GET", `/api/artifacts/${file}/link`],
    ] as const;
    for (const [index, [method, path, body]] of tries.entries()) {
      const reply = await door.call(method, path, { token: door.member.token, body });
      expect([path, reply.status, reply.json["error"]]).toEqual([path, 404, "NotFound"]);
      expect((await door.refusals()).map((one) => `${one.who} ${one.code}`)).toEqual([`${door.member.id} NotFound`]);
      await door.clock.advance(60_000);
      expect((await door.store.auditRecords({ limit: 10, kind: "refused" })).length).toBe(index + 1);
      expect((await door.call(method, path, { token: door.owner.token, body })).status).toBeLessThan(300);
    }
    const listed = await door.call("GET", "/api/threads", { token: door.member.token });
    expect(listed.json).toMatchObject({ threads: [], total: 0 });
  });

  it("a stream for a thread one may not see shows the page without it, and the try is on record", async () => {
    const id = await putThread(door, "closed", [door.owner.id]);
    const stream = await door.events(`/api/events?thread=${id}`, { token: door.member.token });
    expect((await stream.next("snapshot")).data).toMatchObject({ thread: null, threads: [], me: { name: "Mia", role: "member" } });
    expect(await codes()).toEqual([`${door.member.id} NotFound`]);
    stream.close();
  });

  it("an agent's token never answers a question", async () => {
    const question = await putQuestion(door, await putThread(door, "open"));
    const reply = await door.call("POST", `/api/questions/${question.id}/answer`, { token: door.agent.token, body: { choice: "yes" } });
    expect([reply.status, reply.json["error"]]).toEqual([403, "AgentsNeverAnswer"]);
    expect(await codes()).toEqual([`${door.agent.id} AgentsNeverAnswer`]);
  });

  it("nobody speaks in somebody else's name", async () => {
    const id = await putThread(door, "open");
    const posted = (body: object) => door.call("POST", `/api/threads/${id}/messages`, { token: door.agent.token, body });
    const claimed = await posted({ content: "hi", author: "Ann" });
    expect([claimed.status, claimed.json["error"]]).toEqual([403, "InvalidCredentials"]);
    expect(await codes()).toEqual([`${door.agent.id} InvalidCredentials`]);
    const own = await posted({ content: "hi", role: "system" });
    expect(own.json).toMatchObject({ author: "bee", author_id: door.agent.id, author_kind: "agent", role: "assistant" });
  });
});
