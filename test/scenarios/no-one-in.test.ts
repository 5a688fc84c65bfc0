import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#lib/time/clock";
import { call, type Asking } from "#test/fakes/door/client";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";

const yaml = `
people:
  - { name: Ana, role: owner, accounts: ["chat:ana"] }
  - { name: Bo, role: member, accounts: ["chat:bo"] }
sessions: [{ name: helper, cli_type: scripted, script: helper.script }]
default_session: helper
`;
const script = `
on "push"
  ask permission "May I push?" argv ["git", "push"] in "/srv" expires 24h
    when "allow"
      say "pushed"
otherwise
  say "you said {prompt}"
`;

let parley: Parley;
let ahead = 0;
const world = { thread: "", closed: "", question: "", code: "", session: "" };
const tokens = { ana: "", bo: "", agent: "", revoked: "", ofRemoved: "", expired: "", beforeRestart: "" };
const ids: Record<string, string> = {};
const door = "http:127.0.0.1";

beforeAll(async () => {
  const clock = { now: () => systemClock.now() + ahead, monotonic: () => systemClock.monotonic() + ahead, after: systemClock.after };
  parley = await Parley.start({ yaml, files: { "helper.script": script }, clock });
  tokens.beforeRestart = await parley.operator();
  await parley.restart();
  for (const user of ["ana", "bo", "eve"]) parley.chat.user(user);
  Object.assign(tokens, { ana: await parley.token({ person: "Ana" }), bo: await parley.token({ person: "Bo" }), agent: await parley.token({ agent: "bee" }) });
  for (const [name, token] of Object.entries({ ana: tokens.ana, bo: tokens.bo, agent: tokens.agent }))
    ids[name] = String((await parley.api("GET", "/api/me", undefined, token)).body["id"]);
  const revoked = (await parley.api("POST", "/api/tokens", { agent: "wasp" })).body;
  await parley.api("DELETE", `/api/tokens/${String(revoked["id"])}`);
  tokens.revoked = String(revoked["token"]);
  tokens.ofRemoved = await parley.person("Cy", "admin");
  await parley.api("DELETE", "/api/people/Cy");
  tokens.expired = await parley.token({ person: "Ana", expires_ms: 1 });
  world.thread = await parley.threadOf("helper");
  // What the owner is told of new tokens stands in a thread of the owner's own.
  world.closed = String(
    ((await parley.api("GET", "/api/threads")).body["threads"] as { id: string; access: string }[]).find((one) => one.access === "closed")?.id,
  );
  await parley.api("POST", `/api/threads/${world.thread}/messages`, { content: "push" }, tokens.ana);
  Object.assign(world, await parley.openQuestion().then((asked) => ({ question: asked.id, code: asked.code })));
  world.session = String(
    (await parley.api("GET", "/api/sessions")).body.map((one) => one as { id: string; name: string }).find((one) => one.name === "helper")?.id,
  );
});
afterAll(() => parley[Symbol.asyncDispose]());

const port = (): number => Number(new URL(parley.url).port);
const ask = (method: string, path: string, asking: Asking = {}) => call(port(), method, path, asking);

/** How often that was refused so far, in sealed records and in minutes under way. */
async function total(who: string, code: string): Promise<number> {
  const found = (await parley.refusals()).filter((one) => one.who === who && one.code === code);
  return found.reduce((sum, one) => sum + one.count, 0);
}

interface Try {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  /** Who is on record; the door's address unless somebody was known. */
  readonly who?: "bo" | "agent";
  readonly go: () => Promise<{ readonly status: number; readonly json: Record<string, unknown> }>;
}

const newLink = async (): Promise<string> => String((await parley.api("POST", "/api/login-links", {})).body["url"]).split("#login=")[1] ?? "";
const login = (secret: string) => ask("POST", "/api/login", { body: { secret } });

const tries: readonly Try[] = [
  { name: "nobody's token", status: 401, code: "NeedsToken", go: () => ask("GET", "/api/threads") },
  { name: "a wrong token", status: 401, code: "BadToken", go: () => ask("GET", "/api/threads", { token: "wrong" }) },
  { name: "a revoked token", status: 401, code: "BadToken", go: () => ask("GET", "/api/threads", { token: tokens.revoked }) },
  { name: "a token of somebody who was removed", status: 401, code: "BadToken", go: () => ask("GET", "/api/threads", { token: tokens.ofRemoved }) },
  { name: "a token whose time is over", status: 401, code: "BadToken", go: () => ask("GET", "/api/threads", { token: tokens.expired }) },
  { name: "the operator's token of an earlier run", status: 401, code: "BadToken", go: () => ask("GET", "/api/status", { token: tokens.beforeRestart }) },
  { name: "a good token in the address", status: 401, code: "NeedsToken", go: () => ask("GET", `/api/threads?token=${tokens.ana}`) },
  { name: "a foreign Host", status: 403, code: "ForeignHost", go: () => ask("GET", "/api/threads", { token: tokens.ana, headers: { Host: "evil.example" } }) },
  {
    name: "a foreign Origin",
    status: 403,
    code: "ForeignOrigin",
    go: () => ask("GET", "/api/threads", { token: tokens.ana, headers: { Origin: "http://evil.example" } }),
  },
  { name: "a page of another port", status: 403, code: "ForeignOrigin", go: () => ask("GET", "/", { headers: { Origin: `http://127.0.0.1:${port() + 1}` } }) },
  { name: "Origin: null", status: 403, code: "ForeignOrigin", go: () => ask("POST", "/api/login", { headers: { Origin: "null" }, body: { secret: "x" } }) },
  { name: "a login link that nobody made", status: 403, code: "LinkUnknown", go: () => login("x".repeat(43)) },
  {
    name: "a login link used again",
    status: 410,
    code: "LinkUsed",
    go: async () => {
      const secret = await newLink();
      await login(secret);
      return login(secret);
    },
  },
  {
    name: "a login link after fifteen minutes",
    status: 410,
    code: "LinkExpired",
    go: async () => {
      const secret = await newLink();
      ahead += 15 * 60_000;
      return login(secret);
    },
  },
  {
    name: "a member making a token",
    status: 403,
    code: "NotAllowed",
    who: "bo",
    go: () => ask("POST", "/api/tokens", { token: tokens.bo, body: { person: "Ana" } }),
  },
  {
    name: "a member making a login link",
    status: 403,
    code: "NotAllowed",
    who: "bo",
    go: () => ask("POST", "/api/login-links", { token: tokens.bo, body: { name: "Ana" } }),
  },
  { name: "a member reading the audit", status: 403, code: "NotAllowed", who: "bo", go: () => ask("GET", "/api/audit", { token: tokens.bo }) },
  {
    name: "a member stopping another's turn",
    status: 403,
    code: "NotAllowed",
    who: "bo",
    go: () => ask("POST", `/api/sessions/${world.session}/stop`, { token: tokens.bo }),
  },
  {
    name: "a member answering for another",
    status: 403,
    code: "NotAnApprover",
    who: "bo",
    go: () => ask("POST", `/api/questions/${world.question}/answer`, { token: tokens.bo, body: { choice: "allow" } }),
  },
  {
    name: "an agent answering by the id",
    status: 403,
    code: "AgentsNeverAnswer",
    who: "agent",
    go: () => ask("POST", `/api/questions/${world.question}/answer`, { token: tokens.agent, body: { choice: "allow" } }),
  },
  {
    name: "an agent answering by the code",
    status: 403,
    code: "AgentsNeverAnswer",
    who: "agent",
    go: () => ask("POST", `/api/questions/${world.code}/answer`, { token: tokens.agent, body: { choice: "allow" } }),
  },
  {
    name: "an agent adding an owner",
    status: 403,
    code: "NotAllowed",
    who: "agent",
    go: () => ask("POST", "/api/people", { token: tokens.agent, body: { name: "bee", role: "owner" } }),
  },
  {
    name: "reading a thread one may not see",
    status: 404,
    code: "NotFound",
    who: "bo",
    go: () => ask("GET", `/api/threads/${world.closed}/messages`, { token: tokens.bo }),
  },
  {
    name: "speaking in a thread one may not see",
    status: 404,
    code: "NotFound",
    who: "agent",
    go: () => ask("POST", `/api/threads/${world.closed}/messages`, { token: tokens.agent, body: { content: "hi" } }),
  },
  {
    name: "a download without a signature",
    status: 403,
    code: "LinkUnknown",
    go: () => ask("GET", "/files/art_01m7gh2k8743ymvyx78t4vvqdk?exp=9999999999999&sig=AAAA"),
  },
];

describe("no one in", () => {
  it.each(tries)("$name: $status $code, and every try is counted", async ({ status, code, who, go }) => {
    const key = who === undefined ? door : (ids[who] ?? "");
    // Login counts tries by the minute too, which another test is about.
    ahead += 60_000;
    const before = await total(key, code);
    for (let n = 1; n <= 3; n++) {
      const reply = await go();
      expect([reply.status, reply.json["error"]]).toEqual([status, code]);
      expect(String(reply.json["detail"]).length).toBeGreaterThan(20);
      expect(await total(key, code)).toBe(before + n);
    }
  });
});

describe("no one in: the chat", () => {
  const heard = (room: string): readonly string[] => parley.chat.posted.filter((message) => message.room === room).map((message) => message.text);

  it("a member may not make a session, and the try is on record", async () => {
    const room = parley.chat.direct("bo");
    const before = await total(ids["bo"] ?? "", "NotAllowed");
    parley.chat.say("bo", room, "!!new mine scripted /tmp");
    expect(await parley.chat.waitFor(() => heard(room).find((text) => text.includes("admin")))).toMatch(/role/);
    expect(await total(ids["bo"] ?? "", "NotAllowed")).toBe(before + 1);
    expect((await parley.api("GET", "/api/sessions")).body.map((one) => (one as { name: string }).name)).not.toContain("mine");
  });

  verifies("C-5.1-3", "a stranger gets one sentence with the id to hand over, is counted, and reaches nobody", async () => {
    const room = parley.chat.direct("eve");
    const lines = (await parley.messages(world.thread)).length;
    for (let n = 0; n < 3; n++) parley.chat.say("eve", room, `allow ${world.code}`);
    const sentence = await parley.chat.waitFor(() => heard(room)[0]);
    expect(sentence).toMatch(/not allowed.*administrator.*chat:eve/);
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    expect(await total("chat:eve", "NotAllowed")).toBe(3);
    expect(heard(room)).toHaveLength(1);
    expect(await parley.messages(world.thread)).toHaveLength(lines);
  });

  it("nothing of all this has answered the question", async () => {
    const asked = (await parley.questions()).find((one) => one.id === world.question);
    expect(asked?.state).toBe("open");
    const spoken = await ask("POST", `/api/threads/${world.thread}/messages`, { token: tokens.agent, body: { content: `allow ${world.code}` } });
    expect(spoken.status).toBe(201);
    expect((await parley.questions()).find((one) => one.id === world.question)?.state).toBe("open");
    expect((await ask("POST", `/api/questions/${world.code}/answer`, { token: tokens.ana, body: { choice: "allow" } })).status).toBe(200);
  });

  it("the chain of records holds after it", async () => {
    await parley.restart();
    const { auditVerdict } = await import("#app/audit-verdict");
    const verdict = await auditVerdict(`${parley.home}/parley.db`, parley.home);
    expect(verdict.ok && verdict.records > tries.length).toBe(true);
  });
});
