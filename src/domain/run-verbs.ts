import type { NewRecord } from "./audit.ts";
import type { Backlog, BacklogEntry, BacklogRead } from "./backlog.ts";
import type { Holder, NewRun, Run, RunEnd } from "./command.ts";
import type { NewDelivery } from "./delivery.ts";
import type { RunId, ThreadId } from "./ids.ts";
import type { Reader } from "./people.ts";

/** The store's verbs about runs and what sessions keep. A run that begins before it is over is accepted first (`Acceptance.run`). */
export interface RunVerbs {
  /** A whole run and its record in one step. */
  recordRun(run: NewRun, end: RunEnd, audit: readonly NewRecord[]): Promise<void>;
  /** The end of a run, its record and its reply in one step. Once: a second end writes nothing. */
  endRun(end: RunEnd, audit: readonly NewRecord[], deliveries: readonly NewDelivery[]): Promise<void>;
  openRuns(): Promise<readonly Run[]>;
  /** A run of the terminal belongs to its thread. One outside of any, and a chat's verb, which may name what others do not see, is its caller's own. */
  run(reader: Reader, id: RunId): Promise<Run | undefined>;
  /** Newest first; only such as the reader may see. */
  runs(
    reader: Reader,
    which: { readonly thread?: ThreadId; readonly session?: Holder; readonly before?: RunId; readonly limit: number },
  ): Promise<readonly Run[]>;

  addBacklog(holder: Holder, name: string, entries: Parameters<Backlog["add"]>[0]): Promise<readonly BacklogEntry[]>;
  readBacklog(holder: Holder, name: string, how: Parameters<Backlog["read"]>[0]): Promise<BacklogRead>;
  backlogHistory(holder: Holder, name: string, page: Parameters<Backlog["history"]>[0]): Promise<readonly BacklogEntry[]>;
}
