import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readRegularFile } from "#lib/fs/regular-file";

/** The largest picture, and all of them together. */
export const uploadBytes = 5 * 1024 * 1024;
const totalBytes = 512 * 1024 * 1024;

const kinds = {
  png: { mime: "image/png", begins: /^\x89PNG\r\n\x1a\n/ },
  jpg: { mime: "image/jpeg", begins: /^\xff\xd8\xff/ },
  gif: { mime: "image/gif", begins: /^GIF8[79]a/ },
  webp: { mime: "image/webp", begins: /^RIFF[^]{4}WEBP/ },
} as const;

const partName = /^[0-9a-f]{16}\.part$/;
const uploadName = /^[0-9a-f]{64}\.(?<kind>png|jpg|gif|webp)$/;
const uploadPath = /^\/static\/uploads\/(?<name>[0-9a-f]{64}\.(?:png|jpg|gif|webp))$/;

export interface PictureUpload {
  readonly mime: string;
  readonly bytes: Buffer;
}

export type StoredUpload = { readonly ok: true; readonly name: string; readonly isNew: boolean } | { readonly ok: false; readonly why: "NotAPicture" | "Full" };

/**
 * Pictures that are uploaded before a message refers to them. A file is named by the hash of its content, so a name reveals nothing and
 * cannot be guessed, and the same picture is stored once. Its type is read from its first bytes.
 */
export interface PictureUploads {
  keep(bytes: Buffer): Promise<StoredUpload>;
  read(name: string): Promise<PictureUpload | undefined>;
  list(): Promise<readonly { readonly name: string; readonly bytes: number; readonly at: number }[]>;
  remove(name: string): Promise<void>;
  /** What was half written when the hub was killed. */
  removeParts(): Promise<void>;
}

export function createUploads(artifactsDir: string): PictureUploads {
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
      if ((await readdir(dir)).includes(name)) {
        // Whoever hands it over again is about to name it.
        const now = new Date();
        await utimes(join(dir, name), now, now);
        return { ok: true, name, isNew: false };
      }
      if ((await used()) + bytes.length > totalBytes) return { ok: false, why: "Full" };
      // Written beside it and renamed, so that a reader never sees half a file.
      const part = join(dir, `${randomBytes(8).toString("hex")}.part`);
      try {
        await writeFile(part, bytes, { mode: 0o600, flag: "wx" });
        await rename(part, join(dir, name));
      } finally {
        await rm(part, { force: true });
      }
      return { ok: true, name, isNew: true };
    },
    list: async () => {
      const names = (await readdir(dir).catch(() => [])).filter((name) => uploadName.test(name));
      const found = await Promise.all(names.map(async (name) => ({ name, stats: await stat(join(dir, name)).catch(() => undefined) })));
      return found.flatMap(({ name, stats }) => (stats === undefined ? [] : [{ name, bytes: stats.size, at: stats.mtimeMs }]));
    },
    remove: (name) => rm(join(dir, name), { force: true }),
    removeParts: async () => {
      for (const name of await readdir(dir).catch(() => [])) if (partName.test(name)) await rm(join(dir, name), { force: true });
    },
    read: async (name) => {
      const kind = uploadName.exec(name)?.groups?.["kind"] as keyof typeof kinds | undefined;
      if (kind === undefined) return undefined;
      const bytes = await readRegularFile(join(dir, name), uploadBytes).catch(() => undefined);
      return bytes && { mime: kinds[kind].mime, bytes };
    },
  };
}

/** The name in an address of an uploaded picture. */
export function uploadIn(address: string): string | undefined {
  return uploadPath.exec(address)?.groups?.["name"];
}

/** The type of a picture by its first bytes; undefined for anything but the types that models accept. */
export function mimeOf(bytes: Buffer): string | undefined {
  const kind = kindOf(bytes);
  return kind && kinds[kind].mime;
}

function kindOf(bytes: Buffer): keyof typeof kinds | undefined {
  const head = bytes.toString("latin1", 0, 16);
  const found = Object.entries(kinds).find(([, { begins }]) => begins.test(head));
  return found?.[0] as keyof typeof kinds | undefined;
}

/** The names of uploaded pictures in a text. */
export function pictureNames(text: string): readonly string[] {
  return text.match(/\b[0-9a-f]{64}\.(?:png|jpg|gif|webp)\b/g) ?? [];
}
