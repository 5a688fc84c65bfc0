import type { Delivered } from "#domain/agent";
import type { Artifact } from "#domain/artifact";
import { addressKey, type Address } from "#domain/channel";
import type { ArtifactId } from "#domain/ids";
import type { Session } from "#domain/session";
import { pageTarget, type TaskRequest } from "#domain/task";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { sessionAuthor } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import { turnTexts } from "./texts.ts";

/** How often the outbox is looked at while somebody waits for what becomes of a delivery. */
const lookEveryMs = 250;

export type DeliverFile = (session: Session, artifact: ArtifactId, to: Address, signal: AbortSignal) => Promise<Delivered>;

/**
 * Sends a file of a session to a chat. One that shows the session's thread is always right, and so is the one that a delivery was allowed for,
 * whatever it shows by now; any other needs the right `deliver`, which an agent has only by a grant. A file that is not sent stays in the thread.
 */
export function createDeliverFile(deps: Pick<HubDeps, "store" | "clock" | "newId" | "settings" | "channels">, gate: Pick<Gate, "refuses">): DeliverFile {
  const { store, clock, newId, settings } = deps;
  const { language } = settings;

  const refusal = async (session: Session, file: Artifact | undefined, to: Address): Promise<Delivered | undefined> => {
    if (file === undefined || file.session !== session.id)
      return { how: "refused", code: "NotFound", reason: say(language, turnTexts.noSuchFile, { session: session.name }) };
    if (!deps.channels.has(to.channel)) return { how: "refused", code: "NotFound", reason: say(language, turnTexts.noSuchChannel, { channel: to.channel }) };
    if (isTargetOf(session, to)) return undefined;
    const bound = await store.boundAddresses(session.thread);
    if (bound.some((address) => addressKey(address) === addressKey(to))) return undefined;
    const by = { kind: "session", id: session.id, name: session.name, thread: session.thread } as const;
    const code = await gate.refuses(by, "deliver", { what: `deliver to ${addressKey(to)}` });
    return code === undefined ? undefined : { how: "refused", code, reason: say(language, turnTexts.mayNotDeliver, { session: session.name }) };
  };

  return async (session, artifact, to, signal) => {
    const [file] = await store.artifacts([artifact]);
    const isOnPage = to.channel === pageTarget && to.room === session.thread && file?.session === session.id;
    const refused = isOnPage ? undefined : await refusal(session, file, to);
    if (file?.session !== session.id) return refused ?? { how: "failed", reason: "" };
    const at = clock.now();
    const id = newId("out");
    const message = {
      id: newId("msg"),
      thread: session.thread,
      at,
      author: sessionAuthor(session),
      role: "assistant" as const,
      text: file.description,
      surface: "hub" as const,
      artifacts: [file.id],
    };
    if (isOnPage || refused !== undefined) {
      await store.accept({ at, message });
      return refused ?? { how: "sent" };
    }
    await store.accept({ at, message, deliveries: [{ id, to, body: { kind: "message", message: message.id, isFile: true } }] });
    for (;;) {
      const delivery = await store.delivery(id);
      if (delivery?.state === "sent") return { how: "sent" };
      if (delivery?.state === "unknown" || delivery?.state === "failed") return { how: delivery.state, reason: delivery.reason };
      if (signal.aborted) return { how: "waiting", reason: delivery?.reason ?? "" };
      await pause(clock, lookEveryMs, signal);
    }
  };
}

/** The hub wrote a delivery's settings when somebody had allowed its target. */
function isTargetOf({ kind, settings }: Session, to: Address): boolean {
  return kind === "delivery" && addressKey((settings as unknown as TaskRequest).target) === addressKey(to);
}
