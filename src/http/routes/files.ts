import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Artifact } from "#domain/artifact";
import { isId } from "#domain/ids";
import { fileQuery } from "#http/decode";
import { encodeFileLink } from "#http/encode";
import { ok, safeHeaders } from "#http/reply";
import { opensFile, signFileLink } from "#http/signed-link";
import { say } from "#lib/words";
import type { Routes } from "./route.ts";

export function fileRoutes({ app, door, auth, deps }: Routes): void {
  const { store, policy, clock, signingKey, artifactsDir, log, language } = deps;

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
      if (!isId("art", id) || link === undefined || !opensFile(signingKey, { artifact: id, ...link }, clock.now())) {
        throw await auth.turnAway(incoming, "LinkUnknown", say(language, "downloadOver"));
      }
      const [artifact] = await store.artifacts([id]);
      await using file = artifact === undefined ? undefined : await openInside(artifactsDir, artifact.path);
      if (artifact === undefined || file === undefined) throw await door.notFound({ kind: "outside", name: "a download link" }, `file ${id}`);
      const { size } = await file.stat();
      outgoing.writeHead(200, fileHeaders(artifact, size));
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
function fileHeaders(artifact: Artifact, size: number): Record<string, string | number> {
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
