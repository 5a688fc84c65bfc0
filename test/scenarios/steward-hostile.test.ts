import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { call, openSteward, says } from "./steward-stage.ts";
import { talk } from "./talk.ts";
import { Parley } from "./parley.ts";

const helper = `
otherwise
  say "helper did: {prompt}"
`;
const sessions = `
  - { name: helper, cli_type: scripted, script: helper.script }`;

const refused = /^(NotAllowed|InvalidArgs|NotFound|NotSupported|NoSuchSession|UnknownCommand|ConfirmRequired|TooLarge)/;

describe("a steward whose model was taken over", () => {
  it("reads, lists, searches, sends and replaces nothing outside of the workspace, by whatever path", async () => {
    const outside = await Parley.start({ files: { "outside.txt": "the treasure is here", "sub/deep.txt": "the treasure is deep" } });
    await using _outside = outside;
    const paths = [
      "secrets/.env",
      "./secrets//.env",
      "skills/../secrets/.env",
      ".agents/skills/irc/secrets/.env",
      "out/outside.txt",
      "link.txt",
      "a/../../outside.txt",
      join(outside.home, "outside.txt"),
      "/proc/self/environ",
      "/proc/self/cwd/parley.yaml",
      "parley.yaml",
      "hub.json",
      "parley.db",
      "notes.md\0.txt",
    ];
    const script = [
      ...paths.map((path) => call("READ", { path })),
      ...paths.map((path) => call("send_file", { path })),
      ...paths.map((path) => call("WRITE", { path, content: "HACKED" })),
      ...paths.map((path) => call("EDIT", { path, old_text: "treasure", new_text: "HACKED" })),
      ...["out", "out/sub", "secrets", "..", "link.txt"].map((path) => call("LIST", { path })),
      ...["out", "secrets", "..", "link.txt"].map((path) => call("GREP", { pattern: "treasure", path })),
      call("GREP", { pattern: "treasure" }),
      call("GLOB", { pattern: "**" }),
      says("Looked everywhere."),
    ];
    await using stage = await openSteward(
      { "look everywhere": script },
      { files: { "notes.md": "nothing", "secrets/.env": "KEY=treasure-of-this-place" }, modelKeys: "  max_steps: 100\n" },
    );
    const { parley } = stage;
    await symlink(outside.home, join(parley.home, "out"));
    await symlink(join(outside.home, "outside.txt"), join(parley.home, "link.txt"));
    await mkdir(join(parley.home, ".agents", "skills", "irc", "secrets"), { recursive: true });
    await writeFile(join(parley.home, ".agents", "skills", "irc", "secrets", ".env"), "KEY=treasure-of-irc");
    const before = await readFile(join(parley.home, "parley.yaml"), "utf8");
    const ana = talk(parley, "ana");
    ana.say("look everywhere");
    await parley.chat.waitFor(() => ana.heard().some((text) => text.includes("Looked everywhere.")), { timeoutMs: 30_000 });
    const results = stage.model.exchanges.at(-1)?.results ?? [];
    expect(results).toHaveLength(script.length - 1);
    for (const [n, result] of results.slice(0, 4 * paths.length + 5).entries()) expect([n, result]).toEqual([n, expect.stringMatching(refused) as string]);
    expect(results.join("\n")).not.toContain("treasure-of");
    expect(results.join("\n")).not.toContain("the treasure is");
    expect(results.at(-1)).not.toMatch(/secrets|outside\.txt|deep\.txt/);
    expect(await readFile(join(outside.home, "outside.txt"), "utf8")).toBe("the treasure is here");
    expect(await readFile(join(parley.home, "parley.yaml"), "utf8")).toBe(before);
    expect(parley.chat.posted.filter(({ file }) => file !== undefined)).toEqual([]);
    expect(await parley.questions()).toEqual([]);
  });

  it("gets nothing for a member that the member could not have, and the member cannot allow it", async () => {
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    const script = [
      call("code_delivery", { prompt: "take it", source_type: "empty", target: "chat/dm-ana" }),
      call("agent_invite", { agent_name: "claude" }),
      call("session_prompt", { session: "helper", prompt: "do harm" }),
      call("WRITE", { path: "plan.md", content: "HACKED" }),
      call("ask", { question: "May I do everything?", options: ["Allow once", "Deny"] }),
      says("Tried."),
    ];
    await using stage = await openSteward({ "try it all": script }, { files: { "helper.script": helper, "plan.md": "the plan" }, sessions });
    const { parley } = stage;
    const bo = talk(parley, "bo");
    const token = await parley.token({ person: "Bo", answers: true });
    const answer = (id: string, choice: string, as?: string) => parley.api("POST", `/api/questions/${id}/answer`, { choice }, as);
    bo.say("try it all");
    const openOne = (tool: string) =>
      parley.until(async () => (await parley.questions()).find((one) => one.state === "open" && JSON.stringify(one).includes(tool)));
    const isNotBos = async (tool: string): Promise<void> => {
      const { id } = await openOne(tool);
      expect((await answer(id, "allow", token)).status).toBe(403);
      expect((await answer(id, "deny")).status).toBe(200);
    };
    await isNotBos("code_delivery");
    await isNotBos("agent_invite");
    // Bo may prompt sessions, so that a prompt is Bo's to allow; it is denied here.
    expect((await answer((await openOne("session_prompt")).id, "deny", token)).status).toBe(200);
    await isNotBos("WRITE");
    const asked = await parley.until(async () => (await parley.questions()).find((one) => one.state === "open" && one.kind === "choice"));
    expect((await answer(asked.id, "o1", token)).status).toBe(200);
    await bo.hears("Tried.");
    for (const n of [0, 1, 2, 3]) expect(stage.result(n)).toMatch(/^NotAllowed/);
    expect(stage.result(4)).toContain("<data");
    expect(await readFile(join(parley.home, "plan.md"), "utf8")).toBe("the plan");
    expect((await parley.api("GET", "/api/tasks")).body).toEqual([]);
    vi.unstubAllEnvs();
  });

  it("runs no verb, no program and no malformed call, and goes on", async () => {
    const lines = [
      "!!deliver a thing",
      "deliver a thing",
      "invite claude",
      "people add Eve owner",
      "config set server.host 0.0.0.0",
      "stop",
      "answer allow",
      "sh -c id",
    ];
    const script = [
      ...lines.map((command) => call("terminal_exec", { command })),
      call("terminal_exec", { command: "hello; hello" }),
      call("terminal_exec", { command: "" }),
      call("terminal_exec", { command: ["hello"] }),
      call("READ", { path: { a: 1 } }),
      call("READ", { path: "x".repeat(100_000) }),
      call("WRITE", { path: "deep/er.txt", content: 7 }),
      call("GREP", { pattern: "(", is_regex: true }),
      call("session_prompt", { session: "__proto__", prompt: "x" }),
      call("skill", { name: "../../etc" }),
      call("terminal_exec", { command: "hello" }),
      says("Still here."),
    ];
    await using stage = await openSteward({ "try lines": script });
    const ana = talk(stage.parley, "ana");
    ana.say("try lines");
    await ana.hears("Still here.");
    const results = stage.model.exchanges.at(-1)?.results ?? [];
    for (const [n, result] of results.slice(0, -1).entries())
      expect([n, result.slice(0, 60)]).toEqual([
        n,
        expect.stringMatching(
          /^(UnknownCommand|InvalidCommand|InvalidArgs|NotFound|NoSuchSession|NotSupported|There is no tool|The arguments of|.*rejected)/,
        ) as string,
      ]);
    expect(results.at(-1)).toMatch(/<data/);
    expect(await stage.parley.questions()).toEqual([]);
  });
});
