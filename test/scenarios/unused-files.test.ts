import { expect, it } from "vitest";
import { openThread } from "./invitations.ts";
import { Parley } from "./parley.ts";

it("files that nothing names are counted for whoever handed them over after a restart too", async () => {
  await using parley = await Parley.start({ yaml: "people: [{ name: Ola, role: owner }]\nlimits: { upload_mb: 1, upload_unused_mb: 1 }" });
  const ann = await parley.person("Ann", "member");
  const bo = await parley.person("Bo", "member");
  const send = async (token: string): Promise<number> => {
    const thread = await openThread(parley, "Files");
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${parley.url}/api/threads/${thread}/files?name=a.txt`, { method: "POST", headers, body: "x".repeat(700_000) })).status;
  };
  expect(await send(ann)).toBe(201);
  expect(await send(ann)).toBe(413);
  await parley.restart();
  expect([await send(ann), await send(bo)]).toEqual([413, 201]);
});
