import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Confinement, ConfineLimits } from "#wire/confine";

const megabyte = 1_048_576;

/** Most that a document may take. A hub that reads four at once needs four times this. */
export const mostMemoryBytes = 512 * megabyte;

export const documentLimits: ConfineLimits = {
  // V8 reserves half a gigabyte for code and a little more for its threads, and hardly touches it.
  dataBytes: mostMemoryBytes + 592 * megabyte,
  cpuSeconds: 600,
  files: 64,
};

const threads = "--allow-worker";
const here = fileURLToPath(import.meta.url);
const kind = extname(here);
const program = dirname(dirname(dirname(dirname(here))));

/** The command that reads one document: our own program on the Node that runs here. With `mayPair` it may start one thread, before it looks at the document. */
export function documentProgram(confinement: Confinement, mayPair = false): readonly [string, ...string[]] {
  return confinedNode(confinement, [...(mayPair ? [threads] : []), join(program, "documents", "program", `main${kind}`), confinement.network]);
}

/** Where Node cannot take the right back that it gave, it must not be given. */
export const threadsTrial = [process.execPath, "--permission", threads, "--no-warnings", "-e", 'process.permission.drop("worker")'] as const;

/** A Node that can read its own program's code and nothing else, write nothing and start nothing. */
export function confinedNode({ words }: Pick<Confinement, "words">, args: readonly string[]): readonly [string, ...string[]] {
  const root = dirname(program);
  const readable = [join(program, "*"), join(root, "package.json"), ...packageFolders(root).map((folder) => join(folder, "*"))];
  const node = [
    process.execPath,
    ...(kind === ".ts" ? ["-C", "parley-source"] : []),
    "--permission",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    "--no-addons",
    "--disable-proto=delete",
    "--disallow-code-generation-from-strings",
    "--max-old-space-size=192",
    "--max-semi-space-size=8",
    "--no-warnings",
  ];
  const [first = process.execPath, ...rest] = [...words, ...node, ...args];
  return [first, ...rest];
}

/** Where its packages are: beside the program, or wherever a link or an installation has put them. */
function packageFolders(root: string): readonly string[] {
  const found = findPackageJSON("@hyzyla/pdfium", import.meta.url);
  const folders = [join(root, "node_modules")];
  if (found !== undefined) {
    const at = realpathSync(found);
    folders.push(at.slice(0, at.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length));
  }
  return [...new Set(folders)];
}
