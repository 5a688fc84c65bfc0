import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { stewardTexts } from "#agents/steward/texts";
import { Parley } from "./parley.ts";
import { reportPdf } from "#test/fakes/documents/samples";
import { verifies } from "#test/verifies";
import { agentScript, command, runs } from "./invitations.ts";
import { call, openSteward, says } from "./steward-stage.ts";
import { people, talk } from "./talk.ts";
import { sessionToolTexts } from "#commands/session-tools/texts";
import { partOf } from "#test/part-of";

const second = `
  - { name: helper, cli_type: scripted, script: helper.script }`;
const helper = `
otherwise
  say "helper did: {prompt}"
`;

describe("the steward at work", () => {
  verifies(["TE-ACC-1"], "follows a skill from a file to text on disk to a prompt for another session, once a person allowed it", async () => {
    const script = [
      call("skill", { name: "doc" }),
      call("terminal_exec", { command: "doc extract --in report.pdf" }),
      call("READ", { path: "$out" }),
      call("session_prompt", { session: "helper", prompt: "Check ${out}" }),
      says("Handed over."),
    ];
    await using stage = await openSteward({ "have the report checked": script }, { files: { "helper.script": helper }, sessions: second });
    const { parley } = stage;
    await writeFile(join(parley.home, "report.pdf"), reportPdf());
    const ada = talk(parley, "ada");
    ada.say("have the report checked");
    await ada.press("Allow once");
    await ada.hears("Handed over.");
    expect(stage.result(0)).toContain("doc");
    expect(stage.result(2)).toContain("<data");
    expect(stage.result(2).length).toBeGreaterThan(200);
    const thread = await parley.threadOf("helper");
    await parley.until(async () =>
      (await parley.messages(thread)).some(({ content }) => /helper did: Check \.agents\/artifacts\/run_\w+\/report\.md/.test(content)),
    );
    expect((await parley.records("run")).some(({ data }) => data["did"] === "session_prompt" && data["session"] === "helper")).toBe(true);
  });

  it("prompts nobody without a yes, and no session that its person cannot see", async () => {
    const script = [
      call("session_prompt", { session: "helper", prompt: "do harm" }),
      call("session_prompt", { session: "main", prompt: "and again" }),
      call("agent_invite", { agent_name: "claude" }),
      call("code_delivery", { prompt: "a script", source_type: "empty" }),
      says("Tried."),
    ];
    await using stage = await openSteward({ "try it all": script }, { files: { "helper.script": helper }, sessions: second });
    const { parley } = stage;
    const ana = talk(parley, "ana");
    ana.say("try it all");
    await ana.press("Deny");
    await parley.chat.waitFor(() => ana.heard().some((text) => text.includes(partOf(sessionToolTexts.askInvite))));
    await ana.press("Deny");
    await parley.chat.waitFor(() => ana.heard().some((text) => text.includes("code delivery")));
    await ana.press("Deny");
    await ana.hears("Tried.");
    expect(stage.result(0)).toMatch(/^NotAllowed/);
    expect(stage.result(1)).toMatch(/^NoSuchSession/);
    expect(stage.result(2)).toMatch(/^NotAllowed/);
    expect(stage.result(3)).toMatch(/^NotAllowed/);
    expect((await parley.messages(await parley.threadOf("helper"))).length).toBe(0);
  });

  it("invites an agent once a person allowed it, and that agent speaks in the same chat", async () => {
    const files = { "agent.mjs": agentScript, "config/available-agents.json": JSON.stringify({ talk: { invoke_command: command("talk") } }) };
    const script = [call("agent_invite", { agent_name: "talk" }), says("Invited.")];
    await using stage = await openSteward({ "get help": script }, { files });
    const { parley } = stage;
    const ana = talk(parley, "ana");
    ana.say("get help");
    await ana.press("Allow once");
    await ana.hears("Invited.");
    await ana.hears("hello from the invited one");
    expect(await runs(parley)).toMatchObject([{ agent_name: "talk", thread_id: await parley.threadOf("main") }]);
  });

  verifies(["CD-4.1-1"], "has a code delivery started for the chat it was asked in, once somebody who may has allowed it", async () => {
    const script = [call("code_delivery", { prompt: "a greeting script", source_type: "empty" }), says("It is under way.")];
    // Nothing listens there: the delivery itself is not what is shown here.
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await using stage = await openSteward({ "have it written": script });
    const { parley } = stage;
    const room = parley.chat.group("dev", ["ada", "bo"]);
    const [bo, ada] = [talk(parley, "bo", room), talk(parley, "ada", room)];
    bo.say("have it written");
    await bo.hears(partOf(sessionToolTexts.askDelivery));
    expect(await bo.press("Allow once")).not.toBe("");
    expect((await parley.openQuestion()).state).toBe("open");
    await ada.press("Allow once");
    await bo.hears("It is under way.");
    const { body } = await parley.api("GET", "/api/tasks");
    expect(body).toMatchObject([{ prompt: "a greeting script", target: `chat/${room}` }]);
    expect(stage.result(0)).toContain("tsk_");
    vi.unstubAllEnvs();
  });

  verifies(["CD-4.2-4"], "may name the target's id as a number, as over MCP and HTTP", async () => {
    const script = [
      call("code_delivery", { prompt: "a greeting script", source_type: "empty", target_type: "group", target_id: -100_123 }),
      says("It is under way."),
    ];
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await using stage = await openSteward({ "have it written": script });
    const { parley } = stage;
    const ada = talk(parley, "ada");
    ada.say("have it written");
    await ada.press("Allow once");
    await ada.hears("It is under way.");
    const { body } = await parley.api("GET", "/api/tasks");
    expect(body).toMatchObject([{ prompt: "a greeting script", target: "chat/-100123" }]);
    vi.unstubAllEnvs();
  });

  it("is given the files of a message, and sends files of its own", async () => {
    const script = [call("send_file", { path: "report.md", description: "The report" }), says("There it is.")];
    await using stage = await openSteward({ "read this": script }, { files: { "report.md": "# Report\n" } });
    const { parley } = stage;
    const ada = talk(parley, "ada");
    ada.say("read this", { files: [{ name: "notes.txt", mime: "text/plain", content: Buffer.from("swordfish") }] });
    await ada.hears("There it is.");
    const asked = stage.model.exchanges[0]?.asked ?? "";
    const path = /\.agents\/uploads\/\S+notes\.txt/.exec(asked)?.[0] ?? "";
    expect(await readFile(join(parley.home, path), "utf8")).toBe("swordfish");
    await parley.chat.waitFor(() => parley.chat.posted.find(({ file }) => file?.name === "report.md"));
  });

  it("asks a person in the chat and goes on with the answer, also over a restart", async () => {
    const script = [call("ask", { question: "Which day?", options: ["Monday", "Friday"] }), says("Noted.")];
    await using stage = await openSteward({ "plan the launch": script });
    const { parley } = stage;
    const bo = talk(parley, "bo");
    bo.say("plan the launch");
    await bo.hears("Which day?");
    await parley.restart();
    await bo.press("Friday");
    await bo.hears("Noted.");
    expect(stage.result(0)).toContain("answered: Friday");
    expect((await parley.questions()).length).toBe(1);
  });

  it("goes on after a restart in the middle of a request, and does nothing twice", async () => {
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    const script = [call("WRITE", { path: "once.md", content: "once" }), says("Finished.")];
    await using stage = await openSteward({ "write it once": script }, { before: async (said) => ("text" in said && isHeld ? held.promise : undefined) });
    const { parley } = stage;
    const ada = talk(parley, "ada");
    ada.say("write it once");
    await expect.poll(() => stage.model.exchanges.length, { timeout: 10_000 }).toBe(2);
    await parley.down();
    isHeld = false;
    held.resolve();
    await parley.up();
    await ada.hears("Finished.");
    const runs = (await parley.records("run")).filter(({ data }) => data["command"] === "WRITE" && data["phase"] === "begins");
    expect(runs.length).toBe(1);
  });
});

describe("a model that fails", () => {
  it("is tried five times, then the chat is told what, where, why and what to try", async () => {
    await using stage = await openSteward({ hello: [says("never")] }, { fails: () => 503 });
    const bo = talk(stage.parley, "bo");
    bo.say("hello");
    const text = await stage.parley.chat.waitFor(() => bo.heard().find((one) => one.includes("5 times")), { timeoutMs: 40_000 });
    expect(text).toMatch(/503[^]*parley\.yaml/);
    expect(text).toMatch(/trn_/);
    expect(text).toContain(stewardTexts.stageThinking.en);
    expect(stage.model.headers.length).toBe(5);
    await stage.parley.untilState("main", "error");
  }, 60_000);

  verifies("CD-8-12", "is tried as often as llm_max_retries_per_request says", async () => {
    await using stage = await openSteward({ hello: [says("never")] }, { fails: () => 503, yaml: "code_delivery: { llm_max_retries_per_request: 2 }\n" });
    const bo = talk(stage.parley, "bo");
    bo.say("hello");
    await bo.hears("2 times");
    expect(stage.model.headers.length).toBe(2);
  });

  it("is not tried again with a wrong key, and the key is not shown", async () => {
    await using stage = await openSteward({ hello: [says("never")] }, { fails: () => 401 });
    const bo = talk(stage.parley, "bo");
    bo.say("hello");
    const text = await stage.parley.chat.waitFor(() => bo.heard().find((one) => one.includes("401")));
    expect([stage.model.headers.length, text.includes("sk-test-key")]).toEqual([1, false]);
  });

  it("is not asked once the day's budget is used up, also after a restart, and costs are counted", async () => {
    const keys = "  prices: { input: 1000000, output: 1000000 }\n  budget_usd_per_day: 5";
    await using stage = await openSteward({ hello: [says("Good morning.")] }, { modelKeys: keys });
    const { parley } = stage;
    const bo = talk(parley, "bo");
    bo.say("hello");
    await bo.hears("Good morning.");
    await parley.restart();
    bo.say("hello again");
    await bo.hears("today's budget for the model is used up");
    expect(stage.model.exchanges.length).toBe(1);
    const { usage } = await parley.session("main");
    expect(usage?.cost).toBeGreaterThan(5);
  });

  it("that nobody configured is named in the status and in the chat, and breaks nothing else", async () => {
    const yaml = `${people}
sessions:
  - { name: main, cli_type: builtin }
  - { name: helper, cli_type: scripted, script: helper.script }
default_session: main
`;
    await using parley = await Parley.start({ yaml, files: { "helper.script": helper } });
    const bo = talk(parley, "bo");
    bo.say("hello");
    await bo.hears("model.provider");
    const { body } = await parley.api("GET", "/api/status");
    expect(JSON.stringify(body)).toContain("model.provider");
    const { clis } = z
      .object({ clis: z.array(z.object({ cli_type: z.string(), state: z.string(), mend: z.string() })) })
      .parse((await parley.api("GET", "/api/clis")).body);
    expect(clis.find(({ cli_type: cli }) => cli === "builtin")).toMatchObject({ state: "error", mend: expect.stringContaining("model.provider") as unknown });
    bo.say("!!use helper");
    bo.say("still there?");
    await bo.hears("helper did: still there?");
  });
});
