import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap, parseDocument } from "yaml";
import { readRegularFileSync } from "#lib/fs/regular-file";
import { envFileName } from "./env-file.ts";

const maxBytes = 1024 * 1024;

/** Beside a new configuration; a hub warns of a folder that is configured and not there. */
const firstWorkspace = "workspace";

/** A new configuration keeps what a hub without one has. */
const firstFile = `# Parley's configuration. parley.example.yaml documents every key; parley config shows what is in force.
workspace: ${firstWorkspace}
sessions:
  - { name: demo, cli_type: scripted }
default_session: demo
`;

/** The file's text with the bot in it. Comments and everything else stay. Undefined where the platform is in it already. */
export function withBot(text: string, platform: string, settings: Readonly<Record<string, unknown>>): string | undefined {
  const doc = parseDocument(text);
  if (doc.hasIn(["bots", platform])) return undefined;
  // An empty `bots:` would otherwise be no place to put something into.
  if (!isMap(doc.get("bots"))) doc.set("bots", doc.createNode({}));
  doc.setIn(["bots", platform], doc.createNode(settings));
  return doc.toString({ lineWidth: 0 });
}

/** The text of a `.env` with these variables in place of earlier ones. */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  const names = Object.keys(variables);
  const isReplaced = (line: string): boolean => names.some((name) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line));
  const kept = text.split(/\r?\n/).filter((line) => !isReplaced(line));
  while (kept.at(-1) === "") kept.pop();
  return [...kept, ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`), ""].join("\n");
}

function quoted(value: string): string {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value.replaceAll(/[\\"$]/g, (char) => `\\${char}`)}"` : `'${value}'`;
}

/** What is there, or what a first file says. */
export function readForEdit(file: string): string {
  return existsSync(file) ? readRegularFileSync(file, maxBytes).toString("utf8") : firstFile;
}

/** Writes the secrets first: a file that names variables which are not set would keep the hub from starting. */
export function writeEdited(file: string, text: string, variables: Readonly<Record<string, string>>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (Object.keys(variables).length > 0) {
    const env = join(dirname(file), envFileName);
    const before = existsSync(env) ? readRegularFileSync(env, maxBytes).toString("utf8") : "";
    replaceFile(env, withVariables(before, variables), 0o600);
  }
  if (!existsSync(file)) mkdirSync(join(dirname(file), firstWorkspace), { recursive: true, mode: 0o700 });
  replaceFile(file, text, existsSync(file) ? statSync(file).mode & 0o777 : 0o600);
}

/** Whole or not at all, also after a power failure. A link stays one: what it leads to is replaced. */
function replaceFile(link: string, text: string, mode: number): void {
  const file = existsSync(link) ? realpathSync(link) : link;
  const partial = `${file}.${randomUUID()}`;
  try {
    writeFileSync(partial, text, { mode, flag: "wx", flush: true });
    chmodSync(partial, mode);
    renameSync(partial, file);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cause;
  }
}
