import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { configTexts } from "./texts.ts";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseDotenv } from "#lib/fs/dotenv";
import { readRegularFileSync } from "#lib/fs/regular-file";
import type { Env } from "./substitute.ts";

export const envFileName = ".env";
const maxBytes = 256 * 1024;

export interface EnvFile {
  readonly values: Env;
  /** The language is known once the file has been read. */
  readonly warnings: readonly ((language: TextLanguage) => string)[];
}

/**
 * Variables from the `.env` beside the configuration file, where `parley setup` puts secrets. The process environment wins over it. A line
 * that cannot be parsed is a warning and no error: the folder may be a project's, whose `.env` is another program's.
 */
export function readEnvFile(configFile: string | undefined): EnvFile {
  if (configFile === undefined) return { values: {}, warnings: [] };
  const file = join(dirname(configFile), envFileName);
  let text: string;
  let isOpen: boolean;
  try {
    text = readRegularFileSync(file, maxBytes).toString("utf8");
    isOpen = (statSync(file).mode & 0o077) !== 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return {
      values: {},
      warnings: code === "ENOENT" || code === "ENOTDIR" ? [] : [(language) => say(language, configTexts.envFileUnreadable, { file, code })],
    };
  }
  const parsed = parseDotenv(text);
  if (!parsed.ok) return { values: {}, warnings: [(language) => say(language, configTexts.envFileBadLine, { file, line: parsed.line })] };
  return { values: Object.fromEntries(parsed.values), warnings: isOpen ? [(language) => say(language, configTexts.envFileOpen, { file })] : [] };
}
