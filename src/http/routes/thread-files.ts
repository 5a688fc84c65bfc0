import type { IncomingMessage } from "node:http";
import { isId } from "#domain/ids";
import { ClientLeft } from "#http/body";
import { uploadQuery } from "#http/decode";
import { encodeUpload } from "#http/encode-runs";
import { created } from "#http/reply";
import type { Routes } from "./route.ts";

/** Files for a thread: the body is the file, as it is. */
export function threadFileRoutes({ app, door, patience, deps: { hub } }: Routes): void {
  app.post(
    "/api/threads/:id/files",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const { name } = uploadQuery(ask.req.query());
      const id = ask.req.param("id") ?? "";
      if (!isId("thr", id)) throw await door.notFound(actor, `thread ${id.slice(0, 64)}`);
      const length = Number(incoming.headers["content-length"]);
      const bytes = Number.isSafeInteger(length) ? { bytes: length } : {};
      const content = bodyOf(incoming, () => patience.whileItMoves(incoming));
      return created(encodeUpload(await hub.uploads.keep(actor, id, { name, ...bytes, content })));
    }),
  );
}

/** In pieces, as they come: whoever takes them slowly is sent slowly. */
async function* bodyOf(incoming: IncomingMessage, begins: () => void): AsyncGenerator<Uint8Array> {
  begins();
  try {
    // Left open when the taker stops early: the refusal goes out on the same connection.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (cause) {
    throw new ClientLeft("the connection broke inside the file", { cause });
  }
}
