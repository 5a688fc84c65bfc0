import { type ReadonlySignal, type Signal, batch, computed, effect, signal } from "@preact/signals";
import type { RunLineWire } from "#protocol/runs";
import type { SessionWire } from "#protocol/wire";
import type { Language } from "#web/words.ts";
import type { Address, ShownView } from "./address.ts";
import { type Invites, openInvites } from "./agents/invites.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { type DroppedFiles, openDroppedFiles } from "./documents/dropped-files.ts";
import type { PageHistory } from "./history.ts";
import { type Api, type Refusal, apiFor } from "./hub/api.ts";
import { type Loads, openLoads } from "./hub/loads.ts";
import type { Notices } from "./notices/notices.ts";
import { openPageNotices } from "./notices/page-notices.ts";
import { saidHere, type SaidHow } from "./said-here.ts";
import { openShown, type WantedLine } from "./shown.ts";
import { type Model, nothing } from "./stream/model.ts";
import { receiver } from "./stream/received.ts";
import { type PageEvent, type StreamEvent, step } from "./stream/step.ts";
import type { ConnectionState } from "./stream/stream.ts";
import { openThreadStream } from "./stream/thread-stream.ts";
import { type Terminal, openTerminal } from "./terminal/terminal.ts";
import { type ComposerAims, openComposerAims } from "./thread/composer-aims.ts";
import { type MutedThreads, openMutedThreads } from "./thread/muted-threads.ts";
import { conversationRows } from "./thread/conversation-rows.ts";
import { type Outbox, openOutbox } from "./thread/outbox.ts";
import { type Quotes, openQuotes } from "./thread/quotes.ts";
import { type ThreadMarks, openThreadMarks } from "./thread/thread-marks.ts";
import { readReporter } from "./thread/report-read.ts";
import type { ConversationRow } from "./thread/rows.ts";

/** Everything the views of a signed-in person read and do. */
export interface Page {
  readonly model: ReadonlySignal<Model>;
  readonly language: ReadonlySignal<Language>;
  readonly api: Api;
  readonly loads: Loads;
  readonly storage: BrowserStorage;
  readonly history: PageHistory;
  readonly outbox: Outbox;
  readonly invites: Invites;
  readonly aims: ComposerAims;
  readonly quotes: Quotes;
  readonly marks: ThreadMarks;
  readonly muted: MutedThreads;
  readonly notices: Notices;
  readonly terminal: Terminal;
  readonly files: DroppedFiles;
  readonly connection: ReadonlySignal<ConnectionState>;
  /** This person's id. Like `isShut` apart from the model, so that what stands in every line is not drawn again with each word that an agent writes. */
  readonly me: ReadonlySignal<string>;
  readonly thread: ReadonlySignal<string | null>;
  /** Whether the open thread accepts no more messages. */
  readonly isShut: ReadonlySignal<boolean>;
  /** The line that was asked for last; another object each time it is asked for. */
  readonly wanted: ReadonlySignal<WantedLine | null>;
  readonly log: ReadonlySignal<readonly ConversationRow[]>;
  readonly tail: ReadonlySignal<readonly ConversationRow[]>;
  readonly sessions: ReadonlySignal<readonly SessionWire[]>;
  /** A destination beside the threads; null while the threads are shown. */
  readonly view: ReadonlySignal<ShownView | null>;
  /** Where only one column fits: the list of threads, not the thread. */
  readonly isListOpen: ReadonlySignal<boolean>;
  /** Where the panel of sessions and agents does not fit beside the conversation: over it. */
  readonly isPanelOpen: ReadonlySignal<boolean>;
  isOneColumn(): boolean;
  /** What a key or the palette asked for, until the view that has it takes it. */
  readonly wish: Signal<Wish | null>;
  /** Whether the newest line is in view. */
  readonly isAtEnd: Signal<boolean>;
  /** Epoch milliseconds, once a second. */
  readonly now: ReadonlySignal<number>;
  /** The last midnight, local. */
  readonly today: ReadonlySignal<number>;
  go(address: Address): void;
  /** To another address in place of this one. */
  redirect(hash: string): void;
  say(thread: string, content: string, how?: SaidHow): void;
  read(): void;
  /** A run that ended here; if the stream brought it already, that stands. */
  ranHere(run: RunLineWire): void;
  tryNow(): void;
  close(): void;
}

type Wish = "search" | "new-thread" | "palette" | "keys";

interface PagePorts {
  readonly token: string;
  readonly storage: BrowserStorage;
  readonly history: PageHistory;
  readonly language: ReadonlySignal<Language>;
  readonly now: ReadonlySignal<number>;
  readonly isOneColumn: () => boolean;
  readonly redirect: (hash: string) => void;
  /** The hub does not accept the token any more. */
  readonly shut: (why: Refusal) => void;
}

export function openPage({ token, storage, history, language, now, isOneColumn, redirect, shut }: PagePorts): Page {
  const api = apiFor(token);
  const model = signal<Model>(nothing);
  const connection = signal<ConnectionState>({ state: "connecting" });
  const wish = signal<Wish | null>(null);
  const apply = (event: StreamEvent | PageEvent): void => {
    model.value = step(model.value, event);
  };
  const [terminal, files, marks, muted] = [openTerminal(storage), openDroppedFiles(storage), openThreadMarks(storage), openMutedThreads(api)];
  const shown = openShown({
    visited: (id) => marks.set("unread", id, false),
    opened: (id) => {
      apply({ name: "opening", data: { thread: id } });
      storage.set("parley.thread", id);
      stream.open(id);
    },
  });
  const { thread, mark } = shown;
  const me = computed(() => model.value.me?.id ?? "");
  const said = saidHere({ model, thread, me, terminal, outbox: () => outbox, apply });
  const outbox = openOutbox({ api, storage, sent: said.sent, shut });
  const loads = openLoads({ api, model, thread, apply });
  const notices = openPageNotices({ api, storage, language, now, model, shown, isOneColumn });
  const { entries, log, tail } = conversationRows({ model, thread, mark, unsent: outbox.unsent, files: files.list });
  const sessionMap = computed(() => model.value.sessions);
  const received = receiver({ model, loads, muted, notices, mark, apply });
  const stream = openThreadStream({
    token,
    knownRev: (id) => model.value.logs.get(id)?.rev ?? null,
    received: (of, events) => batch(() => events.forEach((event) => received(of, event))),
    connection: (state) => {
      // Changing the thread reopens the stream; the hub was not lost.
      if (state.state !== "connecting" || connection.value.state !== "live") connection.value = state;
    },
    shut,
  });
  // What was written while the hub was away goes out as soon as it is back.
  const stopFlushing = effect(() => {
    if (connection.value.state === "live") outbox.flush();
  });

  stream.open(null);
  const parts = { model, language, api, loads, storage, history, outbox, marks, muted, notices, terminal, files, connection, me, log, tail, wish, now };
  return {
    ...parts,
    ...shown,
    invites: openInvites({ invite: api.invite, look: loads.invitations }),
    aims: openComposerAims(storage),
    quotes: openQuotes(api.message),
    isShut: computed(() => /^(?:closed|archived)$/.test(model.value.threads.get(thread.value ?? "")?.status ?? "")),
    sessions: computed(() => [...sessionMap.value.values()].sort((a, b) => a.name.localeCompare(b.name))),
    isOneColumn,
    today: computed(() => new Date(now.value).setHours(0, 0, 0, 0)),
    redirect,
    say: said.say,
    read: readReporter({ api, thread, entries, apply }),
    ranHere: said.ranHere,
    tryNow: () => stream.tryNow(),
    close: () => {
      stream.close();
      outbox.close();
      notices.close();
      stopFlushing();
    },
  };
}
