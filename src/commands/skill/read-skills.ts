import type { CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { readWhole } from "#lib/fs/read-whole";
import { showHidden } from "#lib/text/show-hidden";
import { say } from "#lib/words/words";
import { parseSkill, type ParsedSkill, type ReadYaml } from "./front-matter.ts";
import { skillTexts } from "./texts.ts";

/** One folder of the skills, whether or not it can be used. */
export interface FoundSkill {
  readonly folder: string;
  readonly path: string;
  readonly parsed: ParsedSkill;
}

type Reading = Pick<CommandContext, "files" | "language" | "signal">;

const skillsFolder = ".agents/skills";
const maxBytes = 256 * 1024;

/** The folders that may hold skills, in order. */
export async function skillFolders({ files }: Reading, most: number): Promise<readonly string[]> {
  const found = await files.list(skillsFolder, most).catch((cause: unknown) => {
    if (cause instanceof ParleyError && cause.code === "NotFound") return [];
    throw cause;
  });
  return found.filter(({ name, kind }) => (kind === "folder" || kind === "link") && !name.startsWith(".")).map(({ name }) => name);
}

export async function readSkill(ctx: Reading, folder: string, readYaml: ReadYaml): Promise<FoundSkill> {
  ctx.signal.throwIfAborted();
  const path = `${skillsFolder}/${folder}/SKILL.md`;
  return { folder, path, parsed: await read(ctx, path, folder, readYaml) };
}

async function read({ files, language }: Reading, path: string, folder: string, readYaml: ReadYaml): Promise<ParsedSkill> {
  const tooLarge: ParsedSkill = { ok: false, problem: say(language, skillTexts.skillTooLarge, { max: maxBytes / 1024 }) };
  try {
    await using file = await files.open(path, maxBytes);
    const bytes = await readWhole(file.fd, maxBytes);
    if (bytes === undefined) return tooLarge;
    // What a reader would not see is shown, before anybody follows what it says.
    const text = showHidden(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n"));
    return parseSkill(text, folder, readYaml, language);
  } catch (cause) {
    if (cause instanceof TypeError) return { ok: false, problem: say(language, skillTexts.skillNotText) };
    if (!(cause instanceof ParleyError)) throw cause;
    if (cause.code === "TooLarge") return tooLarge;
    return { ok: false, problem: cause.code === "NotFound" ? say(language, skillTexts.skillNoFile) : cause.message };
  }
}
