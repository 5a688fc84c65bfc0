import { readdir, readFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBusRoom, type BusRoom } from "#test/fakes/door/bus-room";
import { openQuestion, until } from "#test/fakes/door/open-question";
import { oddCommands } from "#test/fakes/terminal-commands";
import { verifies } from "#test/verifies";

const odd = (): Promise<BusRoom> => openBusRoom({ commands: oddCommands().commands });
const exec = async (who: BusRoom["bee"], command: string, more: object = {}): Promise<Record<string, unknown>> =>
  (await who.tool("terminal_exec", { command, ...more })).body;

async function records(room: BusRoom): Promise<readonly Record<string, unknown>[]> {
  return (await room.door.store.auditRecords({ limit: 100, kind: "run" })).map(({ data }) => data).toReversed();
}

describe("terminal_exec", () => {
  it("answers an empty or over-long line with the terminal's own code, over MCP and REST, and stores only its beginning", async () => {
    await using room = await odd();
    const rest = async (body: object) => (await room.door.call("POST", "/api/exec", { token: room.door.owner.token, body })).json;
    const lines = [
      ["", "lineEmpty"],
      ["   ", "lineEmpty"],
      [`echo --text ${"x".repeat(100_000)}`, "lineTooLong"],
    ] as const;
    for (const [command, problem] of lines)
      for (const output of [await exec(room.bee, command), await rest({ command })])
        expect(output).toMatchObject({ exit_code: 1, error_code: "InvalidCommand", result: { problem, ok: false } });
    expect(Math.max(...(await records(room)).map(({ line }) => String(line).length))).toBeLessThan(8_300);
  });

  it("says in its own words which argument is wrong, over MCP and REST", async () => {
    await using room = await odd();
    const rest = (body: object) => room.door.call("POST", "/api/exec", { token: room.door.owner.token, body });
    const wrong: readonly (readonly [body: Record<string, unknown>, problem: string, field: string])[] = [
      [{}, "fieldMissing", "command"],
      [{ name: "hello" }, "fieldMissing", "command"],
      [{ command: 7 }, "fieldWrongType", "command"],
      [{ command: "hello", timeout_ms: "soon" }, "fieldWrongType", "timeout_ms"],
      [{ command: "hello", timeout_ms: 0 }, "fieldTooSmall", "timeout_ms"],
      [{ command: "hello", stdin: ["a"] }, "fieldWrongType", "stdin"],
    ];
    for (const [body, problem, field] of wrong) {
      expect(await room.bee.tool("terminal_exec", body)).toMatchObject({ isError: true, body: { error: "InvalidArgs", problem, field } });
      expect(await rest(body)).toMatchObject({ status: 400, json: { error: "BadRequest", problem, field } });
    }
    expect(await exec(room.bee, "echo", { stdin: "x".repeat(1_000_000) })).toMatchObject({ error_code: "TooLarge" });
    expect((await rest({ command: "echo", stdin: "x".repeat(1_100_000) })).json).toMatchObject({ error_code: "TooLarge" });
  });

  verifies(["REQ-0011-001", "TE-TOOL-1", "TE-TOOL-2", "TE-TOOL-4"], "takes a line and stdin, and gives every field that was promised", async () => {
    await using room = await odd();
    const output = await exec(room.bee, 'echo --text "a b"', { stdin: "!" });
    expect(Object.keys(output).toSorted()).toEqual(["artifacts", "duration_ms", "exit_code", "result", "run_id", "stderr", "stdout"]);
    expect(output).toMatchObject({ exit_code: 0, stdout: "a b!", stderr: "", result: { ok: true, text: "a b" }, artifacts: [], duration_ms: 0 });
    expect(output["run_id"]).toMatch(/^run_/);
  });

  verifies(
    ["REQ-0011-002", "TE-REG-1", "TE-REG-2", "TE-GRAM-1", "TE-GRAM-3", "TE-ACC-2", "TE-NG-1", "TE-NG-2"],
    "refuses what is no line of its grammar, each with its own code, and runs nothing",
    async () => {
      await using room = await odd();
      const wrong: readonly (readonly [string, string, string])[] = [
        ["deploy", "UnknownCommand", "help"],
        ["ls -la", "UnknownCommand", "file tools"],
        ["bash -c true", "UnknownCommand", "help"],
        ["note", "UnknownCommand", "write"],
        ["echo --text a; echo --text b", "InvalidCommand", "character 14"],
        ["echo --text a | cat", "InvalidCommand", "|"],
        ["echo --text a && echo --text b", "InvalidCommand", "&&"],
        ["echo --text $(id)", "InvalidCommand", "$("],
        ["echo --text `id`", "InvalidCommand", "`"],
        ["echo --text a > b", "InvalidCommand", ">"],
        ["echo --text a\necho --text b", "InvalidCommand", "one line"],
        ['echo --text "a', "InvalidCommand", "quote"],
        ["echo hello", "InvalidArgs", "too many"],
        ["echo --txt a", "InvalidArgs", "--text"],
        ["echo --text", "InvalidArgs", "value"],
        ["echo --text a --text b", "InvalidArgs", "twice"],
        [`echo --text ${"x".repeat(8_200)}`, "InvalidCommand", "8212"],
      ];
      for (const [line, code, hint] of wrong) {
        const output = await exec(room.bee, line);
        expect([line, output["error_code"], output["exit_code"]]).toEqual([line, code, 1]);
        expect(output["error_message"]).toContain(hint);
        expect(output["stderr"]).toBe(output["error_message"]);
        expect(output["result"]).toMatchObject({ ok: false, error: code });
      }
      // Each of them is a run on record all the same.
      expect((await records(room)).filter((one) => one["code"] !== undefined)).toHaveLength(wrong.length);
    },
  );

  verifies(["TE-GRAM-2", "TE-GRAM-4"], "leaves shell words in quotes, globs, ~ and $NAME as they are", async () => {
    await using room = await odd();
    for (const text of ["a; b | c && d > e < f `g` $(h)", "*.md ~ $HOME ${PATH} ?"])
      expect((await exec(room.bee, `echo --text "${text}"`))["stdout"]).toBe(text);
    expect((await exec(room.bee, "echo --text *~$HOME"))["stdout"]).toBe("*~$HOME");
  });

  verifies(["TE-SAFE-3", "IRC-SAFE-1"], "takes no secret as an argument, and keeps none on record", async () => {
    await using room = await odd();
    const plain = ["echo --password hunter22", "echo --channel-key=hunter22", "irc --api-token hunter22", "echo --auth hunter22", "echo --bearer hunter22"];
    const quoted = ['echo --nickserv-pass "hunter22 x"', 'echo "--token" hunter22', "echo --tok\\en hunter22", 'echo --ke"y" hunter22'];
    const spaced = ["echo --token x\\ hunter22", 'echo --token x"y hunter22 "z', 'echo --token=x" hunter22"', "echo --token= hunter22"];
    for (const line of [...plain, ...quoted, ...spaced, "--token=hunter22", "doc --token=hunter22", 'echo --token "hunter22', "echo --token\nhunter22"]) {
      const output = await exec(room.bee, line);
      expect(output["exit_code"]).toBe(1);
      expect(JSON.stringify(output)).not.toContain("hunter22");
    }
    const listed = await room.door.call("GET", "/api/runs?limit=100", { token: room.door.owner.token });
    expect(JSON.stringify(listed.json)).not.toContain("hunter22");
    const events = JSON.stringify(await records(room));
    expect(events).toContain("[secret]");
    expect(events).not.toContain("hunter22");
  });

  verifies("TE-TOOL-3", "stops a command when its time is over, which the caller may shorten and not lengthen", async () => {
    const { commands, stopped } = oddCommands();
    await using room = await openBusRoom({ commands });
    const short = exec(room.bee, "slow", { timeout_ms: 200 });
    await room.door.clock.until(() => stopped.length === 1);
    expect(await short).toMatchObject({ exit_code: 1, error_code: "Timeout", duration_ms: 200, error_message: expect.stringContaining("200 ms") as string });
    for (const [n, timeout] of [3_600_000, 86_400_001, Number.MAX_SAFE_INTEGER + 2, 1e300].entries()) {
      const long = exec(room.bee, "slow", { timeout_ms: timeout });
      const overHttp = room.door.call("POST", "/api/exec", { token: room.door.owner.token, body: { command: "slow", timeout_ms: timeout } });
      await room.door.clock.until(() => stopped.length === 3 + 2 * n);
      expect(await long).toMatchObject({ error_code: "Timeout", duration_ms: 60_000 });
      expect((await overHttp).json).toMatchObject({ error_code: "Timeout", duration_ms: 60_000 });
    }
    for (const timeout of [0, -5, "soon"]) expect(await exec(room.bee, "slow", { timeout_ms: timeout })).not.toHaveProperty("duration_ms");
  });

  verifies(["TE-TOOL-5", "TE-AUD-4"], "cuts what is too long in the middle, and keeps the whole in a file of the run", async () => {
    await using room = await odd();
    const output = await exec(room.bee, "long");
    const { stdout, stderr, result, artifacts, run_id: run } = output as { [key: string]: string } & { artifacts: { path: string }[] };
    expect(output["exit_code"]).toBe(3);
    for (const [text, head, tail] of [
      [stdout, "head x", "x tail"],
      [stderr, "worse y", "y end"],
    ]) {
      expect(text?.length).toBeLessThanOrEqual(1_000);
      expect(text).toMatch(new RegExp(`^${head}.*\\n\\[\\.\\.\\.TRUNCATED\\.\\.\\.\\]\\n.*${tail}\\n\\[whole: `, "s"));
    }
    expect(result).toMatchObject({ truncated: true });
    expect(artifacts.map(({ path }) => path)).toEqual(["result.json", "stdout.txt", "stderr.txt"].map((name) => `.agents/artifacts/${run}/${name}`));
    expect(await readFile(join(room.door.workspace, artifacts[1]?.path ?? ""), "utf8")).toBe(`head ${"x".repeat(5_000)} tail`);
  });

  it("lets whoever says the same key again wait for the same run", async () => {
    const { commands, stopped } = oddCommands();
    await using room = await openBusRoom({ commands });
    const ask = (): ReturnType<typeof room.door.call> =>
      room.door.call("POST", "/api/exec", { token: room.door.owner.token, body: { command: "slow" }, headers: { "Idempotency-Key": "once" } });
    const [first, again] = [ask(), ask()];
    await room.door.clock.until(() => stopped.length === 1);
    expect((await first).json).toMatchObject({ error_code: "Timeout" });
    expect((await again).json).toEqual((await first).json);
    expect((await ask()).json).toEqual((await first).json);
    expect(stopped).toHaveLength(1);
  });

  it("gives a command's own refusal its code, sentence and data, and an accident neither its words nor its stack", async () => {
    await using room = await odd();
    expect(await exec(room.bee, "refuse")).toMatchObject({ error_code: "NickTooLong", result: { ok: false, error: "NickTooLong", nick_chars: 12 } });
    const broken = await exec(room.bee, "break");
    expect(broken).toMatchObject({ exit_code: 1, error_code: "Internal" });
    expect(JSON.stringify(broken)).not.toContain("wire");
  });

  it("keeps what a command was entrusted with out of everything it says", async () => {
    await using room = await odd();
    const folder = join(room.door.workspace, ".agents/skills/odd/secrets");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, ".env"), "ODD_PASSWORD=swordfish\nODD_SERVER=irc.example.org\n", { mode: 0o600 });
    const output = await exec(room.bee, "tell");
    expect(output).toMatchObject({ stdout: "[secret] at irc.example.org", result: { said: ["[secret] at irc.example.org"] } });
  });
});

describe("who may run what", () => {
  verifies(["TE-REG-3", "TE-FILE-2"], "goes by the capabilities that the command declares", async () => {
    await using room = await odd();
    expect(await exec(room.bee, "note write --out a.txt", { stdin: "hi" })).toMatchObject({
      exit_code: 0,
      artifacts: [{ path: "a.txt", mime: "text/plain", description: "a note" }],
    });
    const thread = (await room.thread()) as `thr_${string}`;
    const token = await room.door.hub.access.issueAgentToken({ kind: "operator" }, { id: "agt_guest", name: "guest" }, thread);
    const joined = await room.door.call("POST", "/api/exec", { token, body: { command: "note write --out b.txt" } });
    expect(joined.json).toMatchObject({ exit_code: 1, error_code: "NotAllowed" });
    expect((await room.door.call("POST", "/api/exec", { token, body: { command: "help" } })).json).toMatchObject({ exit_code: 0 });
  });

  it("asks a person where the table says so; a yes runs exactly that line, a no does not", async () => {
    await using room = await odd();
    const running = exec(room.bee, "danger");
    const asked = await openQuestion(room);
    expect(asked).toMatchObject({ prompt: "bee wants to run `danger`.", subject: { argv: ["danger"] } });
    await room.door.hub.answer({ kind: "operator" }, "shell", String(asked["id"]), "allow");
    expect(await running).toMatchObject({ exit_code: 0, stdout: "done" });
    const second = exec(room.bee, "danger");
    await room.door.hub.answer({ kind: "operator" }, "shell", String((await openQuestion(room))["id"]), "deny");
    expect(await second).toMatchObject({ exit_code: 1, error_code: "NotAllowed" });
  });

  it("does not let a member allow their own", async () => {
    await using room = await odd();
    const running = exec(room.mia, "note write --out m.txt", { stdin: "x" });
    const asked = await openQuestion(room);
    const tried = await room.door.call("POST", `/api/questions/${String(asked["id"])}/answer`, { token: room.door.member.token, body: { choice: "allow" } });
    expect(tried.status).not.toBe(200);
    const yes = await room.door.call("POST", `/api/questions/${String(asked["id"])}/answer`, { token: room.door.owner.token, body: { choice: "allow" } });
    expect(yes.status).toBe(200);
    expect(await running).toMatchObject({ exit_code: 0 });
  });

  it("tells a caller who waits too long that the run waits, and runs it when the yes comes", async () => {
    await using room = await odd();
    const running = exec(room.bee, "danger", { timeout_ms: 1_000 });
    const asked = await openQuestion(room);
    const token = room.door.owner.token;
    expect((await room.door.call("GET", "/api/runs?limit=1", { token })).json).toMatchObject([{ line: "danger", question: asked["id"], ended_at: null }]);
    await room.door.clock.advance(1_000);
    const output = await running;
    expect(output).toMatchObject({ exit_code: 1, error_code: "NeedsApproval", question: asked["id"] });
    await room.door.hub.answer({ kind: "operator" }, "shell", String(asked["id"]), "allow");
    await until(async () => (await room.bee.tool("question_list")).list.length === 0);
    const run = await room.door.call("GET", `/api/runs/${String(output["run_id"])}`, { token });
    expect(run.json).toMatchObject({ exit_code: 0, stdout: "done", question: null });
  });
});

describe("the record", () => {
  verifies(["REQ-0011-010", "TE-AUD-1", "TE-REG-5"], "holds time, line, arguments, exit code, duration, files and error of every run", async () => {
    await using room = await odd();
    const wrote = await exec(room.bee, "note write --out r.txt", { stdin: "hello" });
    await exec(room.bee, "refuse");
    const [begins, ends, refused] = await records(room);
    const parsed = { command: "note write", args: { out: "r.txt", confirm: false } };
    expect(begins).toMatchObject({ phase: "begins", run: wrote["run_id"], by: "bee", line: "note write --out r.txt", ...parsed, stdin: { chars: 5 } });
    expect(ends).toMatchObject({ run: wrote["run_id"], exit: 0, ms: 0, ...parsed, artifacts: [{ path: "r.txt", bytes: 5 }] });
    expect(JSON.stringify(begins)).not.toContain("hello");
    expect(refused).toMatchObject({ line: "refuse", exit: 1, code: "NickTooLong", message: "The nick has 12 characters; 9 are allowed." });
    expect(await room.door.store.verifyAudit()).toMatchObject({ ok: true });
  });

  verifies("TE-AUD-3", "is readable beside the session's other files", async () => {
    await using room = await odd();
    await exec(room.bee, 'echo --text "x"');
    await until(async () => (await readdir(join(room.door.workspace, ".agents/sessions")).catch(() => [])).length > 0);
    const [folder = ""] = await readdir(join(room.door.workspace, ".agents/sessions"));
    const file = join(room.door.workspace, ".agents/sessions", folder, "events.jsonl");
    await until(async () => (await readFile(file, "utf8").catch(() => "")).includes("\n"));
    expect(JSON.parse((await readFile(file, "utf8")).trim())).toMatchObject({ command: 'echo --text "x"', exit_code: 0 });
  });

  verifies("TE-SAFE-2", "shows that nothing is overwritten without a word", async () => {
    await using room = await odd();
    await exec(room.bee, "note write --out o.txt", { stdin: "first" });
    expect(await exec(room.bee, "note write --out o.txt", { stdin: "second" })).toMatchObject({ error_code: "ConfirmRequired" });
    expect(await readFile(join(room.door.workspace, "o.txt"), "utf8")).toBe("first");
    expect(await exec(room.bee, "note write --out o.txt --confirm", { stdin: "second" })).toMatchObject({ exit_code: 0 });
  });
});
