import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pictureOf, reportPdf, richFiles, scanOf, smallXlsx } from "#test/fakes/documents/samples";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const slowMs = 180_000;

/** The lines of a skill that an agent is to copy. */
function callsIn(skill: string): readonly { readonly command: string }[] {
  return [...skill.matchAll(/^terminal_exec (\{.*\})$/gm)].map(([, json = ""]) => JSON.parse(json) as { command: string });
}

describe("the skill doc", { timeout: slowMs }, () => {
  it("has only lines that run as they stand, on documents of the names in it", async () => {
    await using parley = await Parley.start();
    const files = {
      "report.pdf": reportPdf(),
      "slides.pptx": richFiles["slides.pptx"](),
      "numbers.xlsx": smallXlsx(),
      "scan.pdf": scanOf(await pictureOf("Invoice 4711 is due in May", "Total 98.50 EUR"), 2),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(parley.home, name), bytes);
    const skill = await readFile(join(parley.home, ".agents/skills/doc/SKILL.md"), "utf8");
    const calls = callsIn(skill);
    expect(new Set(calls.map(({ command }) => /^\w+ [\w-]+/.exec(command)?.[0]))).toEqual(new Set(["doc info", "doc extract", "doc ocr", "table to-csv"]));
    for (const call of calls) {
      const { body } = await parley.api("POST", "/api/exec", call);
      expect([call.command, body["exit_code"], body["stderr"]]).toEqual([call.command, 0, ""]);
    }
    // What it promises about the result is there.
    const { body } = await parley.api("POST", "/api/exec", { command: "doc extract --in report.pdf" });
    const [, named = ""] = /`result` has (`status`.*?)\. Read the file/.exec(skill) ?? [];
    const keys = [...named.matchAll(/`(\w+)`/g)].map(([, key = ""]) => key).filter((key) => !["slides", "sheets"].includes(key));
    expect(keys.length).toBeGreaterThan(7);
    expect(Object.keys(body["result"] as object)).toEqual(expect.arrayContaining(keys));
  });

  verifies("TE-ACC-1", "leads an agent from a file to its text on disk and on to the next step", async () => {
    const script = `on "read the harvest report"
  exec "skill show doc"
  exec "doc info --in report.pdf"
  exec "doc extract --in report.pdf"
  say "The text is in {artifact}. Go on with: sum up {artifact}"
on /^sum up (\\S+)/
  exec "doc info --in report.pdf"
  say "I was asked to {prompt}"
`;
    const sessions = "sessions: [{ name: helper, cli_type: scripted, script: helper.script }]\ndefault_session: helper\n";
    await using parley = await Parley.start({ yaml: people + sessions, files: { "helper.script": script } });
    await writeFile(join(parley.home, "report.pdf"), reportPdf());
    const ada = talk(parley, "ada");
    ada.say("read the harvest report");
    const { text } = await ada.hears("The text is in");
    const [, path = "", next = ""] = /The text is in (\S+)\. Go on with: (.*)$/m.exec(text) ?? [];
    expect(path).toMatch(/^\.agents\/artifacts\/run_\w+\/report\.md$/);
    expect(await readFile(join(parley.home, path), "utf8")).toContain("今年的收成很好");

    // The next step is queued with the artifact's path in it, and the agent gets it.
    ada.say(next);
    await ada.hears(`I was asked to sum up ${path}`);
    const { id, thread } = await parley.session("helper");
    const runs = (await parley.api("GET", `/api/runs?thread=${thread}`)).body as unknown as readonly Record<string, unknown>[];
    expect(runs.map((run) => [run["line"], run["session"], run["exit_code"]]).toReversed()).toEqual([
      ["skill show doc", id, 0],
      ["doc info --in report.pdf", id, 0],
      ["doc extract --in report.pdf", id, 0],
      ["doc info --in report.pdf", id, 0],
    ]);
  });
});
