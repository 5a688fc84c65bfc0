import { dirname, join } from "node:path";
import { ParleyError } from "#domain/errors";
import type { ThreadId } from "#domain/ids";
import { nameOf, shareOf, whoIs, type Actor } from "#domain/people";
import type { NewMessage, Thread } from "#domain/thread";
import { withoutRoleClaims } from "#lib/text/role-claim";
import { say } from "#lib/words/words";
import { hubLine } from "#hub/authors";
import type { Guards } from "#hub/bus/guard-lines";
import type { HubDeps } from "#hub/deps";
import { clip, shownName } from "#hub/outbox/chat-parts";
import { attachUploads, dropAttached } from "./attach-uploads.ts";
import { fileRefusal, shownBytes } from "./file-refusal.ts";
import type { AttachedUploads, HandedUpload } from "./handed-upload.ts";
import { OverBudget } from "./file-sink.ts";
import type { Gate } from "#hub/access/gate";
import { createUnused, type Unused } from "./unused-uploads.ts";
import { removeUpload, uploadPath, writeUpload } from "./upload-files.ts";
import { ownName } from "./workspace-files.ts";
import { fileTexts } from "./texts.ts";
import { uploadedEvent } from "./uploaded-name.ts";
import { refuseClosed } from "#hub/road/refuse-closed";

/** A file that was uploaded to a thread. The path is relative to the workspace. */
export interface KeptUpload {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Uploads {
  /**
   * Stores a file where commands can read it. If the content ends early or throws, nothing is left on disk.
   * Throws NotAllowed, NotFound, ThreadClosed, TooLarge, StoreFull, and InvalidArgs for a folder outside the workspace;
   * for an agent also what a post of its is refused with: ContentBlocked, RateLimited, LoopBudget.
   */
  keep(by: Actor, to: ThreadId, file: UploadedFile): Promise<KeptUpload>;
  /**
   * Makes uploads the files of a message that is about to be accepted. Throws NotFound for one that is gone or belongs to another
   * thread, SubjectChanged for one that was changed since.
   */
  attach(by: Actor, to: ThreadId, uploads: readonly HandedUpload[]): Promise<AttachedUploads>;
  /** Removes files that have been unused for too long. */
  sweep(signal: AbortSignal): Promise<void>;
  /** Where the files of a thread are stored, absolute. */
  folder(thread: ThreadId): string;
}

export interface UploadedFile {
  /** As the sender calls it. */
  readonly name: string;
  /** The size that the sender declares; the actual bytes are counted as well. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Uint8Array>;
  /** Whether a line in the thread announces it, with a download. */
  readonly isAnnounced?: boolean;
}

export function createUploads(
  deps: Pick<HubDeps, "store" | "clock" | "settings" | "log" | "newId">,
  parts: { readonly gate: Gate; readonly seen: (by: Actor, id: ThreadId) => Promise<Thread>; readonly guard: Guards["guardFile"] },
): Uploads {
  const { store, clock, settings } = deps;
  const language = settings.language;
  const most = settings.uploadBytes;
  const tooLarge = (): ParleyError =>
    new ParleyError("TooLarge", say(language, fileTexts.uploadTooLarge, { max: shownBytes(most) }), { data: { max_bytes: most } });
  const unused: Unused = createUnused(deps);
  const tooMuch = (): ParleyError =>
    new ParleyError(
      "TooLarge",
      say(language, fileTexts.uploadTooMuch, { max: shownBytes(settings.unusedUploadBytes), days: Math.round(settings.unusedUploadMs / 86_400_000) }),
      { data: { max_unused_bytes: settings.unusedUploadBytes } },
    );

  return {
    keep: async (by, to, file) => {
      const sentence = (): string => say(language, fileTexts.uploadNotAllowed, { who: nameOf(by) });
      await parts.gate.admit(by, "speak", { what: `hand a file to ${to}`, sentence });
      const thread = await parts.seen(by, to);
      refuseClosed(thread, language);
      if ((file.bytes ?? 0) > most) throw tooLarge();
      const takeBack = await parts.guard(by, thread, [file.name, ownName(file.name)]);
      try {
        return await put(by, thread, file);
      } catch (cause) {
        takeBack();
        throw cause;
      }
    },
    attach: async (by, to, uploads) => {
      const artifacts = await attachUploads(deps, to, uploads);
      const at = clock.now();
      return {
        artifacts: artifacts.map(({ id }) => id),
        marks: artifacts.map(({ id, name }) => ({ artifact: id, path: uploadPath(to, name) })),
        audit: uploads.map(({ path, bytes }) => ({ at, kind: "uploaded", who: whoIs(by), data: { did: "sent with a message", thread: to, path, bytes } })),
        settle: async (isAccepted) => {
          if (!isAccepted) await dropAttached(deps, artifacts);
          else for (const { path } of uploads) unused.drop(path);
        },
      };
    },
    sweep: (signal) => unused.sweep(signal),
    folder: (thread) => dirname(join(settings.workspace, uploadPath(thread, "file"))),
  };

  async function put(by: Actor, thread: Thread, file: UploadedFile): Promise<KeptUpload> {
    const [who, share] = [whoIs(by), shareOf(by)];
    const wanted = Math.max(file.bytes ?? most, 1);
    using room = await unused.claim(share, thread.id, wanted);
    if (room.bytes < Math.max(file.bytes ?? 1, 1)) throw tooMuch();
    const path = uploadPath(thread.id, ownName(file.name));
    const kept = await writeUpload(settings, path, room.bytes, file.content).catch((cause: unknown) => {
      if (!(cause instanceof OverBudget)) throw fileRefusal(language, path, cause);
      throw room.bytes < wanted ? tooMuch() : tooLarge();
    });
    const upload = { path: kept.path, name: kept.path.split("/").at(-1) ?? "", bytes: kept.bytes, sha256: kept.sha256 };
    const at = clock.now();
    try {
      const record = { at, kind: "uploaded", who, data: { thread: thread.id, ...upload, ...(share !== who && { share }) } } as const;
      if (file.isAnnounced === true) await store.accept({ at, message: addedLine(by, thread.id, at, upload), audit: [record] });
      else await store.record([record]);
    } catch (cause) {
      // No file stays without an audit record of its uploader.
      await removeUpload(settings.workspace, kept.path, language);
      throw cause;
    }
    unused.add({ share, thread: thread.id, path: upload.path, bytes: upload.bytes, at });
    return upload;
  }

  /** The path is not among its words: only a message or a command that names a file by its path uses it. */
  function addedLine(by: Actor, thread: ThreadId, at: number, { path, name, bytes }: KeptUpload): NewMessage {
    const text = say(language, fileTexts.fileAdded, { who: shownName(nameOf(by)), name: shownFile(name), size: shownBytes(bytes) });
    return { ...hubLine(deps.newId, thread, at, text), meta: { event: uploadedEvent, file: { path, name, bytes } } };
  }
}

/** A file's name inside a sentence of the hub's: it cannot end the quotation marks, hides nothing, and gives nobody a role. */
function shownFile(name: string): string {
  return clip(withoutRoleClaims(name).replaceAll(/[“”"]/g, "'"), 120) || "?";
}
