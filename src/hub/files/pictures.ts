import { setImmediate as nextTurn } from "node:timers/promises";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { pageBytes } from "#domain/page";
import { everyone, nameOf, shareOf, whoIs, type Actor } from "#domain/people";
import type { Thread, ThreadPlace } from "#domain/thread";
import { defined } from "#lib/defined";
import { KeyedQueue } from "#lib/keyed-queue";
import { say } from "#lib/words/words";
import type { Gate } from "#hub/access/gate";
import { withStates } from "#hub/bus/with-states";
import type { HubDeps } from "#hub/deps";
import { fileRefusal, shownBytes } from "./file-refusal.ts";
import { createUploads, pictureNames } from "./picture-files.ts";
import { fileTexts } from "./texts.ts";

/** Pictures that callers hand over before a message refers to them. */
export interface Pictures {
  /** Throws NotAllowed, BadRequest for what is no picture, TooLarge past the caller's share, and StoreFull. Each one is on record. */
  keep(by: Actor, bytes: Buffer): Promise<{ readonly name: string }>;
  /** Removes pictures that no message has named for too long. */
  sweep(signal: AbortSignal): Promise<void>;
  /** Removes what a kill left half written. */
  atStart(): Promise<void>;
}

/** What one caller, or a member with all their agents, may hand over within the time that an unused picture stays. */
const callerBytes = 64 * 1024 * 1024;
const page = 200;

export function createPictures(deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">, gate: Gate): Pictures {
  const { store, clock, settings, log } = deps;
  const { language, unusedUploadMs: lives } = settings;
  const files = createUploads(settings.artifactsDir);
  /** One at a time for each share, so that two at once cannot both have the last of the share. */
  const queue = new KeyedQueue<string>();
  /** Old pictures that a message has: looked for only once until the next start. */
  const inUse = new Set<string>();

  /** From the audit log, which says who handed over what. */
  const handedOver = async (share: string): Promise<number> => {
    const since = clock.now() - lives;
    let bytes = 0;
    for (let before: number | undefined; ;) {
      const records = await store.auditRecords({ kind: "uploaded", limit: page, ...defined({ before }) });
      for (const { at, who, data } of records)
        if (at >= since && (data["share"] ?? who) === share && typeof data["picture"] === "string" && typeof data["bytes"] === "number") bytes += data["bytes"];
      const last = records.at(-1);
      if (records.length < page || last === undefined || last.at < since || bytes > callerBytes) return bytes;
      before = last.n;
    }
  };

  const keep = async (by: Actor, bytes: Buffer): Promise<{ readonly name: string }> => {
    const [who, share] = [whoIs(by), shareOf(by)];
    if ((await handedOver(share)) + bytes.length > callerBytes) {
      const days = Math.round(lives / 86_400_000);
      const sentence = say(language, fileTexts.picturesTooMuch, { max: shownBytes(callerBytes), days });
      throw new ParleyError("TooLarge", sentence, { data: { max_bytes: callerBytes } });
    }
    const kept = await files.keep(bytes).catch((cause: unknown) => {
      throw fileRefusal(language, "artifacts/uploads", cause);
    });
    if (!kept.ok) {
      if (kept.why === "Full") throw new ParleyError("StoreFull", say(language, fileTexts.picturesFull));
      throw new ParleyError("BadRequest", say(language, fileTexts.notAPicture));
    }
    if (!kept.isNew) return { name: kept.name };
    try {
      await store.record([{ at: clock.now(), kind: "uploaded", who, data: { picture: kept.name, bytes: bytes.length, ...(share !== who && { share }) } }]);
    } catch (cause) {
      // No picture stays without a record of who brought it.
      await files.remove(kept.name);
      throw cause;
    }
    return { name: kept.name };
  };

  /** Of those names, the ones that a message of the thread has, in its text or beside it. */
  const namedIn = async ({ id }: Pick<Thread, "id">, names: ReadonlySet<string>, signal: AbortSignal): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let afterSeq = 0; !signal.aborted;) {
      const messages = await store.messages(everyone, id, { afterSeq, limit: page, mostBytes: pageBytes });
      const lines = await withStates(store, messages, { mostBytes: pageBytes, isBackwards: false });
      for (const { text, meta, state } of lines)
        for (const words of [text, state?.text ?? "", meta === undefined ? "" : JSON.stringify(meta)])
          found.push(...pictureNames(words).filter((name) => names.has(name)));
      const last = lines.at(-1);
      if (last === undefined) break;
      afterSeq = last.seq;
      await nextTurn();
    }
    return found;
  };

  /** Takes away from the names those that a message has. Threads that have not changed since they were read are not read again. */
  const dropNamed = async (names: Set<string>, read: Map<ThreadId, number>, signal: AbortSignal): Promise<void> => {
    for (let before: ThreadPlace | undefined; names.size > 0;) {
      const threads = await store.threads(everyone, { limit: page, archived: true, order: "created", ...defined({ before }) });
      for (const thread of threads) {
        if (read.get(thread.id) === thread.rev) continue;
        read.set(thread.id, thread.rev);
        for (const name of await namedIn(thread, names, signal)) {
          names.delete(name);
          inUse.add(name);
        }
      }
      const last = threads.at(-1);
      if (last === undefined || signal.aborted) break;
      before = { at: last.createdAt, id: last.id };
    }
  };

  return {
    keep: async (by, bytes) => {
      const sentence = (): string => say(language, fileTexts.uploadNotAllowed, { who: nameOf(by) });
      await gate.admit(by, "speak", { what: "upload a picture", sentence });
      return queue.run(shareOf(by), () => keep(by, bytes));
    },
    sweep: async (signal) => {
      const until = clock.now() - lives;
      const old = (await files.list()).filter(({ at, name }) => at < until && !inUse.has(name));
      if (old.length === 0) return;
      const unused = new Set(old.map(({ name }) => name));
      const read = new Map<ThreadId, number>();
      // The second time only what was said during the first.
      for (let round = 0; round < 2; round++) await dropNamed(unused, read, signal);
      if (signal.aborted) return;
      for (const { name, bytes } of old) {
        if (!unused.has(name)) continue;
        await files.remove(name);
        await store.record([{ at: clock.now(), kind: "uploaded", who: "hub", data: { did: "removed unused", picture: name, bytes } }]);
        log.info({ picture: name }, "removed an unused picture");
      }
    },
    atStart: () => files.removeParts(),
  };
}
