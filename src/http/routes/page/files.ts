import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Artifact } from "#domain/artifact";
import { isId } from "#domain/ids";
import { everyone } from "#domain/people";
import { uploadedName } from "#hub/files/uploaded-name";
import { fileQuery } from "#http/door/decode";
import { encodeFileLink } from "#http/encode/encode";
import { ok, safeHeaders } from "#http/door/reply";
import { opensFile, signFileLink } from "#http/door/signed-link";
import { say } from "#lib/words/words";
import type { Routes } from "#http/routes/route";
import { httpTexts } from "#http/texts";

export function fileRoutes({ app, door, auth, deps }: Routes): void {
  const { hub, store, policy, clock, signingKey, artifactsDir, log, language } = deps;

  /** What a link names: something that was made, or the line about a file that was handed over. */
  const named = async (id: string): Promise<{ readonly root: string; readonly path: string; readonly name: string; readonly mime: string } | undefined> => {
    if (isId("art", id)) {
      const [artifact] = await store.artifacts([id]);
      return artifact && { root: artifactsDir, path: artifact.path, name: artifact.name, mime: artifact.mime };
    }
    const message = isId("msg", id) ? await store.message(everyone, id) : undefined;
    const name = message && uploadedName(message);
    return message === undefined || name === undefined
      ? undefined
      : { root: hub.uploads.folder(message.thread), path: name, name, mime: "application/octet-stream" };
  };

  app.get(
    "/api/artifacts/:id/link",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      const artifact = isId("art", id) ? await store.artifact(policy.reader(actor), id) : undefined;
      if (artifact === undefined) throw await door.notFound(actor, `file ${id.slice(0, 64)}`);
      const { url, expiresAt } = signFileLink(signingKey, artifact.id, clock.now());
      return ok(encodeFileLink(url, expiresAt));
    }),
  );

  app.get(
    "/files/:id",
    door.anybody(async (ask) => {
      const { incoming, outgoing } = ask.env;
      const id = ask.req.param("id") ?? "";
      const link = fileQuery(ask.req.query());
      if (link === undefined || !opensFile(signingKey, { artifact: id, ...link }, clock.now())) {
        throw await auth.turnAway(incoming, "LinkUnknown", say(language, httpTexts.downloadOver));
      }
      const wanted = await named(id);
      await using file = wanted && (await openInside(wanted.root, wanted.path));
      if (wanted === undefined || file === undefined) throw await door.notFound({ kind: "outside", name: "a download link" }, `file ${id}`);
      const { size } = await file.stat();
      outgoing.writeHead(200, fileHeaders(wanted, size));
      if (incoming.method === "HEAD") return void outgoing.end();
      await pipeline(file.createReadStream({ autoClose: false }), outgoing).catch((cause: unknown) => log.debug({ cause }, "a download was broken off"));
      return undefined;
    }),
  );
}

/** Undefined unless it is a plain file whose real path is the one below the root: no link leads out, nor in. */
async function openInside(root: string, path: string): Promise<FileHandle | undefined> {
  try {
    const wanted = resolve(root, path);
    const below = relative(resolve(root), wanted);
    if (below === "" || below === ".." || below.startsWith(`..${sep}`)) return undefined;
    if ((await realpath(wanted)) !== join(await realpath(root), below)) return undefined;
    const file = await open(wanted, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  } catch {
    return undefined;
  }
}

/** Never shown in the hub's own origin: a made file is somebody else's content. */
function fileHeaders(artifact: Pick<Artifact, "name" | "mime">, size: number): Record<string, string | number> {
  const mime = /^[\w.+-]+\/[\w.+-]+$/.test(artifact.mime) ? artifact.mime : "application/octet-stream";
  return {
    ...safeHeaders,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Content-Type": mime,
    "Content-Length": size,
    "Content-Disposition": attachment(artifact.name),
  };
}

/** RFC 6266 with RFC 5987: an ASCII name for old clients and the whole one for all others. */
export function attachment(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[/\\]/g, "_") || "file";
  const ascii = plain.replaceAll(/[^\u0020-\u007e]|["%]/g, "_");
  const whole = encodeURIComponent(plain).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
