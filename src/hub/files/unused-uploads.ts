import type { Run } from "#domain/command";
import { isId, type RunId, type ThreadId } from "#domain/ids";
import { KeyedQueue } from "#lib/keyed-queue";
import type { HubDeps } from "#hub/deps";
import { removeUpload, threadsWithUploads, uploadsOf } from "./upload-files.ts";
import { defined } from "#lib/defined";
import { everyone } from "#domain/people";

/** An uploaded file. */
interface Lying {
  /** Of whose share it takes. */
  readonly share: string;
  readonly thread: ThreadId;
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Uploaded files that no message and no run of their thread names yet. There is a limit for each person or agent (a member's agents
 * count for the member), and one for each thread.
 * The thread is read only when a limit is reached.
 */
export interface Unused {
  /** What somebody may still upload there, reserved until it is disposed. */
  claim(share: string, thread: ThreadId, wanted: number): Promise<Disposable & { readonly bytes: number }>;
  add(file: Lying): void;
  /** It is in use now. */
  drop(path: string): void;
  /** Removes files that have been unused for too long, with an audit record for each. */
  sweep(signal: AbortSignal): Promise<void>;
}

const page = 200;
const mostKnown = 100_000;
const removed = -1;
/** An empty file counts too. */
const leastBytes = 4_096;

export function createUnused(deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">): Unused {
  const { store, clock, settings, log } = deps;
  const { workspace, unusedUploadBytes: most, unusedUploadMs: lives } = settings;
  const language = settings.language;
  /** By path. Anything older than the sweep allows is in use or removed. */
  let lying: Map<string, Lying> | undefined;
  const held = new Set<Pick<Lying, "share" | "thread" | "bytes">>();
  /** Old files that are in use, so that a sweep checks them only once. */
  const used = new Set<string>();
  const loading = new KeyedQueue<"load">();

  /** From the audit log, which says who uploaded what. */
  const load = (): Promise<Map<string, Lying>> =>
    loading.run("load", async () => {
      if (lying !== undefined) return lying;
      const since = clock.now() - lives;
      const files = new Map<string, Lying>();
      for (let before: number | undefined; ;) {
        const records = await store.auditRecords({ kind: "uploaded", limit: page, ...defined({ before }) });
        for (const { at, who, data } of records) {
          const { thread, path, bytes, share } = data;
          // The newest record of a path is the one that counts.
          if (typeof thread === "string" && isId("thr", thread) && typeof path === "string" && typeof bytes === "number" && !files.has(path))
            files.set(path, { share: typeof share === "string" ? share : who, thread, path, bytes: data["did"] === undefined ? bytes : removed, at });
        }
        const last = records.at(-1);
        if (records.length < page || last === undefined || last.at < since) break;
        before = last.n;
      }
      return (lying = new Map([...files].filter(([, { at, bytes }]) => at >= since && bytes !== removed)));
    });

  const taken = (files: Iterable<Pick<Lying, "share" | "thread" | "bytes">>, is: (file: Pick<Lying, "share" | "thread">) => boolean): number =>
    [...files, ...held].filter(is).reduce((sum, { bytes }) => sum + Math.max(bytes, leastBytes), 0);

  const left = (files: ReadonlyMap<string, Lying>, share: string, thread: ThreadId): number =>
    most -
    Math.max(
      taken(files.values(), (file) => file.share === share),
      taken(files.values(), (file) => file.thread === thread),
    );

  /** Searches for the path as a phrase that includes the thread's id, so that every hit is about this file. */
  const isInMessage = async (thread: ThreadId, path: string): Promise<boolean> => (await store.search(everyone, path, { thread, limit: 1 })).length > 0;

  /** The paths of a thread that no later run names. */
  const notRun = async (thread: ThreadId, paths: readonly string[], since: number): Promise<readonly string[]> => {
    let unnamed = paths;
    for (let before: RunId | undefined; unnamed.length > 0;) {
      const runs = await store.runs(everyone, { thread, limit: page, ...defined({ before }) });
      unnamed = unnamed.filter((path) => !runs.some((run) => names(run, path)));
      const last = runs.at(-1);
      if (runs.length < page || last === undefined || last.at < since) break;
      before = last.id;
    }
    return unnamed;
  };

  const unusedOf = async (thread: ThreadId, files: readonly Pick<Lying, "path" | "at">[]): Promise<ReadonlySet<string>> => {
    const paths = files.map(({ path }) => path);
    const still = new Set<string>();
    for (const path of await notRun(thread, paths, Math.min(...files.map(({ at }) => at)))) if (!(await isInMessage(thread, path))) still.add(path);
    return still;
  };

  /** Drops files that are now in use or removed. */
  const look = async (files: Map<string, Lying>, is: (file: Lying) => boolean): Promise<void> => {
    for (const [thread, mine] of Map.groupBy([...files.values()].filter(is), (file) => file.thread)) {
      const there = new Set((await uploadsOf(workspace, thread)).map(({ path }) => path));
      const still = await unusedOf(thread, mine);
      for (const { path } of mine) if (!there.has(path) || !still.has(path)) files.delete(path);
    }
  };

  const sweepThread = async (thread: ThreadId, until: number): Promise<void> => {
    const old = (await uploadsOf(workspace, thread)).filter(({ path, at }) => at < until && !used.has(path));
    if (old.length === 0) return;
    const still = await unusedOf(thread, old);
    for (const { path, bytes } of old) {
      if (!still.has(path)) used.add(path);
      else if (await removeUpload(workspace, path, language)) {
        await store.record([{ at: clock.now(), kind: "uploaded", who: "hub", data: { did: "removed unused", thread, path, bytes } }]);
        lying?.delete(path);
        log.info({ thread, path }, "removed an unused upload");
      }
    }
  };

  return {
    claim: async (share, thread, wanted) => {
      const files = await load();
      if (left(files, share, thread) < Math.max(wanted, leastBytes)) await look(files, (file) => file.share === share || file.thread === thread);
      // No await between counting and reserving.
      const free = left(files, share, thread);
      const one = { share, thread, bytes: free < leastBytes ? 0 : Math.min(wanted, free) };
      held.add(one);
      return { bytes: one.bytes, [Symbol.dispose]: () => void held.delete(one) };
    },
    add: (file) => void lying?.set(file.path, file),
    drop: (path) => void lying?.delete(path),
    sweep: async (signal) => {
      if (used.size > mostKnown) used.clear();
      for (const thread of await threadsWithUploads(workspace)) {
        if (signal.aborted) return;
        await sweepThread(thread, clock.now() - lives);
      }
    },
  };
}

function names({ line, args = {} }: Run, path: string): boolean {
  return line.includes(path) || Object.values(args).some((value) => typeof value === "string" && value.includes(path));
}
