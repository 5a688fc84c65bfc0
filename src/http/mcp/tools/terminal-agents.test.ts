import { capTexts } from "#hub/bus/cap-texts";
import { say } from "#lib/words/words";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { QuestionId, ThreadId } from "#domain/ids";
import { openBusRoom, type BusRoom } from "#test/fakes/door/bus-room";
import { openQuestion, until } from "#test/fakes/door/open-question";
import { oddCommands } from "#test/fakes/terminal-commands";
import { verifies } from "#test/verifies";
import { commandTexts } from "#commands/kit/texts";
import { terminalTexts } from "#hub/terminal/texts";
import { partOf } from "#test/part-of";

const odd = (): Promise<BusRoom> => openBusRoom({ commands: oddCommands().commands });
const exec = async (who: BusRoom["bee"], command: string, more: object = {}): Promise<Record<string, unknown>> =>
  (await who.tool("terminal_exec", { command, ...more })).body;

describe("the terminal with an agent at it", () => {
  verifies("TE-SAFE-2", "asks a person before an agent replaces a file, unless the agent wrote it and nobody changed it since", async () => {
    await using room = await odd();
    const file = join(room.door.workspace, "theirs.txt");
    await writeFile(file, "a person's");
    const running = exec(room.bee, "note write --out ./theirs.txt --confirm", { stdin: "an agent's" });
    const asked = await openQuestion(room);
    const prompt = "bee wants to run `note write --out ./theirs.txt --confirm`, which replaces the file `./theirs.txt`.";
    expect(asked).toMatchObject({ prompt, subject: { argv: ["note", "write", "--out", "./theirs.txt", "--confirm"] } });
    expect(await readFile(file, "utf8")).toBe("a person's");
    await room.door.hub.answer({ kind: "operator" }, "shell", String(asked["id"]), "allow");
    expect(await running).toMatchObject({ exit_code: 0 });
    expect(await exec(room.bee, "note write --out theirs.txt --confirm", { stdin: "once more" })).toMatchObject({ exit_code: 0 });
    // Another agent, and the same one once somebody has changed it, asks again.
    const { token: ant } = await room.door.hub.access.createToken({ kind: "operator" }, { agent: "ant", may: [] });
    const others = async (token: string): Promise<void> => {
      const again = room.door.call("POST", "/api/exec", { token, body: { command: "note write --out theirs.txt --confirm", stdin: "no" } });
      await room.door.hub.answer({ kind: "operator" }, "shell", String((await openQuestion(room))["id"]), "deny");
      expect((await again).json).toMatchObject({ error_code: "NotAllowed" });
    };
    await others(ant);
    await writeFile(file, "changed");
    await others(room.door.agent.token);
    expect(await readFile(file, "utf8")).toBe("changed");
    expect(await exec(room.bee, "note write --out new.txt --confirm")).toMatchObject({ exit_code: 0 });
    const owner = await room.door.call("POST", "/api/exec", { token: room.door.owner.token, body: { command: "note write --out theirs.txt --confirm" } });
    expect(owner.json).toMatchObject({ exit_code: 0 });
  });

  it("keeps no more of an agent's questions open than the limit, and says when the first one expires", async () => {
    const { commands } = oddCommands();
    await using room = await openBusRoom({ commands, caps: { openQuestions: 1 } });
    for (const name of ["a.txt", "b.txt"]) await writeFile(join(room.door.workspace, name), "a person's");
    const first = exec(room.bee, "note write --out a.txt --confirm", { stdin: "x" });
    const asked = await openQuestion(room);
    const second = await exec(room.bee, "note write --out b.txt --confirm", { stdin: "x" });
    expect(second).toMatchObject({ error_code: "RateLimited", error_message: say("en", capTexts.openQuestions, { limit: 1, seconds: 3_600 }) });
    expect(second["result"]).toEqual({ ok: false, error: "RateLimited", limit: 1, retry_after: 3_600, scope: "open_questions" });
    await room.door.hub.answer({ kind: "operator" }, "shell", String(asked["id"]), "allow");
    expect(await first).toMatchObject({ exit_code: 0 });
    const third = exec(room.bee, "note write --out b.txt --confirm", { stdin: "x" });
    await room.door.hub.answer({ kind: "operator" }, "shell", String((await openQuestion(room))["id"]), "allow");
    expect(await third).toMatchObject({ exit_code: 0 });
  });

  it("lets whoever began a run stop it, an agent and a join token too, and no other agent", async () => {
    const { commands } = oddCommands();
    await using room = await openBusRoom({ commands });
    const thread = (await room.thread()) as `thr_${string}`;
    const { token: ant } = await room.door.hub.access.createToken({ kind: "operator" }, { agent: "ant", may: [] });
    const joined = await room.door.hub.access.issueAgentToken({ kind: "operator" }, { id: "agt_guest", name: "guest" }, thread);
    for (const token of [room.door.agent.token, joined]) {
      const running = room.door.call("POST", "/api/exec", { token, body: { command: "slow" }, headers: { "Idempotency-Key": "once" } });
      let run = "";
      await until(async () => {
        const [open] = await room.door.store.openRuns();
        run = open?.id ?? "";
        return run !== "";
      });
      const stop = (by: string): ReturnType<typeof room.door.call> => room.door.call("POST", `/api/runs/${run}/stop`, { token: by });
      expect([403, 404]).toContain((await stop(ant)).status);
      expect(await stop(token)).toMatchObject({ status: 200, json: { stopped: true } });
      expect((await running).json).toMatchObject({ error_code: "Stopped" });
    }
  });

  it("says what to do next in words that fit the place", async () => {
    await using room = await openBusRoom({ commands: oddCommands().commands });
    const said = async (line: string): Promise<unknown> => (await exec(room.bee, line))["error_message"];
    expect(await said("echo --token x")).toContain(partOf(commandTexts.flagForbidden));
    expect(await said("doc info --in 'a.pdf'")).toContain("double quotes");
    expect(await said('doc info --in "-x.pdf"')).toContain("`./-x.pdf`");
    const nobody = await room.door.call("POST", "/api/exec", { token: room.door.operator, body: { command: "hello", session: "nosuch" } });
    expect(JSON.stringify(nobody.json)).toContain(partOf(terminalTexts.sessionMissingHere));
    expect(JSON.stringify(nobody.json)).not.toContain("!!");
  });

  it("lists in help what each command may access", async () => {
    await using room = await odd();
    const { stdout } = await exec(room.bee, "help");
    expect(stdout).toMatch(/^hello .*\n\s+hello\n\s+accesses nothing$/m);
    expect(stdout).toMatch(/^doc extract .*\n\s+doc extract --in .*\n\s+may access: files \(reads\), files \(writes\)$/m);
    expect(stdout).toMatch(/^irc send .*\n\s+irc send .*\n\s+may access: .*the network$/m);
  });

  it("does not run what nobody allows in time, and says by whose name it was asked", async () => {
    await using room = await odd();
    const running = exec(room.bee, "danger", { timeout_ms: 1_000 });
    const { id, thread, expiresAt } = await openQuestion(room);
    await room.door.clock.advance(Number(expiresAt) - room.door.clock.now() + 1_000);
    expect(await running).toMatchObject({ exit_code: 1 });
    await until(async () => (await room.door.store.question({ sees: "all" }, id as QuestionId))?.state === "expired");
    const lines = await room.door.store.messages({ sees: "all" }, thread as ThreadId, { limit: 100 });
    expect(lines.at(-1)?.text).toContain("; Parley received a denial.");
  });
});
