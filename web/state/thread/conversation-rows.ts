import { type ReadonlySignal, computed } from "@preact/signals";
import type { EntryWire } from "#protocol/wire";
import type { DroppedFile } from "#web/state/documents/dropped-files.ts";
import type { Model } from "#web/state/stream/model.ts";
import { type ConversationRow, hasContent, logRows, tailRows } from "./rows.ts";
import type { Unsent } from "./unsent.ts";

/** Where the new lines began when the thread was opened. */
export interface NewMark {
  readonly thread: string;
  readonly afterSeq: number;
  readonly count: number;
}

interface RowSources {
  readonly model: ReadonlySignal<Model>;
  readonly thread: ReadonlySignal<string | null>;
  readonly mark: ReadonlySignal<NewMark | null>;
  readonly unsent: ReadonlySignal<readonly Unsent[]>;
  readonly files: ReadonlySignal<readonly DroppedFile[]>;
}

export interface ConversationRows {
  readonly entries: ReadonlySignal<readonly EntryWire[]>;
  readonly log: ReadonlySignal<readonly ConversationRow[]>;
  readonly tail: ReadonlySignal<readonly ConversationRow[]>;
}

/** The rows of the open thread. What an agent writes changes the tail alone, so that a long log is not made again with every word. */
export function conversationRows({ model, thread, mark, unsent, files }: RowSources): ConversationRows {
  const entries = computed(() => model.value.logs.get(thread.value ?? "")?.entries ?? noEntries);
  const hasOlder = computed(() => model.value.logs.get(thread.value ?? "")?.hasMore === true);
  const ran = computed(() => model.value.ran.get(thread.value ?? "")?.lines ?? noRuns);
  const questions = computed(() => model.value.questions);
  const drafts = computed(() => model.value.drafts);
  const me = computed(() => model.value.me?.id ?? "");
  // As text: the same turns are the same value, however often a draft grows.
  const growingTurns = computed(() =>
    [...drafts.value.values()]
      .filter((draft) => draft.thread === thread.value && hasContent(draft))
      .map(({ turn }) => turn)
      .join(" "),
  );
  const log = computed(() =>
    logRows(entries.value, questions.value, {
      growing: new Set(growingTurns.value.split(" ")),
      ran: ran.value,
      hasOlder: hasOlder.value,
      mark: mark.value?.thread === thread.value ? mark.value : null,
    }),
  );
  const tail = computed(() =>
    tailRows({
      entries: entries.value,
      questions: questions.value,
      drafts: [...drafts.value.values()].filter((draft) => draft.thread === thread.value),
      unsent: unsent.value.filter((one) => one.thread === thread.value),
      files: files.value.filter((one) => one.thread === thread.value && !ran.value.some(({ id }) => id === one.run)),
      me: me.value,
    }),
  );
  return { entries, log, tail };
}

const noEntries: readonly never[] = [];
const noRuns: readonly never[] = [];
