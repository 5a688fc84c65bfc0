import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The largest picture, and all of them together. */
export const uploadBytes = 5 * 1024 * 1024;
const totalBytes = 512 * 1024 * 1024;

const kinds = {
  png: { mime: "image/png", begins: /^\x89PNG\r\n\x1a\n/ },
  jpg: { mime: "image/jpeg", begins: /^\xff\xd8\xff/ },
  gif: { mime: "image/gif", begins: /^GIF8[79]a/ },
  webp: { mime: "image/webp", begins: /^RIFF[^]{4}WEBP/ },
} as const;

const uploadName = /^[0-9a-f]{64}\.(?<kind>png|jpg|gif|webp)$/;
const uploadPath = /^\/static\/uploads\/(?<name>[0-9a-f]{64}\.(?:png|jpg|gif|webp))$/;

export interface Upload {
  readonly mime: string;
  readonly bytes: Buffer;
}

export type Kept = { readonly ok: true; readonly name: string } | { readonly ok: false; readonly why: "NotAPicture" | "Full" };

/**
 * Pictures that are handed over before a message speaks of them. A file is called by the hash of what it holds, so a name says
 * nothing and cannot be guessed, and the same picture twice is one. What it is, is read from its first bytes.
 */
export interface Uploads {
  keep(bytes: Buffer): Promise<Kept>;
  read(name: string): Promise<Upload | undefined>;
}

export function createUploads(artifactsDir: string): Uploads {
  const dir = join(artifactsDir, "uploads");

  const used = async (): Promise<number> => {
    const names = await readdir(dir);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name)).catch(() => undefined))?.size ?? 0));
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  return {
    keep: async (bytes) => {
      const kind = kindOf(bytes);
      if (kind === undefined) return { ok: false, why: "NotAPicture" };
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const name = `${createHash("sha256").update(bytes).digest("hex")}.${kind}`;
      if ((await readdir(dir)).includes(name)) return { ok: true, name };
      if ((await used()) + bytes.length > totalBytes) return { ok: false, why: "Full" };
      // Whole or not at all, whoever reads meanwhile.
      const part = join(dir, `${randomBytes(8).toString("hex")}.part`);
      try {
        await writeFile(part, bytes, { mode: 0o600, flag: "wx" });
        await rename(part, join(dir, name));
      } finally {
        await rm(part, { force: true });
      }
      return { ok: true, name };
    },
    read: async (name) => {
      const kind = uploadName.exec(name)?.groups?.["kind"] as keyof typeof kinds | undefined;
      if (kind === undefined) return undefined;
      const bytes = await readFile(join(dir, name)).catch(() => undefined);
      return bytes && { mime: kinds[kind].mime, bytes };
    },
  };
}

/** The name in an address of an uploaded picture. */
export function uploadIn(address: string): string | undefined {
  return uploadPath.exec(address)?.groups?.["name"];
}

/** What a picture is, by its first bytes; undefined when it is none that models take. */
export function mimeOf(bytes: Buffer): string | undefined {
  const kind = kindOf(bytes);
  return kind && kinds[kind].mime;
}

function kindOf(bytes: Buffer): keyof typeof kinds | undefined {
  const head = bytes.toString("latin1", 0, 16);
  const found = Object.entries(kinds).find(([, { begins }]) => begins.test(head));
  return found?.[0] as keyof typeof kinds | undefined;
}
