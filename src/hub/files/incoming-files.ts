import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { Artifact } from "#domain/artifact";
import type { Channel } from "#domain/channel";
import { addressKey } from "#domain/channel";
import type { IncomingFile } from "#domain/chat-verbs";
import { ParleyError } from "#domain/errors";
import { hubLine } from "#hub/authors";
import type { HubDeps } from "#hub/deps";
import type { Links } from "#hub/outbox/channel-links";
import { timeLimitMs, withinTime } from "#hub/outbox/time-limit";
import { retryStoreWrite } from "#hub/store-retry";
import type { TurnRunner } from "#hub/turns/run-turn";
import { safeName } from "#lib/fs/safe-name";
import { KeyedQueue } from "#lib/keyed-queue";
import { pause } from "#lib/time/clock";
import { say } from "#lib/words/words";
import { shownBytes } from "./file-refusal.ts";
import { fileTexts } from "./texts.ts";
import { FileTooLarge, knownMime, writeWhole } from "./write-file.ts";

const tries = 4;
const firstRetryMs = 1_000;
/** A file of a chat that stays offline this long is given up, so that its prompt goes on without it. */
const giveUpMs = 10 * 60_000;

/** Files that people sent in chats: accepted with their message, fetched here, and their prompt begins when they are there or have failed. */
export interface IncomingFiles extends AsyncDisposable {
  /** There may be files to fetch. */
  wake(): void;
}

type Deps = Pick<HubDeps, "store" | "clock" | "newId" | "log" | "settings" | "channels">;

export function createIncomingFiles(
  deps: Deps,
  { links, runner }: { readonly links: Pick<Links, "whenUp">; readonly runner: Pick<TurnRunner, "wake"> },
): IncomingFiles {
  const { store, clock, log, settings, channels } = deps;
  const stop = new AbortController();
  const chats = new KeyedQueue<string>();
  const known = new Set<string>();
  const { language } = settings;
  const stored = <T>(write: () => Promise<T>): Promise<T> => retryStoreWrite({ clock, log, signal: stop.signal }, write);

  const look = async (): Promise<void> => {
    for (const incoming of await store.incomingFiles()) {
      if (known.has(incoming.id)) continue;
      known.add(incoming.id);
      // One at a time in a chat: its next prompt waits for these anyway.
      chats
        .run(addressKey(incoming.from), () => settle(incoming))
        .catch((cause: unknown) => log.error({ cause, file: incoming.id }, "failed to settle an incoming file"))
        .finally(() => known.delete(incoming.id));
    }
  };

  const settle = async (incoming: IncomingFile): Promise<void> => {
    if (stop.signal.aborted) return;
    const outcome = await fetchWhole(incoming);
    if (stop.signal.aborted && typeof outcome === "string") return;
    if (typeof outcome === "string") await fail(incoming, outcome);
    else if (!(await stored(() => store.fileArrived(incoming.id, outcome)))) await rm(join(settings.artifactsDir, outcome.path), { force: true });
    const turn = incoming.turn === undefined ? undefined : await store.turn(incoming.turn);
    if (turn !== undefined) runner.wake(turn.session);
  };

  /** The artifact, or why there is none. */
  const fetchWhole = async (incoming: IncomingFile): Promise<Artifact | string> => {
    const { from, file } = incoming;
    const channel = channels.get(from.channel);
    if (channel?.fetch === undefined) return say(language, fileTexts.incomingNoFiles);
    if (file.bytes > settings.uploadBytes) return tooLarge();
    const patience = new AbortController();
    const cancel = clock.after(Math.max(giveUpMs, timeLimitMs(file.bytes)), () => patience.abort());
    try {
      return await tryFetch(incoming, channel, AbortSignal.any([stop.signal, patience.signal]));
    } finally {
      cancel();
    }
  };

  const tryFetch = async (incoming: IncomingFile, channel: Channel, signal: AbortSignal): Promise<Artifact | string> => {
    for (let attempt = 1; ; attempt++) {
      await links.whenUp(channel.id, signal);
      if (signal.aborted) return say(language, fileTexts.incomingOffline);
      try {
        return await write(incoming, channel, signal);
      } catch (cause) {
        if (cause instanceof FileTooLarge) return tooLarge();
        const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
        if (code === "ENOSPC") return say(language, fileTexts.incomingDiskFull);
        log.warn({ cause, file: incoming.id, attempt }, "failed to fetch a file from a chat");
        if (cause instanceof ParleyError && cause.code === "TooLarge")
          return say(language, fileTexts.incomingOverPlatform, { max: shownBytes(Number(cause.data?.["maxBytes"])) });
        if ((cause instanceof ParleyError && cause.code === "NotFound") || attempt >= tries) return say(language, fileTexts.incomingNotGiven);
        await pause(clock, firstRetryMs * 2 ** (attempt - 1), signal);
      }
    }
  };

  const write = async ({ id, thread, file }: IncomingFile, channel: Channel, signal: AbortSignal): Promise<Artifact> => {
    const path = join(thread, id);
    const expected = file.bytes <= 0 ? settings.uploadBytes : file.bytes;
    const written = await withinTime(clock, timeLimitMs(expected), signal, async (limited) => {
      const content = await channel.fetch?.(file, limited);
      if (content === undefined) throw new ParleyError("NotFound", "The chat hands over no files.");
      const source = Readable.fromWeb(content as WebStream<Uint8Array>);
      return writeWhole(source, join(settings.artifactsDir, path), { maxBytes: settings.uploadBytes, signal: limited });
    });
    return { id, thread, key: id, name: safeName(file.name), mime: knownMime(file.mime), ...written, description: "", path, at: clock.now() };
  };

  const tooLarge = (): string => say(language, fileTexts.incomingTooLarge, { max: shownBytes(settings.uploadBytes) });

  const fail = async ({ id, thread, file }: IncomingFile, reason: string): Promise<void> => {
    const text = say(language, fileTexts.incomingFailed, { name: safeName(file.name), reason });
    const line = hubLine(deps.newId, thread, clock.now(), text);
    await stored(() => store.fileFailed(id, line));
  };

  return {
    wake: () => {
      look().catch((cause: unknown) => log.error({ cause }, "failed to read the incoming files"));
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await chats.idle();
    },
  };
}
