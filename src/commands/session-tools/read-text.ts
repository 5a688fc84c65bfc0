import type { CommandContext } from "#domain/command";
import { ParleyError } from "#domain/errors";
import { readWhole } from "#lib/fs/read-whole";

/** What one of these tools reads of a file, at most. */
const maxFileBytes = 8 * 1024 * 1024;

/** The text of a file of the workspace. Throws NotSupported for what is not text, with the way to read it. */
export async function readText({ files, signal }: Pick<CommandContext, "files" | "signal">, path: string, maxBytes = maxFileBytes): Promise<string> {
  signal.throwIfAborted();
  await using file = await files.open(path, maxBytes);
  const bytes = await readWhole(file.fd, maxBytes);
  if (bytes === undefined) throw new ParleyError("TooLarge", `${path} grew while it was read.`);
  const text = decoded(bytes);
  if (text === undefined)
    throw new ParleyError("NotSupported", `${path} is not a text file. Documents and tables are read with terminal_exec: doc extract, table to-csv; see help.`);
  return text;
}

/** Undefined for bytes that are not text. */
function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
