import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectMcp } from "#test/fakes/door/mcp";
import { reportPdf } from "#test/fakes/documents/samples";
import { like } from "#test/matching";
import { desk } from "#test/fakes/program";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

// The same document by every way in.

const document = reportPdf(40);

async function withReport(): Promise<Parley> {
  const parley = await Parley.start({ yaml: people });
  await writeFile(join(parley.home, "report.pdf"), document);
  return parley;
}

describe("a document", { timeout: 120_000 }, () => {
  it("over MCP comes with notifications of progress, a summary and an artifact", async () => {
    await using parley = await withReport();
    await using mcp = await connectMcp(Number(new URL(parley.url).port), await parley.token({ agent: "bee" }));
    const told: string[] = [];
    const onprogress = ({ message }: { message?: string | undefined }): void => void told.push(message ?? "");
    const { body, isError } = await mcp.tool("terminal_exec", { command: "doc extract --in report.pdf --out report.md" }, { onprogress });
    expect(isError).toBe(false);
    expect(body).toMatchObject({ exit_code: 0, result: { pages: 40, out: "report.md" }, artifacts: [{ path: "report.md", mime: "text/markdown" }] });
    expect(told.some((line) => /^\d+ % read$/.test(line))).toBe(true);
    expect(await readFile(join(parley.home, "report.md"), "utf8")).toContain("Page 40 of the harvest report");
    const refused = await mcp.tool("terminal_exec", { command: "doc extract --in report.pdf --out report.md" });
    expect(refused.body).toMatchObject({ exit_code: 1, error_code: "ConfirmRequired" });
  });

  it("over the API comes line by line: the run, how far it is, and the output", async () => {
    await using parley = await withReport();
    const response = await fetch(`${parley.url}/api/exec`, {
      method: "POST",
      headers: { authorization: `Bearer ${await parley.operator()}`, accept: "application/x-ndjson" },
      body: JSON.stringify({ command: "doc extract --in report.pdf" }),
    });
    const lines = (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [first, ...rest] = lines;
    const last = rest.pop();
    expect(first).toEqual({ run_id: last?.["run_id"] });
    expect(rest.length).toBeGreaterThan(0);
    for (const { progress } of rest) expect(progress).toMatch(/^\d+ % read$/);
    expect(last).toMatchObject({ exit_code: 0, result: { pages: 40 } });
  });

  it("in a chat is read for those who may, and said with its file", async () => {
    await using parley = await withReport();
    const ada = talk(parley, "ada");
    ada.say("!!exec doc extract --in report.pdf");
    const { text } = await ada.hears("pdf · pages: 40");
    expect(text).toMatch(/- `\.agents\/artifacts\/run_\w+\/report\.md`/);
    ada.say("!!exec doc info --in nothing.pdf");
    await ada.hears("`nothing.pdf` does not exist in the workspace.");
  });

  it("in a shell prints the summary, tells progress beside it, and exits with the code", async () => {
    using place = desk();
    await writeFile(join(place.dir, "parley.yaml"), "");
    await writeFile(join(place.dir, "report.pdf"), document);
    await using hub = await place.start();
    expect(hub.pid).toBeGreaterThan(0);
    const read = await place.parley("exec", "doc extract --in report.pdf --out report.md");
    expect([read.code, read.out.split("\n")[0]]).toEqual([0, like(/^pdf · pages: 40 · /)]);
    expect(read.err).toMatch(/% read\n/);
    expect(await readFile(join(place.dir, "report.md"), "utf8")).toContain("今年的收成很好");
    expect(await place.parley("exec", "doc extract --in report.pdf --out report.md")).toMatchObject({ code: 1, out: "" });
  });
});
