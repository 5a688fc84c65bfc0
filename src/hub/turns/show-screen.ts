import { join } from "node:path";
import { Readable } from "node:stream";
import type { Address } from "#domain/channel";
import type { Screen } from "#domain/agent";
import type { Session } from "#domain/session";
import type { HubVerbs } from "#domain/verbs";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { writeWhole } from "#hub/files/write-file";
import type { Desk } from "./desk.ts";
import { turnTexts } from "./texts.ts";

/** The terminal as text for whoever asks, and as a picture for the chat that they ask in. */
export function createShowScreen(deps: Pick<HubDeps, "store" | "clock" | "newId" | "settings" | "drawScreen">, desk: Pick<Desk, "screen">): HubVerbs["screen"] {
  const { store, clock, newId, settings, drawScreen } = deps;

  const post = async (to: Address, session: Session, screen: Screen): Promise<void> => {
    const made = await drawScreen?.(screen);
    if (made === undefined || "path" in made.content) return;
    const id = newId("art");
    const description = say(settings.language, turnTexts.screenPicture, { session: session.name });
    const path = join(session.thread, id);
    const { bytes, sha256 } = await writeWhole(Readable.from([made.content.bytes]), join(settings.artifactsDir, path), { maxBytes: settings.artifactBytes });
    const at = clock.now();
    const { name, mime } = made;
    await store.addArtifact({ id, thread: session.thread, session: session.id, key: `screen-${id}`, name, mime, bytes, sha256, description, path, at });
    const part = { kind: "file", artifact: id, path: join(settings.artifactsDir, path), name, mime, bytes, description } as const;
    await store.accept({ at, deliveries: [{ to, body: { kind: "note", parts: [part] } }] });
  };

  return async (by, { address }, session) => {
    const screen = await desk.screen(by, session.id);
    if (address !== undefined) await post(address, session, screen);
    return screen;
  };
}
