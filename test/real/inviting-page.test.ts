import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { CliStage, type Cli } from "./cli-stage.ts";
import { printedEntry, printedFor, printedScript, printedTitles } from "./inviting-page.ts";
import { installMs } from "./programs.ts";

const words = "I was invited into the Parley thread {thread_id}";
const lines = [
  { call: "bus_connect", with: { thread_id: "$thread_id" } },
  {
    call: "msg_post",
    with: { thread_id: "$thread_id", author: "$agent_id", content: "The page works", expected_last_seq: "$current_seq", reply_token: "$reply_token" },
  },
  { text: "Done." },
] as const;
const scripts = { "invited into the Parley thread": lines };

/** As somebody would who copies the line; the dots are their own prompt. */
const printed: readonly { readonly name: Cli; readonly entry: string; readonly command: string }[] = [
  { name: "claude", entry: "the whole entry", command: printedEntry().invoke_command },
  { name: "claude", entry: "the line", command: `claude -p "${words}" ${printedFor("Claude Code")}` },
  { name: "copilot", entry: "the line", command: `copilot -p "${words}" ${printedFor("Copilot CLI")}` },
  { name: "codex", entry: "the line", command: printedFor("Codex").replace("…", words) },
];

const needed: Readonly<Record<Cli, readonly string[]>> = {
  claude: ["ANTHROPIC_API_KEY"],
  codex: ["OPENAI_API_KEY", "CODEX_HOME"],
  copilot: ["COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY", "COPILOT_MODEL", "COPILOT_OFFLINE"],
  gemini: [],
  opencode: [],
};

it("every line that the page prints is run here or in bus-clis", () => {
  expect(printedTitles()).toEqual(["Claude Code", "Codex", "Copilot CLI", "Gemini CLI", "OpenCode"]);
});

describe.each(printed)("$entry that the page prints for $name", ({ name, command }) => {
  verifies(
    "AW-PLAN-1",
    "starts an agent that joins, speaks and leaves",
    async () => {
      const env = needed[name];
      await using stage = await CliStage.start(scripts, {}, [name], [{ name, invoke_command: command, timeout_seconds: 60, env }]);
      const thread = await stage.thread("A page that is read");
      expect((await stage.api("POST", "/api/agents/invite", { agent_name: name, thread_id: thread })).status).toBe(200);
      await expect.poll(async () => (await stage.runs())[0]?.state, { timeout: 120_000 }).toBe("ended");
      const [run] = await stage.runs();
      expect([run?.exit_code, run?.exit_code === 0 ? "" : run?.output]).toEqual([0, ""]);
      expect((await stage.lines(thread)).map((line) => line.content)).toContain("The page works");
    },
    installMs,
  );
});

verifies(
  "AW-PLAN-1",
  "the line that the page prints for scripts reads the thread",
  async () => {
    await using stage = await CliStage.start({}, {}, [], [{ name: "script", invoke_command: "sh read.sh", timeout_seconds: 30 }]);
    writeFileSync(join(stage.dir, "read.sh"), `${printedScript()} --silent --fail\n`);
    chmodSync(join(stage.dir, "read.sh"), 0o755);
    const thread = await stage.thread("Read by a script");
    await stage.api("POST", "/api/agents/invite", { agent_name: "script", thread_id: thread });
    await expect.poll(async () => (await stage.runs())[0]?.state, { timeout: 60_000 }).toBe("ended");
    const [run] = await stage.runs();
    expect([run?.exit_code, run?.output]).toEqual([0, expect.stringContaining("invited script")]);
  },
  installMs,
);
