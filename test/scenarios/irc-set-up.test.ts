import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { snapshotWire } from "#protocol/wire";
import { Parley } from "./parley.ts";

const secrets = ".agents/skills/irc-cli/secrets/.env";
const complete = "IRC_SERVER=hidden.example\nIRC_CHANNEL=#backroom\nIRC_NICK=kestrel\n";

it("tells the page that IRC is set up as soon as its keys are complete, and none of their values", async () => {
  await using parley = await Parley.start({ files: { [secrets]: "IRC_SERVER=hidden.example\n" } });
  const thread = String((await parley.api("POST", "/api/threads", { topic: "here" })).body["id"]);
  const snapshot = async () => {
    const page = await parley.stream(thread);
    const { data } = await page.next("snapshot");
    page.close();
    return data;
  };
  const setUp = async () => snapshotWire.parse(await snapshot()).links_set_up;
  expect(await setUp()).toEqual([]);
  await writeFile(join(parley.home, secrets), complete);
  expect(await setUp()).toEqual(["irc"]);
  expect(JSON.stringify(await snapshot())).not.toMatch(/hidden\.example|backroom|kestrel/);
  await writeFile(join(parley.home, secrets), "not a line of a settings file");
  expect(await setUp()).toEqual([]);
});
