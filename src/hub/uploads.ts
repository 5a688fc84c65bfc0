import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { nameOf, whoIs, type Actor } from "#domain/people";
import type { Thread } from "#domain/thread";
import { say } from "#lib/words";
import type { HubDeps } from "./deps.ts";
import { fileRefusal, shownBytes } from "./file-refusal.ts";
import { OverBudget } from "./file-sink.ts";
import type { Gate } from "./gate.ts";
import { createUnused, type Unused } from "./unused-uploads.ts";
import { removeUpload, uploadPath, writeUpload } from "./upload-files.ts";
import { ownName } from "./workspace-files.ts";

/** A file that somebody handed over for a thread. The path is relative to the workspace. */
export interface Upload {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Uploads {
  /**
   * Keeps a file where commands can read it. Whatever ends the content early, what it throws included, leaves nothing behind.
   * Throws NotAllowed, NotFound, ThreadClosed, TooLarge, StoreFull, and InvalidArgs for a folder that leads out of the workspace.
   */
  keep(by: Actor, to: ThreadId, file: UploadedFile): Promise<Upload>;
  /** Removes what has been lying there unused for too long. */
  sweep(signal: AbortSignal): Promise<void>;
}

export interface UploadedFile {
  /** As the sender calls it. */
  readonly name: string;
  /** What the sender says it has; what comes is counted all the same. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export function createUploads(
  deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">,
  parts: { readonly gate: Gate; readonly seen: (by: Actor, id: ThreadId) => Promise<Thread> },
): Uploads {
  const { store, clock, settings } = deps;
  const language = settings.language ?? "en";
  const most = settings.uploadBytes;
  const tooLarge = (): ParleyError => new ParleyError("TooLarge", say(language, "uploadTooLarge", { max: shownBytes(most) }), { data: { max_bytes: most } });
  const unused: Unused = createUnused(deps);
  const tooMuch = (): ParleyError =>
    new ParleyError(
      "TooLarge",
      say(language, "uploadTooMuch", { max: shownBytes(settings.unusedUploadBytes), days: Math.round(settings.unusedUploadMs / 86_400_000) }),
      { data: { max_unused_bytes: settings.unusedUploadBytes } },
    );

  return {
    keep: async (by, to, file) => {
      const sentence = (): string => say(language, "uploadNotAllowed", { who: nameOf(by) });
      await parts.gate.admit(by, "speak", { what: `hand a file to ${to}`, sentence });
      const thread = await parts.seen(by, to);
      if (thread.status === "closed" || thread.status === "archived")
        throw new ParleyError("ThreadClosed", say(language, "threadIsClosed", { topic: thread.topic }));
      if ((file.bytes ?? 0) > most) throw tooLarge();
      const who = whoIs(by);
      const wanted = Math.max(file.bytes ?? most, 1);
      using room = await unused.claim(who, thread.id, wanted);
      if (room.bytes < Math.max(file.bytes ?? 1, 1)) throw tooMuch();
      const path = uploadPath(thread.id, ownName(file.name));
      const kept = await writeUpload(settings, path, room.bytes, file.content).catch((cause: unknown) => {
        if (!(cause instanceof OverBudget)) throw fileRefusal(language, path, cause);
        throw room.bytes < wanted ? tooMuch() : tooLarge();
      });
      const upload = { path: kept.path, name: kept.path.split("/").at(-1) ?? "", bytes: kept.bytes, sha256: kept.sha256 };
      const at = clock.now();
      try {
        await store.record([{ at, kind: "uploaded", who, data: { thread: thread.id, ...upload } }]);
      } catch (cause) {
        // Nothing is kept that nobody is on record for.
        await removeUpload(settings.workspace, kept.path, language);
        throw cause;
      }
      unused.add({ who, thread: thread.id, path: upload.path, bytes: upload.bytes, at });
      return upload;
    },
    sweep: (signal) => unused.sweep(signal),
  };
}
