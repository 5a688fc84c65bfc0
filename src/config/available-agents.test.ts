import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placeholders } from "#domain/invite-command";
import { verifies } from "#test/verifies";
import { parseAgents } from "./available-agents.ts";

const one = (entry: object) => parseAgents(JSON.stringify({ agents: [{ name: "a", invoke_command: "agent", ...entry }] }));
const why = (entry: object): string | undefined => one(entry).invalid[0]?.why;
const command = (invoke_command: string): string | undefined => why({ invoke_command });

describe("the file of agents that may be invited", () => {
  verifies(["FR-1-1", "FR-1-3"], "reads a map by name: the key is the name, `name` the shown one, description and enabled may be absent", () => {
    const file = {
      "copilot-cli": {
        name: "Copilot CLI",
        description: "GitHub Copilot Command Line Interface",
        invoke_command: "copilot invite --thread {thread_id} --api http://localhost:8000",
        enabled: true,
      },
      "cursor-cli": { name: "Cursor CLI", invoke_command: "cursor-agent resume --thread {thread_id} --api http://localhost:8000" },
    };
    expect(parseAgents(JSON.stringify(file))).toEqual({
      entries: [
        {
          name: "copilot-cli",
          displayName: "Copilot CLI",
          description: "GitHub Copilot Command Line Interface",
          argv: ["copilot", "invite", "--thread", "{thread_id}", "--api", "http://localhost:8000"],
          timeoutSeconds: 30,
          maxRuntimeSeconds: 3600,
          enabled: true,
          environment: [],
        },
        expect.objectContaining({ name: "cursor-cli", displayName: "Cursor CLI", description: "", enabled: true }),
      ],
      invalid: [],
    });
  });

  verifies(["FR-1-2"], "reads a list under agents: name, display_name, description, invoke_command, timeout_seconds, enabled", () => {
    const file = {
      agents: [
        {
          name: "copilot-cli",
          display_name: "Copilot CLI",
          description: "d",
          invoke_command: "copilot --bus http://localhost:8000",
          timeout_seconds: 45,
          enabled: false,
        },
        { name: "cursor-cli", invoke_command: "cursor-agent resume --thread {thread_id}", max_runtime_seconds: 60, run_as: "nobody", env: ["API_KEY"] },
      ],
    };
    expect(parseAgents(JSON.stringify(file)).entries).toMatchObject([
      { name: "copilot-cli", displayName: "Copilot CLI", description: "d", timeoutSeconds: 45, enabled: false },
      { name: "cursor-cli", displayName: "cursor-cli", timeoutSeconds: 30, maxRuntimeSeconds: 60, runAs: "nobody", environment: ["API_KEY"] },
    ]);
  });

  verifies(["FR-1-4", "AW-APP-1", "AW-FUT-4"], "the shipped example is valid, and names commands of several real CLIs with the options they have", () => {
    const { entries, invalid, problem } = parseAgents(readFileSync(join(import.meta.dirname, "../../config/available-agents.example.json"), "utf8"));
    expect({ invalid, problem }).toEqual({ invalid: [] });
    expect(entries.map(({ argv }) => argv[0])).toEqual(["claude", "codex", "gemini", "opencode", "copilot"]);
    expect(entries.find(({ name }) => name === "claude")?.argv.slice(3)).toEqual([
      "--mcp-config",
      "{mcp_config}",
      "--strict-mcp-config",
      "--allowedTools",
      "mcp__parley",
    ]);
  });

  verifies("AW-PLAN-1", "the page about it shows an entry that is valid, and names every key and placeholder there is", () => {
    const paper = readFileSync(join(import.meta.dirname, "../../docs/agents/inviting.md"), "utf8");
    const shown = /```json\n([\s\S]*?)```/.exec(paper)?.[1] ?? "";
    expect(parseAgents(shown)).toMatchObject({ entries: [{ name: "claude", environment: ["ANTHROPIC_API_KEY"] }], invalid: [] });
    const keys = ["name", "display_name", "description", "invoke_command", "enabled", "timeout_seconds", "max_runtime_seconds", "run_as", "env"];
    expect([...keys, ...placeholders.map((one) => `{${one}}`)].filter((word) => !paper.includes(`| \`${word}\` |`))).toEqual([]);
  });

  it("names one wrong entry and keeps the others", () => {
    const { entries, invalid } = parseAgents(JSON.stringify({ good: { invoke_command: "a" }, bad: { invoke_command: "a | b" }, worse: 7 }));
    expect(entries.map(({ name }) => name)).toEqual(["good"]);
    expect(invalid.map(({ name }) => name)).toEqual(["bad", "worse"]);
  });

  it("reports unknown keys with a suggestion, wrong types, missing and duplicate names", () => {
    expect(why({ timeout_second: 5 })).toBe("There is no key timeout_second. Did you mean timeout_seconds?");
    expect(why({ enabled: "yes" })).toContain("enabled:");
    expect(why({ timeout_seconds: 0 })).toContain("timeout_seconds:");
    expect(why({ invoke_command: undefined })).toContain("invoke_command:");
    expect(parseAgents('{"agents":[{"invoke_command":"a"}]}').invalid).toEqual([
      { name: "agents[0]", why: expect.stringContaining("name is missing") as string },
    ]);
    expect(parseAgents('{"agents":[{"name":"a","invoke_command":"x"},{"name":"a","invoke_command":"y"}]}')).toMatchObject({
      entries: [],
      invalid: [{ name: "a" }],
    });
    expect(why({ name: "../etc" })).toContain("The name may contain");
    expect(parseAgents('{"agents":[],"agent":[]}').invalid).toMatchObject([{ name: "agent" }]);
  });

  it("rejects unknown placeholders with a suggestion, and a placeholder in the program name", () => {
    expect(command("agent {thread}")).toContain("Did you mean {thread_id}?");
    expect(command("agent {token}")).toContain("Available: {thread_id}");
    expect(command("{agent_name} --x")).toContain("must not contain a placeholder");
    expect(command("agent '{\"a\": 1}' {env:TOKEN}")).toBeUndefined();
  });

  verifies("SC-1-3", "refuses a topic wherever a program might run it as text, and says where it can be read instead", () => {
    const runs = [
      'sh -c "echo {thread_topic}"',
      'bash -c -- "echo {thread_topic}"',
      'sh -c -x "echo {thread_topic}"',
      "bash -lc 'x {thread_topic}'",
      `sh -c 'say "$1"' -- {thread_topic}`,
      'node -e "{thread_topic}"',
      `node -p "'{thread_topic}'"`,
      `node --eval="'{thread_topic}'"`,
      "node -r {thread_topic} agent.mjs",
      "node {thread_topic} agent.mjs",
      "node agent.mjs -c {thread_topic}",
      'node agent.mjs "about {thread_topic}"',
      `python3 -c"print('{thread_topic}')"`,
      'env FOO=1 python3 -c "{thread_topic}"',
      "env node agent.mjs {thread_topic}",
      'flock lock -c "echo {thread_topic}"',
      'npx -c "echo {thread_topic}"',
      "npx {thread_topic}",
      "perl agent.pl {thread_topic}",
      `perl -E"say '{thread_topic}'"`,
      `git -c "alias.x=!{thread_topic}" x`,
      `expect -c "{thread_topic}"`,
      'ssh host say "{thread_topic}"',
      "awk {thread_topic}",
      "/usr/bin/find . -name {thread_topic}",
      'tmux new "x {thread_topic}"',
      "some-agent --topic {thread_topic}",
      "some-agent {thread_topic}",
      "claude -p hi --mcp-config {mcp_config} {thread_topic}",
      'claude -p hi --allowedTools mcp__parley "about {thread_topic}"',
      'claude --settings "about {thread_topic}"',
      "claude -p {thread_topic}",
      "codex exec -c notify={thread_topic} hi",
      "./agent.sh -e {thread_topic}",
      "./agent.sh -c={thread_topic}",
      "./agent.sh --eval {thread_topic}",
      "./agent.sh --exec={thread_topic}",
      "./agent.sh --topic={thread_topic}x",
      "./agent.sh --topic=x{thread_topic}",
      "./agent.sh --{thread_topic}",
      "./agent.sh {thread_topic}=x",
      "sh --rcfile {thread_topic} agent.sh",
      "node --import {thread_topic} agent.mjs",
      "node --import={thread_topic} agent.mjs",
      "bash --topic {thread_topic}",
      "some-agent --topic={thread_topic}",
    ];
    expect(runs.filter((line) => command(line)?.includes("PARLEY_THREAD_TOPIC") !== true)).toEqual([]);
    const takes = [
      "sh script.sh {thread_topic}",
      "/usr/bin/node agent.mjs talk --thread={thread_id} {thread_topic} --end",
      "./agent {thread_topic}",
      "./agent.sh --topic {thread_topic}",
      "./agent.sh --topic={thread_topic}",
      "./agent.sh --quiet --topic {thread_topic} --thread={thread_id}",
      "node agent.mjs --thread-topic {thread_topic}",
      "python3 agent.py talk --topic={thread_topic}",
      "/opt/agents/agent.py {thread_id} {thread_topic}",
      'claude -p "about {thread_topic}" --mcp-config {mcp_config}',
      'codex exec "about {thread_topic}" -c a=b',
      'sh -c "echo {thread_id} {agent_name}"',
      `sh -c 'say "$PARLEY_THREAD_TOPIC"'`,
    ];
    expect(takes.filter((line) => command(line) !== undefined)).toEqual([]);
  });

  it("rejects variables that inject code or an identity into a program", () => {
    const bad = ["NODE_OPTIONS", "LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "PARLEY_TOKEN", "PARLEY_HOME"];
    expect(bad.filter((name) => why({ env: [name] })?.includes("cannot be passed on") !== true)).toEqual([]);
    expect(why({ env: ["A B"] })).toContain("must be names of variables");
  });

  it("that is half written, or no map at all, gives a problem and nothing else", () => {
    for (const text of ['{"agents": [{"name": "a", "invoke_c', "", "[]", "7", "null", '"x"'])
      expect(parseAgents(text)).toMatchObject({ entries: [], invalid: [], problem: expect.any(String) as string });
    expect(parseAgents("{}")).toEqual({ entries: [], invalid: [] });
    expect(parseAgents(JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`a${i}`, {}])))).problem).toContain("201 agents");
  });
});
