import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { command, leaving, openThread, runs, withAgents } from "./invitations.ts";
import { invitingTexts } from "#hub/inviting/texts";
import { questionTexts } from "#hub/questions/texts";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { Parley } from "./parley.ts";

const stay = { stay: { name: "Stayer", invoke_command: command("stay") } };
const registered = z.object({ agent_id: z.string(), token: z.string() });

/** All that Ann has brought into the hub: an agent of hers, a token she made for another, an agent that she invited. */
async function annsWorks(parley: Parley, ann: string) {
  const thread = await openThread(parley, "Plans");
  const bee = registered.parse((await parley.api("POST", "/api/agents/register", { ide: "Bee", model: "m" }, ann)).body);
  const made = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/tokens", { agent: "helper", may: [] }, ann)).body).token;
  expect((await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, ann)).body).toMatchObject({ ok: true });
  await leaving(parley, thread, "here");
  const seen = z.object({ pid: z.number(), env: z.object({ PARLEY_TOKEN: z.string() }) });
  const { pid, env } = seen.parse(JSON.parse(await readFile(join(parley.home, "seen-stay.json"), "utf8")));
  return { thread, bee, made, pid, tokens: [ann, bee.token, made, env.PARLEY_TOKEN] };
}

async function doors(parley: Parley, tokens: readonly string[]): Promise<readonly number[]> {
  return Promise.all(tokens.map(async (token) => (await parley.api("GET", "/api/threads", undefined, token)).status));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a person who is removed", () => {
  it("by a verb takes their agents, the tokens they made and whom they invited along, at once and for good", async () => {
    await using parley = await withAgents(stay);
    const ann = await parley.person("Ann", "owner");
    const { thread, bee, made, pid, tokens } = await annsWorks(parley, ann);
    const other = await parley.token({ agent: "other", may: [] });
    expect(await doors(parley, [...tokens, other])).toEqual([200, 200, 200, 200, 200]);
    const last = (await parley.messages(thread)).length;
    const waits = [bee.token, made].map((token) => parley.api("GET", `/api/threads/${thread}/wait?after_seq=${last}&timeout_ms=60000`, undefined, token));
    await expect.poll(async () => (await parley.api("GET", "/api/metrics")).body["waiting"], { timeout: 10_000, interval: 20 }).toBe(2);

    expect((await parley.api("DELETE", "/api/people/Ann")).body).toEqual({ removed: true });
    expect(await doors(parley, [...tokens, other])).toEqual([401, 401, 401, 401, 200]);
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([401, 401]);
    expect(await leaving(parley, thread, "Stayer was terminated")).toContain("Ann, who invited it, was removed from this hub.");
    expect(isRunning(pid)).toBe(false);
    expect(await runs(parley)).toMatchObject([{ state: "ended", agent_name: "stay" }]);
    const went = (await parley.records("access"))
      .filter(({ data }) => data["removed"] === "Ann")
      .map(({ who, data }) => `${who} ${String(data["did"])} ${String(data["holder"] ?? data["name"])}`.replace(/inv_\w+/, "inv"));
    expect(went.toSorted()).toEqual([
      "operator agent ended Bee (m)",
      "operator agent ended helper",
      "operator token revoked Ann",
      "operator token revoked Bee (m)",
      "operator token revoked helper",
      "operator token revoked invitation inv",
    ]);
    await parley.restart();
    expect(await doors(parley, [...tokens, other])).toEqual([401, 401, 401, 401, 200]);
    const here = z.array(z.object({ id: z.string(), name: z.string() })).parse((await parley.api("GET", "/api/agents")).body);
    expect(here.map(({ name }) => name)).not.toContain("helper");
    expect(here.map(({ id }) => id)).not.toContain(bee.agent_id);
  });

  it("from the file goes the same way with the next start, which ends whom they invited before", async () => {
    await using parley = await withAgents(stay, { yaml: "" });
    const file = join(parley.home, "parley.yaml");
    const without = await readFile(file, "utf8");
    await writeFile(file, without.replace("people: [", "people: [{ name: Ann, role: owner }, "));
    await parley.restart();
    const ann = await parley.token({ person: "Ann" });
    const { thread, tokens, pid } = await annsWorks(parley, ann);
    await writeFile(file, without);
    await parley.restart();
    expect(await doors(parley, tokens)).toEqual([401, 401, 401, 401]);
    expect(await leaving(parley, thread, "Stayer was terminated")).toContain("Ann, who invited it, was removed from this hub.");
    expect(isRunning(pid)).toBe(false);
    const went = (await parley.records("access")).filter(({ data }) => data["removed"] === "Ann");
    expect(went.map(({ who, data }) => `${who} ${String(data["did"])}`).toSorted()).toEqual([
      "config agent ended",
      ...Array.from({ length: 4 }, () => "config token revoked"),
    ]);
  });

  it("who was an owner does not come back as another one, by nothing that they prepared", async () => {
    await using parley = await withAgents(stay);
    const [ann, olga] = [await parley.person("Ann", "owner"), await parley.person("Olga", "owner")];
    const login = async (token: string) => {
      const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Olga" }, token)).body);
      const secret = new URL(url).hash.slice("#login=".length);
      return { secret, use: () => parley.api("POST", "/api/login", { secret }, null) };
    };
    const asOlga = z.object({ token: z.string() }).parse((await (await login(ann)).use()).body).token;
    const links = [await login(ann), await login(asOlga)];
    const bee = registered.parse((await parley.api("POST", "/api/agents/register", { ide: "Bee", model: "m" }, asOlga)).body);
    const minted = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/tokens", { person: "Olga" }, asOlga)).body).token;
    await parley.api("POST", "/api/people/Olga/accounts", { account: "chat:ann-two" }, asOlga);
    await parley.api("POST", "/api/people/Olga/accounts", { account: "chat:olga" }, olga);
    await parley.api("POST", "/api/people", { name: "Mia", role: "member" });
    const member = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/tokens", { person: "Mia" }, asOlga)).body).token;
    const thread = await openThread(parley, "Plans");
    expect((await parley.api("POST", "/api/agents/invite", { agent_name: "stay", thread_id: thread }, minted)).body).toMatchObject({ ok: true });
    await leaving(parley, thread, "here");
    const stream = await parley.stream(thread, { token: asOlga });
    await stream.next("snapshot");

    const waiting = parley.api("POST", "/api/exec", { command: "skill list" }, member);
    await parley.openQuestion();

    await parley.api("DELETE", "/api/people/Ann", undefined, olga);
    await stream.ended;
    expect(await waiting).toMatchObject({ status: 401, body: { error: "BadToken" } });
    expect(await doors(parley, [ann, asOlga, bee.token, minted, olga])).toEqual([401, 401, 401, 401, 200]);
    for (const { use } of links) expect((await use()).body["error"]).toBe("LinkUnknown");
    const people = z.array(z.object({ name: z.string(), accounts: z.array(z.string()) })).parse((await parley.api("GET", "/api/people", undefined, olga)).body);
    expect(people.find(({ name }) => name === "Olga")?.accounts).toEqual(["chat:olga"]);
    expect(await leaving(parley, thread, "Stayer was terminated")).toContain(say("en", invitingTexts.tokenRevoked));
    const went = (await parley.records("access")).filter(({ data }) => data["removed"] === "Ann").map(({ data }) => String(data["did"]));
    expect(new Set(went)).toEqual(new Set(["token revoked", "agent ended", "login link ended", "account unlinked"]));
  });

  it("leaves no turn of theirs running or queued, and no question of it open", async () => {
    const script = `
on "push"
  ask permission "May I push?" argv ["git", "push"]
    when "allow"
      say "Pushed."
otherwise
  say "heard {prompt}"
`;
    await using parley = await Parley.start({
      yaml: "people: [{ name: Olga, role: owner }]\nsessions:\n  - { name: work, cli_type: scripted, script: work.script }\n",
      files: { "work.script": script },
    });
    const [mia, thread] = [await parley.person("Mia", "member"), await parley.threadOf("work")];
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "push it" }, mia);
    const { id } = await parley.openQuestion();
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "and later this" }, mia);
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "mine" });
    await parley.api("DELETE", "/api/people/Mia");
    const lines = await parley.until(async () => {
      const said = await parley.messages(thread);
      return said.some(({ content }) => content === "heard mine") && said.map(({ content }) => content);
    });
    expect(lines).not.toContain("heard and later this");
    const reason = say("en", turnTexts.promptersRemoved, { who: "Mia" });
    expect(await parley.question(id)).toMatchObject({ state: "withdrawn", reason });
    expect(lines.filter((line) => line === say("en", turnTexts.turnStoppedBecause, { session: "work", reason }))).toHaveLength(2);
    expect((await parley.records("stopped")).map(({ who, data }) => [who, data["removed"]])).toEqual([["hub", "Mia"]]);
  });

  it("leaves no command of theirs waiting for a yes", async () => {
    await using parley = await withAgents(stay);
    const mia = await parley.person("Mia", "member");
    const running = parley.api("POST", "/api/exec", { command: "skill list" }, mia);
    const asked = await parley.openQuestion();
    await parley.api("DELETE", "/api/people/Mia");
    expect(await running).toMatchObject({ status: 401, body: { error: "BadToken" } });
    expect(await parley.until(async () => (await parley.question(asked.id)).state === "withdrawn")).toBe(true);
    expect((await parley.question(asked.id)).reason).toBe(say("en", questionTexts.askerRemoved));
  });
});
