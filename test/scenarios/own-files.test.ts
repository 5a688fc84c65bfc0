import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { proseDocx } from "#test/fakes/documents/samples";
import { verifies } from "#test/verifies";
import { openThread } from "./invitations.ts";
import { Parley } from "./parley.ts";
import { fileTexts } from "#hub/files/texts";
import { partOf } from "#test/part-of";

const slowMs = 120_000;
const mallory = "people: [{ name: Mallory, role: owner }]";

/** A document that an agent handed over, and the agent's way to run commands. */
async function withAgent(parley: Parley): Promise<{ readonly upload: string; exec(command: string): Promise<Record<string, unknown>> }> {
  const token = await parley.token({ agent: "bee" });
  const thread = await openThread(parley, "Files");
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${parley.url}/api/threads/${thread}/files?name=evil.docx`, { method: "POST", headers, body: Uint8Array.from(proseDocx(mallory)) });
  const { path } = (await sent.json()) as { path: string };
  return { upload: path, exec: async (command) => (await parley.api("POST", "/api/exec", { command }, token)).body };
}

describe("an agent's document", { timeout: slowMs }, () => {
  verifies("TE-FILE-2", "takes the place of nothing that Parley stands on, in a workspace that is its home", async () => {
    await using parley = await Parley.start({ yaml: "people: [{ name: Ola, role: owner }]" });
    const { upload, exec } = await withAgent(parley);
    await mkdir(join(parley.home, "config"));
    await writeFile(join(parley.home, "config/available-agents.json"), "{}");
    const own = ["parley.yaml", "hub.json", "hub.lock", "parley.db", "parley.db-wal", "config/available-agents.json", ".agents/skills/doc/SKILL.md"];
    const text = (name: string): Promise<string> => readFile(join(parley.home, name), "latin1");
    const config = await text("parley.yaml");
    for (const name of own) {
      const output = await exec(`doc extract --in ${upload} --mode text --out ${name} --confirm`);
      expect([name, output["exit_code"], output["error_code"]]).toEqual([name, 1, "InvalidArgs"]);
      expect(output["stderr"]).toContain(partOf(fileTexts.fileOwn));
      expect([name, await text(name)]).not.toEqual([name, `${mallory}\n`]);
    }
    expect(await exec("doc extract --in hub.json")).toMatchObject({ error_code: "InvalidArgs" });
    expect(await text("parley.yaml")).toBe(config);
    await parley.restart();
    const people = (await parley.api("GET", "/api/people")).body as unknown as readonly { name: string }[];
    expect(people.map(({ name }) => name)).toEqual(["Ola"]);
    expect(await exec(`doc extract --in ${upload} --mode text --out out.txt`)).toMatchObject({ exit_code: 0 });
    expect(await text("out.txt")).toBe(`${mallory}\n`);
  });
});
