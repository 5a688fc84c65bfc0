import type { Run } from "#domain/command";
import { isId, type RunId, type ThreadId } from "#domain/ids";
import { KeyedQueue } from "#lib/keyed-queue";
import type { HubDeps } from "./deps.ts";
import { removeUpload, threadsWithUploads, uploadsOf } from "./upload-files.ts";

/** A file that was handed over. */
interface Lying {
  readonly who: string;
  readonly thread: ThreadId;
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Files that were handed over and that no message and no run of their thread names yet. One person, or one agent, may have so much of them,
 * and so may one thread. Who stays below that costs no look at the thread.
 */
export interface Unused {
  /** So much of it as somebody may still hand over there, held for them until it is disposed. */
  claim(who: string, thread: ThreadId, wanted: number): Promise<Disposable & { readonly bytes: number }>;
  add(file: Lying): void;
  /** Removes what has been unused for too long, each with its record. */
  sweep(signal: AbortSignal): Promise<void>;
}

const everyone = { sees: "all" } as const;
const page = 200;
const mostKnown = 100_000;
const removed = -1;
/** An empty file takes room too. */
const leastBytes = 4_096;

export function createUnused(deps: Pick<HubDeps, "store" | "clock" | "settings" | "log">): Unused {
  const { store, clock, settings, log } = deps;
  const { workspace, unusedUploadBytes: most, unusedUploadMs: lives } = settings;
  const language = settings.language ?? "en";
  /** By path. What is older than the sweep allows is used, or gone. */
  let lying: Map<string, Lying> | undefined;
  const held = new Set<Pick<Lying, "who" | "thread" | "bytes">>();
  /** Old ones that are used, so that no sweep asks twice. */
  const used = new Set<string>();
  const loading = new KeyedQueue<"load">();

  /** From the record: it knows who handed over what. */
  const load = (): Promise<Map<string, Lying>> =>
    loading.run("load", async () => {
      if (lying !== undefined) return lying;
      const since = clock.now() - lives;
      const files = new Map<string, Lying>();
      for (let before: number | undefined; ;) {
        const records = await store.auditRecords({ kind: "uploaded", limit: page, ...(before === undefined ? {} : { before }) });
        for (const { at, who, data } of records) {
          const { thread, path, bytes } = data;
          // The newest record of a path is the one that counts.
          if (typeof thread === "string" && isId("thr", thread) && typeof path === "string" && typeof bytes === "number" && !files.has(path))
            files.set(path, { who, thread, path, bytes: data["did"] === undefined ? bytes : removed, at });
        }
        const last = records.at(-1);
        if (records.length < page || last === undefined || last.at < since) break;
        before = last.n;
      }
      return (lying = new Map([...files].filter(([, { at, bytes }]) => at >= since && bytes !== removed)));
    });

  const taken = (files: Iterable<Pick<Lying, "who" | "thread" | "bytes">>, is: (file: Pick<Lying, "who" | "thread">) => boolean): number =>
    [...files, ...held].filter(is).reduce((sum, { bytes }) => sum + Math.max(bytes, leastBytes), 0);

  const left = (files: ReadonlyMap<string, Lying>, who: string, thread: ThreadId): number =>
    most -
    Math.max(
      taken(files.values(), (file) => file.who === who),
      taken(files.values(), (file) => file.thread === thread),
    );

  /** By its words in a row, the thread's id among them: what is found is about this file. */
  const isInMessage = async (thread: ThreadId, path: string): Promise<boolean> => (await store.search(everyone, path, { thread, limit: 1 })).length > 0;

  /** Those paths of a thread that no run since then names. */
  const notRun = async (thread: ThreadId, paths: readonly string[], since: number): Promise<readonly string[]> => {
    let unnamed = paths;
    for (let before: RunId | undefined; unnamed.length > 0;) {
      const runs = await store.runs(everyone, { thread, limit: page, ...(before === undefined ? {} : { before }) });
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

  /** Forgets what is used by now, or gone. */
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
        log.info({ thread, path }, "a file that nobody used was removed");
      }
    }
  };

  return {
    claim: async (who, thread, wanted) => {
      const files = await load();
      if (left(files, who, thread) < Math.max(wanted, leastBytes)) await look(files, (file) => file.who === who || file.thread === thread);
      // Nothing is waited for between counting and holding.
      const free = left(files, who, thread);
      const one = { who, thread, bytes: free < leastBytes ? 0 : Math.min(wanted, free) };
      held.add(one);
      return { bytes: one.bytes, [Symbol.dispose]: () => void held.delete(one) };
    },
    add: (file) => void lying?.set(file.path, file),
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
