import { readFile, writeFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desk, type Desk, type Program } from "#test/fakes/program";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { terminalTexts } from "#hub/terminal/texts";
import { partOf } from "#test/part-of";

const sessions = "sessions: [{ name: helper, cli_type: scripted, script: helper.script }]\ndefault_session: helper\n";
const script = `on "greet"
  exec "hello"
  say "it printed {exit}"
on "skills"
  exec "skill show hello-world"
  say "{stdout}"
otherwise
  say "you said {prompt}"
`;

describe("the terminal in a chat", () => {
  it("runs a line for those who may, and asks about one for those who must ask", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files: { "helper.script": script } });
    const ada = talk(parley, "ada");
    ada.say("!!exec skill list");
    await ada.hears("hello-world");
    ada.say("!!exec ls -la");
    await ada.hears("file tools");
    ada.say("!!exec");
    await ada.hears("Usage: `!!exec <command …>`");

    const ana = talk(parley, "ana");
    ana.say("here I am");
    await ana.hears("you said here I am");
    const bo = talk(parley, "bo");
    bo.say("!!exec skill list");
    await bo.hears("`skill list` needs approval");
    // What bo types meanwhile is not held up by the question.
    bo.say("are you there");
    await bo.hears("you said are you there");
    await ana.hears("Bo wants to run `skill list`.");
    expect(await ana.press("Allow once")).not.toBe("");
    await bo.hears("irc-cli");
  });

  verifies("TE-TOOL-1", "serves a driven agent with the same one tool, under its own name", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files: { "helper.script": script } });
    const ada = talk(parley, "ada");
    ada.say("greet");
    await ada.hears("it printed 0");
    ada.say("skills");
    await ada.hears("terminal_exec");
    const { id, thread } = await parley.session("helper");
    const runs = (await parley.api("GET", `/api/runs?thread=${thread}`)).body as unknown as readonly Record<string, unknown>[];
    expect(runs.map((run) => [run["line"], run["session"], run["who"], run["who_name"], run["exit_code"]])).toEqual([
      ["skill show hello-world", id, id, "helper", 0],
      ["hello", id, id, "helper", 0],
    ]);
    await parley.down();
    const copy = await readFile(join(parley.home, ".agents/sessions", id, "events.jsonl"), "utf8");
    expect(copy.trim().split("\n")).toHaveLength(2);
  });

  it("tells of a run that a restart cut short, and does not run it again", async () => {
    await using parley = await Parley.start({ yaml: people + sessions, files: { "helper.script": script } });
    const bo = talk(parley, "bo");
    bo.say("!!exec skill list");
    await bo.hears("`skill list` needs approval");
    await parley.restart();
    await bo.hears(partOf(terminalTexts.commandInterrupted));
    expect(bo.heard().join("\n")).not.toContain("irc-cli");
  });
});

describe("the terminal in a shell", () => {
  let place: Desk;
  let hub: Program;
  beforeAll(async () => {
    place = desk();
    writeFileSync(join(place.dir, "helper.script"), script);
    writeFileSync(join(place.dir, "parley.yaml"), sessions);
    hub = await place.start();
  });
  afterAll(async () => {
    await hub[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  verifies(["REQ-0011-020", "TE-TOOL-4"], "prints what a command prints and exits with its code", async () => {
    const hello = await place.parley("exec", "hello");
    expect([hello.code, hello.err]).toEqual([0, ""]);
    expect(hello.out).toContain("lemonhall");
    expect(await place.parley("exec", "hello", "there")).toMatchObject({ code: 1, out: "" });
    expect(await place.parley("exec", "deploy")).toMatchObject({ code: 1, err: "There is no command `deploy`. `help` lists the commands. Nothing was run.\n" });
    expect(await place.parley("exec")).toMatchObject({ code: 2 });
    expect(await place.parley("exec", "hello", "--session", "nobody")).toMatchObject({ code: 1 });
  });

  it("hands programs the whole object", async () => {
    const output = JSON.parse((await place.parley("exec", "hello", "--json", "--session", "helper")).out) as Record<string, unknown>;
    expect(output).toMatchObject({ exit_code: 0, result: { ok: true }, artifacts: [], stderr: "" });
  });

  verifies(["TE-AUD-2", "REQ-0011-010"], "shows from the record what would run again, and runs nothing", async () => {
    const { run_id: id } = JSON.parse((await place.parley("exec", "skill show hello-world", "--json", "--session", "helper")).out) as { run_id: string };
    const before = JSON.parse((await place.parley("audit", "verify", "--json")).out) as { records: number };
    const replay = await place.parley("exec", "--replay", id);
    expect(replay.code).toBe(0);
    expect(replay.out).toContain(`${id}, run by operator: skill show hello-world`);
    expect(replay.out).toMatch(/To run it again: parley exec --session ses_\w+ 'skill show hello-world'/);
    expect(JSON.parse((await place.parley("audit", "verify", "--json")).out)).toEqual(before);
    expect(await place.parley("exec", "--replay", "run_none")).toMatchObject({ code: 1 });
    const exported = (await place.parley("audit", "export")).out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> });
    const ours = exported.filter(({ kind, data }) => kind === "run" && data["run"] === id).map(({ data }) => data);
    expect(ours).toMatchObject([
      { phase: "begins", by: "operator", line: "skill show hello-world" },
      { exit: 0, args: { name: "hello-world" } },
    ]);
  });

  it("tells what is wrong with a skill that cannot be read", async () => {
    await writeFile(join(place.dir, ".agents/skills/hello-world/SKILL.md"), "no front matter");
    const shown = await place.parley("exec", "skill show hello-world");
    expect(shown.code).toBe(1);
    expect(shown.err).not.toBe("");
  });
});
