import { say } from "#lib/words/words";
import { skillTexts } from "#commands/skill/texts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { terminalCommands } from "#app/commands";
import { tokenize } from "#commands/kit/tokenize";
import type { CommandContext, CommandResult } from "#domain/command";
import { createWorkspaceFiles } from "#hub/files/workspace-files";
import { systemClock } from "#lib/time/clock";
import { openIrc } from "#wire/irc/open-irc";
import { partOf } from "#test/part-of";

const world = { clock: systemClock, openIrc };
let base = "";
let root = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "parley-skills-"));
  root = join(base, "workspace");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true }));

async function type(line: string): Promise<CommandResult> {
  const files = createWorkspaceFiles({
    root,
    own: { home: "/nowhere", program: "/nowhere", files: [] },
    run: "run_1",
    maxBytes: 1,
    mayReplace: () => true,
    sees: () => Promise.resolve(true),
    speech: { language: "en" },
  });
  const speech = { language: "en", prefix: "" } as const;
  const found = terminalCommands(world).find(tokenize(line, "en"));
  if (found === undefined) throw new Error(`no command in ${line}`);
  const ctx: Partial<CommandContext> = { files, ...speech, signal: new AbortController().signal };
  return found.command.run(found.command.parse(found.argv, speech), ctx as CommandContext);
}

function skill(folder: string, text: string | Uint8Array): void {
  mkdirSync(join(root, ".agents/skills", folder), { recursive: true });
  writeFileSync(join(root, ".agents/skills", folder, "SKILL.md"), text);
}
const head = (name: string, description = "does it", more = ""): string => `---\nname: ${name}\ndescription: ${description}\n${more}---\n# Title\n\nText.\n`;

describe("the skills of a workspace", () => {
  it("are listed with their descriptions, and those that cannot be used with the reason", async () => {
    skill("good", head("good", ">\n  folded\n  text", "metadata:\n  version: '1'\n"));
    skill("windows", head("windows").replaceAll("\n", "\r\n"));
    skill("no-head", "# Only text");
    skill("other-name", head("good"));
    skill("Upper", head("Upper"));
    skill("a--b", head("a--b"));
    skill("n".repeat(65), head("n".repeat(65)));
    skill("no-description", "---\nname: no-description\n---\n");
    skill("too-much", head("too-much", "x".repeat(1_025)));
    skill("bad-yaml", "---\nname: [\n---\n");
    skill("tag", head("tag", "!!js/function x"));
    skill("large", `${head("large")}${"x".repeat(256 * 1024)}`);
    skill("binary", Buffer.from([0xff, 0xfe, 0x00]));
    mkdirSync(join(root, ".agents/skills/empty"));
    const { result } = await type("skill list");
    const told = Object.fromEntries(
      (result["skills"] as { name: string; description?: string; problem?: string }[]).map((s) => [s.name, s.description ?? s.problem]),
    );
    expect(told).toMatchObject({
      good: "folded text",
      windows: "does it",
      "no-head": expect.stringContaining("does not start with") as string,
      "other-name": say("en", skillTexts.skillOtherName, { name: "good" }),
      Upper: expect.stringContaining("lower-case") as string,
      "a--b": expect.stringContaining(partOf(skillTexts.skillBadName)) as string,
      ["n".repeat(65)]: expect.stringContaining("1 to 64") as string,
      "no-description": expect.stringContaining("1 to 1024 characters") as string,
      "too-much": expect.stringContaining("1 to 1024 characters") as string,
      "bad-yaml": expect.stringContaining(partOf(skillTexts.skillBadYaml)) as string,
      tag: expect.stringContaining(partOf(skillTexts.skillBadYaml)) as string,
      large: expect.stringContaining("256 KB") as string,
      binary: expect.stringContaining("UTF-8") as string,
      empty: "It has no file `SKILL.md`.",
    });
  });

  it("are none at first, and the answer says what one is", async () => {
    expect(await type("skill list")).toMatchObject({ exitCode: 0, text: expect.stringContaining("SKILL.md") as string, result: { ok: true, skills: [] } });
  });

  it("are shown whole, with nothing hidden in them", async () => {
    skill("good", `${head("good")}\u202eevil\n`);
    const { text, result } = await type("skill show good");
    expect(text).toBe("good: does it\n\n# Title\n\nText.\n⟨U+202E⟩evil");
    expect(result).toMatchObject({ ok: true, name: "good", path: ".agents/skills/good/SKILL.md", body: "# Title\n\nText.\n⟨U+202E⟩evil" });
  });

  it("are asked for by name: a slip, a path or a broken one is refused with the way out", async () => {
    skill("good", head("good"));
    skill("broken", "no head");
    await expect(type("skill show god")).rejects.toMatchObject({ code: "NotFound", message: expect.stringContaining("Did you mean `good`") as string });
    await expect(type("skill show ../../../etc")).rejects.toMatchObject({ code: "NotFound" });
    await expect(type("skill show broken")).rejects.toThrow("Fix `.agents/skills/broken/SKILL.md`");
    expect(() => tokenize("skill show good; ls", "en")).toThrow("shell syntax");
  });

  it("are never read from outside of the workspace, from a secrets folder or from a pipe", async () => {
    mkdirSync(join(base, "out"));
    writeFileSync(join(base, "out/SKILL.md"), head("out"));
    mkdirSync(join(root, ".agents/skills/secrets"), { recursive: true });
    mkdirSync(join(root, ".agents/skills/pipe"));
    symlinkSync(join(base, "out"), join(root, ".agents/skills/out"));
    symlinkSync("secrets", join(root, ".agents/skills/hidden"));
    execFileSync("mkfifo", [join(root, ".agents/skills/pipe/SKILL.md")]);
    const { result } = await type("skill list");
    expect(result["skills"]).toMatchObject([
      { name: "hidden", valid: false, problem: expect.stringContaining("`secrets`") as string },
      { name: "out", valid: false, problem: expect.stringContaining("points outside") as string },
      { name: "pipe", valid: false, problem: expect.stringContaining("not a regular file") as string },
    ]);
  });

  it("read files, and say so", () => {
    expect(["skill list", "skill show x"].map((line) => terminalCommands(world).find(tokenize(line, "en"))?.command.needs)).toEqual([
      ["files.read"],
      ["files.read"],
    ]);
  });
});
