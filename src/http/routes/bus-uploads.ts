import { ParleyError } from "#domain/errors";
import { BadInput, readBytes } from "#http/body";
import { firstFile, type FormFile } from "#http/multipart";
import { created, safeHeaders } from "#http/reply";
import { createUploads, uploadBytes } from "#http/uploads";
import { say } from "#lib/words";
import type { Routes } from "./route.ts";

/** What a form adds around its file. */
const aroundBytes = 64 * 1024;
const nameChars = 200;

/** Pictures for messages: handed over as a form or as they are, fetched with a token. */
export function busUploadRoutes({ app, door, deps }: Routes): void {
  const { language } = deps;
  const uploads = createUploads(deps.artifactsDir);

  app.post(
    "/api/upload/image",
    door.known(async (ask) => {
      const { incoming } = ask.env;
      const given = fileIn(incoming.headers["content-type"] ?? "", await readBytes(incoming, uploadBytes + aroundBytes));
      if (given.bytes.length > uploadBytes) throw new BadInput("TooLarge", `${uploadBytes / 1024} KB`);
      const kept = await uploads.keep(given.bytes);
      if (kept.ok) return created({ url: `/static/uploads/${kept.name}`, name: given.name || kept.name });
      if (kept.why === "Full") throw new ParleyError("StoreFull", say(language, "uploadsFull"));
      throw new ParleyError("BadRequest", say(language, "notAPicture"));
    }),
  );

  app.get(
    "/static/uploads/:name",
    door.known(async (ask, actor) => {
      const { incoming, outgoing } = ask.env;
      const name = ask.req.param("name") ?? "";
      const found = await uploads.read(name);
      if (found === undefined) throw await door.notFound(actor, "picture");
      outgoing.writeHead(200, {
        ...safeHeaders,
        "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "Content-Type": found.mime,
        "Content-Length": found.bytes.length,
        "Content-Disposition": `attachment; filename="${name}"`,
        // Its name is the hash of what it holds.
        "Cache-Control": "private, max-age=31536000, immutable",
      });
      outgoing.end(incoming.method === "HEAD" ? undefined : found.bytes);
      return undefined;
    }),
  );
}

/** The first file of a form, or the body itself. */
function fileIn(type: string, bytes: Buffer): FormFile {
  if (!type.toLowerCase().startsWith("multipart/form-data")) return { bytes, name: "" };
  const file = firstFile(type, bytes);
  if (file === undefined) throw new BadInput("BadRequest", "file: the form has no file, or is not whole");
  return { bytes: file.bytes, name: file.name.replaceAll(/\p{C}/gu, "").slice(0, nameChars) };
}
