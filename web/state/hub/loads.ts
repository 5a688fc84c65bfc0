import type { ReadonlySignal } from "@preact/signals";
import type { Model } from "#web/state/stream/model.ts";
import type { PageEvent } from "#web/state/stream/step.ts";
import { timeOf } from "#web/state/terminal/thread-runs.ts";
import type { Api } from "./api.ts";

/** What the stream does not bring and the page asks for. */
export interface Loads {
  /** Loads what stands before the oldest line; false when there is nothing more. */
  older(): Promise<boolean>;
  invitations(thread: string): Promise<void>;
  /** One that the snapshot's list does not reach: archived, or old. */
  thread(id: string): Promise<void>;
  archived(): Promise<void>;
  /** The next page of the list behind what is here; false when there is nothing more. */
  olderThreads(): Promise<boolean>;
  /** The latest questions, whatever became of them. */
  questions(): Promise<void>;
  /** Looks at the operator's file now, not when the hub next reports it. */
  invitable(): Promise<void>;
}

interface LoadPorts {
  readonly api: Api;
  readonly model: ReadonlySignal<Model>;
  readonly thread: ReadonlySignal<string | null>;
  readonly apply: (event: PageEvent) => void;
}

export function openLoads({ api, model, thread, apply }: LoadPorts): Loads {
  return {
    async older() {
      const here = thread.value;
      const known = here === null ? undefined : model.value.logs.get(here);
      const first = known?.entries[0]?.rev;
      if (here === null || known === undefined || !known.hasMore || first === undefined) return false;
      const older = await api.older(here, first);
      apply({ name: "older", data: { thread: here, entries: older.entries, has_more: older.has_more && older.entries.length > 0 } });
      // Nobody waits for them. If they fail to load, they are asked for again with the next older lines.
      olderRuns(here).catch(() => undefined);
      return older.entries.length > 0;
    },
    async invitations(of) {
      apply({ name: "runs", data: { thread: of, runs: await api.runs(of) } });
    },
    async thread(id) {
      apply({ name: "threads", data: [await api.thread(id)] });
    },
    async archived() {
      apply({ name: "threads", data: await api.archived() });
    },
    async olderThreads() {
      // From the newest again: a new snapshot forgets older ones, and one that was opened by its link says nothing about those between.
      for (let after: string | null = null; ;) {
        const { threads, has_more, next_cursor } = await api.threads(after);
        const isNew = threads.some(({ id }) => !model.value.threads.has(id));
        if (isNew) apply({ name: "threads", data: threads });
        if (isNew || !has_more || next_cursor === null) return has_more;
        after = next_cursor;
      }
    },
    async questions() {
      apply({ name: "questions", data: await api.questions() });
    },
    async invitable() {
      const before = model.value.invalid;
      const data = await api.invitable();
      // What the stream brought meanwhile is newer.
      if (model.value.invalid === before) apply({ name: "invitable", data });
    },
  };

  /** As far back as the lines go that are here. */
  async function olderRuns(of: string): Promise<void> {
    for (;;) {
      const { ran: all, logs } = model.value;
      const [known, first] = [all.get(of), logs.get(of)?.entries[0]];
      const oldest = known?.lines[0];
      if (known === undefined || oldest === undefined || first === undefined || !known.hasMore || Date.parse(oldest.at) < timeOf(first)) return;
      const runs = await api.ran(of, oldest.id);
      apply({ name: "ran", data: { thread: of, runs, has_more: runs.some(({ id }) => !known.lines.some((one) => one.id === id)) } });
    }
  }
}
