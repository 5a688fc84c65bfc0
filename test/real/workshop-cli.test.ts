import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { addProgram } from "#test/fakes/engine/rootfs";
import { ModelServer } from "#test/fakes/model/server";
import { Parley } from "#test/scenarios/parley";
import { people, talk } from "#test/scenarios/talk";
import { bash, call, end, readme, write } from "#test/scenarios/workshop-stage";
import { verifies } from "#test/verifies";
import { installMs, realProgram } from "./programs.ts";

const key = "scripted-key-of-the-tests";
const script = [
  call("todo", { action: "add", content: "write it", status: "done" }),
  write("hello.sh", "echo hi\n"),
  bash("bash hello.sh; id -u"),
  write("README.md", readme),
  write("key.txt", `${key}\n`),
  end({ archive_name: "made" }),
  bash("rm key.txt"),
  end({ archive_name: "made", summary: "Done by a CLI." }),
];

interface Case {
  readonly cli: "claude" | "codex";
  readonly path: () => string;
  readonly adapter: (model: string) => string;
}

const cases: readonly Case[] = [
  {
    cli: "claude",
    path: () => realProgram("claude"),
    adapter: (model) =>
      `{ env: { ANTHROPIC_API_KEY: ${key}, ANTHROPIC_BASE_URL: "${model}", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", ENABLE_TOOL_SEARCH: "false" } }`,
  },
  {
    cli: "codex",
    path: () => join(realProgram("codex"), "..", "..", "..", "codex-linux-x64", "vendor", "x86_64-unknown-linux-musl", "bin", "codex"),
    adapter: (model) =>
      `{ args: ["-c", "model=scripted", "-c", "model_provider=scripted", "-c", 'model_providers.scripted={name="Scripted", base_url="${model}/v1", wire_api="responses", env_key="OPENAI_API_KEY", supports_websockets=false}'], env: { OPENAI_API_KEY: ${key} } }`,
  },
];

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await daemon[Symbol.asyncDispose]();
});

describe.each(cases)("$cli as the worker of a delivery", ({ cli, path, adapter }) => {
  verifies(
    ["CD-1.1-1", "CD-5.7-3"],
    "writes, runs and delivers with the same tools and the same ending, inside the container",
    async () => {
      const image = await daemon.image({ name: cli, extend: (dir) => addProgram(dir, path(), `/bin/${cli}`) });
      vi.stubEnv("DOCKER_HOST", daemon.host);
      await using model = await ModelServer.start({ "a script": script }, { host: await daemon.gateway() });
      await using parley = await Parley.start({
        yaml: `${people}
cli_adapters: { ${cli}: ${adapter(model.url)} }
code_delivery: { docker_image: "${image}", packages: [], worker: ${cli}, memory_mb: 2048, pids: 256 }
`,
      });
      const ada = talk(parley, "ada");
      ada.say("!!deliver make a script");
      const sent = await parley.chat.waitFor(
        () => parley.chat.posted.find((message) => message.file !== undefined) ?? ada.heard().find((text) => /without delivering|failed|could not/.test(text)),
        { timeoutMs: 120_000 },
      );
      expect(sent).toMatchObject({ file: { name: "made.zip" } });
      const { results = [], tools = [] } = model.exchanges.at(-1) ?? {};
      expect(results[2]).toContain("hi");
      // Its own key does not leave with the archive.
      expect(results[5]).toContain("key.txt:1");
      if (cli === "claude") expect(tools.filter((tool) => !tool.includes("parley"))).toEqual([]);
      expect((await parley.records("task")).map(({ data }) => data["did"])).toContain("command");
      await expect.poll(() => daemon.names(), { timeout: 30_000 }).toEqual([]);
    },
    installMs,
  );
});
