import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { Program, programArgv, run } from "#test/fakes/program";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
  - { name: other, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
hook "PermissionRequest"
  ask permission "May the tool run?" detail "{payload}"
hook "Stop"
  reply "noted {payload}"
screen
  | Ready for you.
facts pid 4711 model "scripted-1"
conversation "c1" "About tests"
on "ask me"
  ask permission "Push?" argv ["git", "push"]
  say "went on"
on "hang"
  say "on it" every 0ms
  hang
otherwise
  say "did {prompt}"
`,
};
const payload = { tool_name: "Bash", tool_input: { command: "rm -rf ./victim" } };

async function secretOf(parley: Parley, session = "work"): Promise<string> {
  return (await readFile(join(parley.home, "sessions", session, "secret"), "utf8")).trim();
}

describe("a hook", () => {
  verifies("C-5.2-1", "is let in by its session's own secret, which opens nothing else, and nothing else opens it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const secret = await secretOf(parley);
    const post = (token: string | null, session = "work") => parley.api("POST", `/hook?session=${session}&event=Stop`, payload, token);
    expect(await post(secret)).toMatchObject({
      status: 200,
      body: { output: { reply: `noted ${JSON.stringify({ tool_input: payload.tool_input, tool_name: "Bash" })}` } },
    });
    expect((await post(secret, "other")).status).toBe(401);
    expect((await post(secret, "missing")).status).toBe(401);
    expect((await post(await parley.operator())).status).toBe(401);
    expect((await post(null)).status).toBe(401);
    expect((await parley.api("GET", "/api/sessions", undefined, secret)).status).not.toBe(200);
    expect((await parley.api("GET", "/hook", undefined, secret)).status).toBe(405);
    expect((await parley.api("POST", "/hook?session=work", payload, secret)).status).toBe(400);
    expect(await parley.api("POST", "/hook?session=work&event=Unknown", payload, secret)).toMatchObject({ status: 200, body: {} });
  });

  it("asks in the turn under way; the same payload is the same question, and the poll brings the decision", async () => {
    await using parley = await Parley.start({ yaml, files });
    const secret = await secretOf(parley);
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it");
    const post = () => parley.api("POST", "/hook?session=work&event=PermissionRequest", payload, secret);
    const { question } = (await post()).body;
    expect(question).toMatch(/^que_/);
    expect((await post()).body).toEqual({ question });
    const poll = (token = secret) => parley.api("GET", `/hook/${String(question)}?wait=50`, undefined, token);
    expect((await poll(await secretOf(parley, "other"))).status).toBe(401);
    const waiting = poll();
    await bo.press("Deny");
    expect((await waiting).body).toMatchObject({ output: { decision: "deny", by: "Bo" } });
    expect((await post()).body).toMatchObject({ output: { decision: "deny" } });
    expect(await parley.question(String(question))).toMatchObject({ state: "answered", prompt: "May the tool run?" });
  });
});

describe("parley hook", () => {
  const hook = (parley: Parley, event: string, stdin: string, ...more: readonly string[]) =>
    run(["hook", "--home", parley.home, "--session", "work", "--event", event, ...more], { cwd: parley.home, stdin });

  verifies(
    ["C-4-1", "C-5.2-4"],
    "prints a decision or nothing, and exits 0; wrong use exits 1",
    async () => {
      await using parley = await Parley.start({ yaml, files });
      expect(await hook(parley, "Stop", "{}")).toMatchObject({ code: 0, out: '{"reply":"noted {}"}\n' });
      expect(await hook(parley, "Unknown", "{}")).toEqual({ code: 0, out: "", err: "" });
      expect(await hook(parley, "Stop", "no json")).toEqual({ code: 0, out: "", err: "" });
      const seen = JSON.parse((await hook(parley, "test", "")).out) as unknown;
      expect(seen).toMatchObject({ session: "work", state: "idle", turn: null, questions: [], facts: { pid: 4711 } });
      expect(JSON.stringify(seen)).toContain("Ready for you.");
      const unknown = await run(["hook", "--home", parley.home, "--session", "nobody", "--event", "test"], { cwd: parley.home });
      expect(unknown).toMatchObject({ code: 0, out: "", err: expect.stringContaining("nobody") as unknown });
      expect((await run(["hook", "--home", parley.home, "--session", "../x", "--event", "Stop"], { cwd: parley.home })).code).toBe(1);
      expect((await run(["hook", "--home", parley.home, "--evnt", "x"], { cwd: parley.home })).code).toBe(1);
      await parley.down();
      expect(await hook(parley, "Stop", "{}")).toMatchObject({ code: 0, out: "", err: expect.stringContaining(parley.home) as unknown });
      await parley.up();
    },
    60_000,
  );

  it("waits for the answer through a restart of the hub", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it");
    const argv = ["hook", "--home", parley.home, "--session", "work", "--event", "PermissionRequest"];
    await using program = new Program([...programArgv, ...argv], { cwd: parley.home, stdin: JSON.stringify(payload) });
    await parley.openQuestion();
    await parley.restart();
    await bo.press("Allow once");
    expect(await program.ended).toMatchObject({ code: 0, out: '{"decision":"allow","by":"Bo"}\n' });
  }, 60_000);

  it("gives up at its deadline and prints nothing, so that the CLI's own menu stays", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it");
    expect(await hook(parley, "PermissionRequest", JSON.stringify(payload), "--deadline", "1s")).toEqual({ code: 0, out: "", err: "" });
    expect(await parley.openQuestion()).toMatchObject({ state: "open" });
  }, 60_000);
});

describe("the port for hooks", () => {
  verifies("C-9.1-1", "serves hooks and nothing else", async () => {
    const port = await freePort();
    await using parley = await Parley.start({ yaml: `hook_server: { port: ${port} }\n${yaml}`, files });
    const secret = await secretOf(parley);
    const url = `http://127.0.0.1:${port}`;
    const posted = await fetch(`${url}/hook?session=work&event=Stop`, { method: "POST", headers: { authorization: `Bearer ${secret}` }, body: "{}" });
    expect(await posted.json()).toEqual({ output: { reply: "noted {}" } });
    for (const path of ["/health", "/api/sessions", "/"]) {
      expect((await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await parley.operator()}` } })).status).toBe(404);
    }
  });

  it("that is in use is a startup warning, and hooks work on the hub's own", async () => {
    const server = createServer();
    const port = await portOf(server);
    await using parley = await Parley.start({ yaml: `hook_server: { port: ${port} }\n${yaml}`, files });
    expect((await parley.api("GET", "/api/status")).body).toMatchObject({ red_lines: [{ what: "hook_server.port" }] });
    expect((await parley.api("POST", "/hook?session=work&event=Stop", {}, await secretOf(parley))).status).toBe(200);
    server.close();
  });
});

describe("the terminal of a session", () => {
  it("shows its screen, facts and older conversations, and takes keys from those who may", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { id } = await parley.session("work");
    const member = await parley.person("Mo", "member");
    const admin = await parley.person("Al", "admin");
    expect((await parley.api("GET", `/api/sessions/${id}`, undefined, member)).body).toMatchObject({ id, facts: { pid: 4711, model: "scripted-1" } });
    expect((await parley.api("GET", `/api/sessions/${id}/screen`, undefined, member)).body).toMatchObject({
      columns: 80,
      text: expect.stringContaining("Ready for you.") as unknown,
    });
    expect((await parley.api("GET", `/api/sessions/${id}/conversations`, undefined, member)).body).toMatchObject([{ id: "c1", title: "About tests" }]);
    expect((await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["x"] }, member)).status).toBe(403);
    expect((await parley.api("POST", `/api/sessions/${id}/keys`, { keys: [] }, admin)).status).toBe(400);
    const bo = talk(parley, "bo");
    bo.say("ask me");
    await parley.openQuestion();
    expect((await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["1"] }, admin)).status).toBe(200);
    await bo.hears("went on");
    expect((await parley.questions())[0]).toMatchObject({ state: "answered", answer: { surface: "desk", option: "allow" } });
    await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["typed here", "Enter"] }, admin);
    await bo.hears("did typed here");
    expect((await parley.records("typed")).length).toBe(2);
    bo.say("!!status");
    await bo.hears("4711");
  });

  it("is ended with the session: its turn stops, its queue fails, its secret is gone, its thread stays", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it");
    bo.say("queued");
    const { id, thread } = await parley.untilState("work", "processing");
    const secret = await secretOf(parley);
    const member = await parley.person("Mo", "member");
    expect((await parley.api("DELETE", `/api/sessions/${id}`, undefined, member)).status).toBe(403);
    expect((await parley.api("DELETE", `/api/sessions/${id}`)).status).toBe(200);
    await parley.until(async () => (await parley.messages(thread)).some((line) => line.content.includes(say("en", turnTexts.sessionRemoved))));
    expect((await parley.api("GET", "/api/sessions")).body.map((one) => (one as { name: string }).name)).toEqual(["other"]);
    expect(existsSync(join(parley.home, "sessions", "work"))).toBe(false);
    expect((await parley.api("POST", "/hook?session=work&event=Stop", {}, secret)).status).toBe(401);
    expect((await parley.api("GET", `/api/threads/${thread}`)).status).toBe(200);
    expect((await parley.api("DELETE", `/api/sessions/${id}`)).status).toBe(404);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
