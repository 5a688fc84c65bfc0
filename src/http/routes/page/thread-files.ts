import type { IncomingMessage } from "node:http";
import { isId } from "#domain/ids";
import { ClientLeft } from "#http/door/body";
import { uploadQuery } from "#http/door/decode";
import { encodeUpload } from "#http/encode/encode-runs";
import { created, ok } from "#http/door/reply";
import { signFileLink } from "#http/door/signed-link";
import { encodeFileLink } from "#http/encode/encode";
import { uploadedName } from "#hub/files/uploaded-name";
import type { Routes } from "#http/routes/route";

/** Files for a thread: the body is the file, as it is. */
export function threadFileRoutes({ app, door, bodyTimeout, deps: { hub, store, policy, clock, signingKey } }: Routes): void {
  app.post(
    "/api/threads/:id/files",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const { name, announce } = uploadQuery(ask.req.query());
      const id = ask.req.param("id") ?? "";
      if (!isId("thr", id)) throw await door.notFound(actor, `thread ${id.slice(0, 64)}`);
      const length = Number(incoming.headers["content-length"]);
      const bytes = Number.isSafeInteger(length) ? { bytes: length } : {};
      const content = bodyOf(incoming, () => bodyTimeout.whileItMoves(incoming));
      return created(encodeUpload(await hub.uploads.keep(actor, id, { name, ...bytes, content, isAnnounced: announce })));
    }),
  );

  app.get(
    "/api/messages/:id/file/link",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      const message = isId("msg", id) ? await store.message(policy.reader(actor), id) : undefined;
      if (message === undefined || uploadedName(message) === undefined) throw await door.notFound(actor, `file of ${id.slice(0, 64)}`);
      const { url, expiresAt } = signFileLink(signingKey, id, clock.now());
      return ok(encodeFileLink(url, expiresAt));
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
