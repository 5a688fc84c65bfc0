import type { Language } from "#domain/command";
import { say } from "#lib/words/words";
import { skillTexts } from "./texts.ts";

/** YAML as the hub reads it elsewhere: a tree, or the sentence that says why there is none. */
export type ReadYaml = (text: string) => { readonly ok: true; readonly tree: unknown } | { readonly ok: false; readonly problem: string };

export interface SkillHead {
  readonly name: string;
  readonly description: string;
}

export type ParsedSkill = { readonly ok: true; readonly head: SkillHead; readonly body: string } | { readonly ok: false; readonly problem: string };

const maxDescription = 1_024;

/** `SKILL.md` as the Agent Skills format has it: a head of YAML with name and description, then Markdown. */
export function parseSkill(text: string, folder: string, readYaml: ReadYaml, language: Language): ParsedSkill {
  const problem = (sentence: string): ParsedSkill => ({ ok: false, problem: sentence });
  const parts = /^\ufeff?---[ \t]*\r?\n(?<head>.*?)\r?\n---[ \t]*(?:\r?\n(?<body>.*))?$/s.exec(text)?.groups;
  if (parts === undefined) return problem(say(language, skillTexts.skillNoFront));
  const yaml = readYaml(parts["head"] ?? "");
  if (!yaml.ok) return problem(say(language, skillTexts.skillBadYaml, { problem: yaml.problem }));
  const { name, description } = fieldsOf(yaml.tree);
  if (typeof name !== "string" || !isSkillName(name)) return problem(say(language, skillTexts.skillBadName));
  if (name !== folder) return problem(say(language, skillTexts.skillOtherName, { name }));
  const isDescribed = typeof description === "string" && description.trim() !== "" && [...description].length <= maxDescription;
  if (!isDescribed) return problem(say(language, skillTexts.skillBadDescription, { max: maxDescription }));
  return { ok: true, head: { name, description: description.trim() }, body: (parts["body"] ?? "").trim() };
}

function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

function fieldsOf(tree: unknown): { readonly name?: unknown; readonly description?: unknown } {
  return typeof tree === "object" && tree !== null ? tree : {};
}
