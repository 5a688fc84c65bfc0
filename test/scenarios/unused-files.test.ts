import { expect, it } from "vitest";
import { z } from "zod";
import { openThread } from "./invitations.ts";
import { Parley } from "./parley.ts";

const send = async (parley: Parley, token: string): Promise<number> => {
  const thread = await openThread(parley, "Files");
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${parley.url}/api/threads/${thread}/files?name=a.txt`, { method: "POST", headers, body: "x".repeat(700_000) })).status;
};
const yaml = "people: [{ name: Ola, role: owner }]\nlimits: { upload_mb: 1, upload_unused_mb: 1 }";

it("files that nothing names are counted for whoever handed them over after a restart too", async () => {
  await using parley = await Parley.start({ yaml });
  const ann = await parley.person("Ann", "member");
  const bo = await parley.person("Bo", "member");
  expect(await send(parley, ann)).toBe(201);
  expect(await send(parley, ann)).toBe(413);
  await parley.restart();
  expect([await send(parley, ann), await send(parley, bo)]).toEqual([413, 201]);
});

it("a member's agents share what the member may hand over, after a restart too", async () => {
  await using parley = await Parley.start({ yaml });
  const ann = await parley.person("Ann", "member");
  const register = async (): Promise<string> =>
    z.object({ token: z.string() }).parse((await parley.api("POST", "/api/agents/register", { ide: "IDE", model: "x" }, ann)).body).token;
  const [first, second] = [await register(), await register()];
  expect([await send(parley, first), await send(parley, second), await send(parley, ann)]).toEqual([201, 413, 413]);
  await parley.restart();
  expect(await send(parley, second)).toBe(413);
});
