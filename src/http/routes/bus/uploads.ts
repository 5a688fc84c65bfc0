import type { IncomingMessage } from "node:http";
import { badRequest } from "#http/door/bad-input";
import { readBytes } from "#http/door/body";
import { fieldTexts } from "#http/door/field-texts";
import { readFormFile, type UploadedFormFile } from "#http/door/multipart";
import { created, safeHeaders } from "#http/door/reply";
import { createUploads, uploadBytes } from "#hub/files/picture-files";
import type { Routes } from "#http/routes/route";

const nameChars = 200;

/** Pictures for messages: handed over as a form or as they are, fetched with a token. */
export function busUploadRoutes({ app, door, deps }: Routes): void {
  const uploads = createUploads(deps.artifactsDir);

  app.post(
    "/api/upload/image",
    door.known(async (ask, actor) => {
      const given = await fileIn(ask.env.incoming);
      const { name } = await deps.hub.pictures.keep(actor, given.bytes);
      return created({ url: `/static/uploads/${name}`, name: given.name || name });
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
async function fileIn(incoming: IncomingMessage): Promise<UploadedFormFile> {
  const isForm = (incoming.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data");
  if (!isForm) return { bytes: await readBytes(incoming, uploadBytes), name: "" };
  const file = await readFormFile(incoming, uploadBytes);
  if (file === undefined) throw badRequest(fieldTexts.fieldFile, { field: "file" });
  return { bytes: file.bytes, name: file.name.replaceAll(/\p{C}/gu, "").slice(0, nameChars) };
}
