import { terminalCommand } from "#commands/kit/terminal-command";
import { refusal } from "#commands/kit/refusal";
import type { Command, Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { nearest } from "#lib/text/nearest";
import { keepHead } from "#lib/text/truncate";
import { say } from "#lib/words/words";
import type { ReadYaml } from "./front-matter.ts";
import { type FoundSkill, readSkill, skillFolders } from "./read-skills.ts";
import { skillTexts } from "./texts.ts";

const mostSkills = 200;
const lineChars = 160;

/** What the workspace's skills are, and what each of them says. */
export function skillCommands(readYaml: ReadYaml): readonly Command[] {
  const list = terminalCommand({ name: "skill list", summary: skillTexts.summarySkillList, needs: ["files.read"] }, async (_args, ctx) => {
    const folders = await skillFolders(ctx, mostSkills + 1);
    const skills: FoundSkill[] = [];
    for (const folder of folders.slice(0, mostSkills)) skills.push(await readSkill(ctx, folder, readYaml));
    const isCut = folders.length > mostSkills;
    return {
      exitCode: 0,
      text: listed(skills, isCut, ctx.language),
      result: { ok: true, command: "skill list", skills: skills.map(toJson), truncated: isCut },
    };
  });

  const show = terminalCommand(
    { name: "skill show", positionals: [{ name: "name", summary: skillTexts.argSkill }], summary: skillTexts.summarySkillShow, needs: ["files.read"] },
    async ({ name }, ctx) => {
      const folders = await skillFolders(ctx, mostSkills);
      if (!folders.includes(name)) throw unknown(name, folders, ctx.language);
      const skill = await readSkill(ctx, name, readYaml);
      const { path, parsed } = skill;
      if (!parsed.ok) throw refusal("InvalidArgs", ctx.language, skillTexts.skillUnusable, { name, problem: parsed.problem, path });
      return {
        exitCode: 0,
        text: `${parsed.head.name}: ${parsed.head.description}\n\n${parsed.body}`,
        result: { ok: true, command: "skill show", ...toJson(skill), body: parsed.body },
      };
    },
  );
  return [list, show];
}

function listed(skills: readonly FoundSkill[], isCut: boolean, language: Language): string {
  if (skills.length === 0) return say(language, skillTexts.skillNone);
  const lines = skills.map(({ folder, parsed }) => {
    const says = parsed.ok ? parsed.head.description : say(language, skillTexts.skillBroken, { problem: parsed.problem });
    return `${folder}: ${shortened(says.replaceAll(/\s+/g, " "))}`;
  });
  return [...lines, ...(isCut ? [say(language, skillTexts.skillMore, { count: mostSkills })] : [])].join("\n");
}

function shortened(text: string): string {
  const head = keepHead(text, lineChars);
  return head.cut ? `${head.text}…` : head.text;
}

function toJson({ folder, path, parsed }: FoundSkill): JsonObject {
  if (!parsed.ok) return { name: folder, path, valid: false, problem: parsed.problem };
  return { name: folder, path, valid: true, description: parsed.head.description };
}

function unknown(name: string, folders: readonly string[], language: Language): Error {
  const near = nearest(name, folders);
  if (near === undefined) return refusal("NotFound", language, skillTexts.skillUnknown, { name });
  return refusal("NotFound", language, skillTexts.skillUnknownNear, { name, nearest: near });
}
