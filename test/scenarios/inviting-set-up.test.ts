import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { snapshotWire } from "#protocol/wire";
import { Parley } from "./parley.ts";

const example = join(import.meta.dirname, "../../config/available-agents.example.json");

it("lists the agents of the shipped example once it is copied to the path that the page names", async () => {
  await using parley = await Parley.start();
  const thread = String((await parley.api("POST", "/api/threads", { topic: "here" })).body["id"]);
  const member = await parley.person("Bo", "member");
  const owner = await parley.person("Ana", "owner");
  const snapshot = async (token: string) => {
    const page = await parley.stream(thread, { token });
    const { data } = await page.next("snapshot");
    page.close();
    return snapshotWire.parse(data);
  };
  const { agents_file: file } = await snapshot(owner);
  expect(file).toBe(join(parley.home, "config", "available-agents.json"));
  expect((await snapshot(member)).agents_file).toBeNull();
  await mkdir(dirname(String(file)), { recursive: true });
  await copyFile(example, String(file));
  const names = async () => {
    const { invitable, invalid_agents: waiting } = await snapshot(owner);
    return [...invitable.map((one) => one.agent_name), ...waiting.flatMap((one) => (one.waits === null ? [] : [one.agent_name]))].toSorted();
  };
  await expect.poll(names, { timeout: 10_000, interval: 50 }).toEqual(["claude", "codex", "copilot", "gemini", "opencode"]);
});
