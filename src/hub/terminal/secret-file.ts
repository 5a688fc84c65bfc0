import { createHmac } from "node:crypto";
import type { Language } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { SecretFile } from "#domain/workspace";
import { PathRejected, openRegular, walkPath } from "#lib/fs/safe-path";
import { canonicalJson } from "#lib/digest";
import { type Dotenv, parseDotenv } from "#lib/fs/dotenv";
import { namesSecret } from "#lib/redact/names-secret";
import { readWhole } from "#lib/fs/read-whole";
import { Secret } from "#lib/redact/secret";
import { say } from "#lib/words/words";
import { fileRefusal, shownBytes } from "#hub/files/file-refusal";
import { terminalTexts } from "./texts.ts";

/** The hub's own view of it: what must not appear in anything the run leaves behind. */
export interface ReadSecretFile extends SecretFile {
  /** Of the names that name a secret; a server or a nick may be shown. */
  values(): readonly string[];
}

export interface SecretFiles {
  /** Read from the disk each time. Throws BadConfig for a file that is there and cannot be used. */
  read(skill: string, language: Language): Promise<ReadSecretFile>;
}

const maxBytes = 64 * 1024;

/** `key` keeps the digest from being a way to guess at short values. */
export function createSecretFiles({ root, key }: { readonly root: string; readonly key: Uint8Array }): SecretFiles {
  return {
    read: async (skill, language) => {
      const path = secretPath(skill);
      const bytes = await readAt(root, path, language);
      const values = bytes === undefined ? new Map<string, string>() : parsed(bytes, path, language);
      return {
        path,
        isThere: bytes !== undefined,
        get: (name) => {
          const value = values.get(name);
          return value === undefined ? undefined : new Secret(value);
        },
        digest: createHmac("sha256", key)
          .update(canonicalJson([...values].toSorted(([a], [b]) => (a < b ? -1 : 1))))
          .digest("hex"),
        values: () => [...new Set([...values].flatMap(([name, value]) => (namesSecret(name) && value !== "" ? [value] : [])))],
      };
    },
  };
}

/** Relative to the workspace. Skills are named by commands, not by callers. */
function secretPath(skill: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(skill)) throw new ParleyError("Internal", `A skill cannot be called "${skill}".`);
  return `.agents/skills/${skill}/secrets/.env`;
}

async function readAt(root: string, path: string, language: Language): Promise<Uint8Array | undefined> {
  try {
    await using target = await walkPath(root, path, { followsLast: true, entersSecrets: true });
    const { file, stats } = await openRegular(target);
    await using _file = file;
    const bytes = stats.size > maxBytes ? undefined : await readWhole(file.fd, maxBytes);
    if (bytes === undefined) throw new ParleyError("BadConfig", say(language, terminalTexts.secretsTooLarge, { path, max: shownBytes(maxBytes) }));
    return bytes;
  } catch (cause) {
    if (cause instanceof PathRejected && ["missing", "noFolder"].includes(cause.why)) return undefined;
    const refused = fileRefusal(language, path, cause);
    throw cause instanceof PathRejected && refused instanceof ParleyError ? new ParleyError("BadConfig", refused.message, { cause }) : refused;
  }
}

function parsed(bytes: Uint8Array, path: string, language: Language): ReadonlyMap<string, string> {
  const text = decode(bytes);
  if (text === undefined) throw new ParleyError("BadConfig", say(language, terminalTexts.secretsNotText, { path }));
  const found = parseDotenv(text);
  if (found.ok) return found.values;
  throw new ParleyError("BadConfig", say(language, terminalTexts.secretsBadLine, { path, line: found.line, problem: problemIn(language, found) }));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function problemIn(language: Language, { problem }: Extract<Dotenv, { ok: false }>): string {
  switch (problem) {
    case "noEquals":
      return say(language, terminalTexts.secretsNoEquals);
    case "badName":
      return say(language, terminalTexts.secretsBadName);
    case "openQuote":
      return say(language, terminalTexts.secretsOpenQuote);
    case "afterQuote":
      return say(language, terminalTexts.secretsAfterQuote);
    case "control":
      return say(language, terminalTexts.secretsControl);
  }
}
