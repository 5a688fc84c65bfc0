import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";

let door: OpenDoor;
beforeEach(async () => {
  door = await openDoor();
});
afterEach(() => door[Symbol.asyncDispose]());

const asOwner = (method: string, path: string, body?: unknown) => door.call(method, path, { token: door.owner.token, body });
const addBob = () => asOwner("POST", "/api/people", { name: "bob", role: "member", accounts: ["irc:bob", "irc:bobby"] });

describe("people over the API", () => {
  verifies("C-14.2-3", "change roles and lose accounts by an owner's word, on record and in force at once", async () => {
    await addBob();
    const made = await asOwner("POST", "/api/tokens", { person: "bob" });
    const bob = String(made.json["token"]);
    expect((await door.call("GET", "/api/statistics", { token: bob })).status).toBe(403);
    expect((await asOwner("PATCH", "/api/people/bob", { role: "admin" })).json).toMatchObject({ name: "bob", role: "admin" });
    expect((await door.call("GET", "/api/statistics", { token: bob })).status).toBe(200);
    expect((await asOwner("DELETE", "/api/people/bob/accounts/irc%3Abobby")).json).toMatchObject({ accounts: ["irc:bob"] });
    expect((await asOwner("DELETE", "/api/people/bob/accounts/irc%3Abobby")).status).toBe(404);
    expect((await asOwner("GET", "/api/people")).json).toContainEqual(expect.objectContaining({ name: "bob", role: "admin", accounts: ["irc:bob"] }));
    const { json } = await asOwner("GET", "/api/audit?kind=access");
    const did = (json["records"] as { data: { did?: string } }[]).map(({ data }) => data.did);
    expect(did).toEqual(expect.arrayContaining(["role changed", "account unlinked"]));
  });

  it("are changed by nobody but an owner", async () => {
    await addBob();
    for (const token of [door.member.token, door.agent.token]) {
      expect((await door.call("PATCH", "/api/people/bob", { token, body: { role: "owner" } })).status).toBe(403);
      // They see nobody else's accounts, so there is none to unlink.
      expect((await door.call("DELETE", "/api/people/bob/accounts/irc%3Abob", { token })).status).toBe(404);
    }
    expect((await asOwner("GET", "/api/people")).json).toContainEqual(
      expect.objectContaining({ name: "bob", role: "member", accounts: ["irc:bob", "irc:bobby"] }),
    );
    expect(await door.refusals()).toContainEqual(expect.objectContaining({ code: "NotAllowed", about: "make bob owner" }));
  });

  it("keep one owner", async () => {
    const name = ((await asOwner("GET", "/api/me")).json["name"] ?? "") as string;
    expect((await asOwner("PATCH", `/api/people/${name}`, { role: "member" })).json).toMatchObject({ error: "NotAllowed" });
  });
});

describe("own sign-ins and tokens", () => {
  it("are listed and ended by their holder alone", async () => {
    const { secret } = await door.hub.access.loginLink({ kind: "operator" });
    const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 <script>";
    const signedIn = await door.call("POST", "/api/login", { body: { secret }, headers: { "User-Agent": browser } });
    const token = String(signedIn.json["token"]);
    const own = (await door.call("GET", "/api/me/tokens", { token })).json as unknown as { id: string; label: string; login: boolean; current: boolean }[];
    const current = own.find((one) => one.current);
    expect(current).toMatchObject({ label: "Chrome, Linux", login: true });
    expect((await door.call("DELETE", `/api/me/tokens/${current?.id}`, { token: door.member.token })).status).toBe(404);
    expect((await door.call("DELETE", `/api/me/tokens/${current?.id}`, { token: door.agent.token })).status).toBe(404);
    expect((await door.call("GET", "/api/me/tokens", { token: door.agent.token })).json).toEqual([]);
    expect((await asOwner("DELETE", `/api/me/tokens/${current?.id}`)).json).toEqual({ revoked: true });
    expect((await door.call("GET", "/api/me", { token })).status).toBe(401);
  });
});

describe("own settings", () => {
  it("are kept per person, checked, and nobody else's", async () => {
    const settings = { language: "zh-CN", notices: { finished: false }, quiet: { from: 1320, to: 420, time_zone: "Asia/Shanghai" }, muted: ["thr_1"] };
    expect((await asOwner("PUT", "/api/me/settings", settings)).json).toEqual(settings);
    expect((await asOwner("GET", "/api/me/settings")).json).toEqual(settings);
    expect((await door.call("GET", "/api/me/settings", { token: door.member.token })).json).toEqual({});
    expect((await asOwner("PUT", "/api/me/settings", { quiet: { from: 1, to: 2, time_zone: "Mars/Base" } })).status).toBe(400);
    expect((await asOwner("PUT", "/api/me/settings", { muted: ["<img>"] })).status).toBe(400);
    expect((await door.call("GET", "/api/me/settings", { token: door.agent.token })).status).toBe(403);
  });
});

describe("the audit over the API", () => {
  it("is filtered by kind, who and time, says when there is more, and checks its chain", async () => {
    await addBob();
    await door.clock.advance(60_000);
    const since = new Date(door.clock.now()).toISOString();
    await asOwner("PATCH", "/api/people/bob", { role: "admin" });
    const records = async (query: string) => (await asOwner("GET", `/api/audit?${query}`)).json as { records: { data: { did?: string } }[]; has_more: boolean };
    expect((await records(`since=${since}`)).records.map(({ data }) => data.did)).toEqual(["role changed"]);
    expect(await records(`until=${since}&kind=access&limit=1&who=${door.owner.id}`)).toMatchObject({
      records: [{ data: { did: "person added" } }],
      has_more: false,
    });
    expect((await records("kind=run")).records).toEqual([]);
    expect((await asOwner("GET", "/api/audit?kind=nonsense")).status).toBe(400);
    expect((await asOwner("GET", "/api/audit/check")).json).toMatchObject({ ok: true });
    expect((await door.call("GET", "/api/audit/check", { token: door.member.token })).status).toBe(403);
  });
});

describe("statistics over the API", () => {
  verifies("C-14.2-2", "are for admins and owners, as JSON and as CSV that no spreadsheet runs", async () => {
    await asOwner("POST", "/api/people", { name: "=cmd()", role: "member", accounts: [] });
    const made = await asOwner("POST", "/api/tokens", { person: "=cmd()" });
    const thread = await door.call("POST", "/api/threads", { token: String(made.json["token"]), body: { topic: "numbers" } });
    await door.call("POST", `/api/threads/${String(thread.json["id"])}/messages`, { token: String(made.json["token"]), body: { content: "hi" } });
    const { json } = await asOwner("GET", "/api/statistics");
    expect(json["days"]).toContainEqual(expect.objectContaining({ what: "messages", count: 1 }));
    expect(json["shares"]).toContainEqual(expect.objectContaining({ by: "person", name: "=cmd()", what: "messages", count: 1 }));
    const csv = await asOwner("GET", "/api/statistics?format=csv");
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.text).toContain("\r\nperson,'=cmd(),,messages,1,0\r\n");
    expect((await asOwner("GET", "/api/statistics?from=yesterday")).status).toBe(400);
    for (const token of [door.member.token, door.agent.token]) expect((await door.call("GET", "/api/statistics", { token })).status).toBe(403);
  });
});
