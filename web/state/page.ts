import { type ReadonlySignal, type Signal, batch, computed, effect, signal } from "@preact/signals";
import type { RunLineWire } from "#protocol/runs";
import type { SessionWire } from "#protocol/wire";
import type { Language } from "#web/words.ts";
import { type Address, threadHref } from "./address.ts";
import { type Invites, openInvites } from "./agents/invites.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { type DroppedFiles, openDroppedFiles } from "./documents/dropped-files.ts";
import type { PageHistory } from "./history.ts";
import { type Api, type Posted, type Refusal, type TypedRun, apiFor } from "./hub/api.ts";
import { type Loads, openLoads } from "./hub/loads.ts";
import { type Model, nothing } from "./stream/model.ts";
import { type PageEvent, type StreamEvent, step } from "./stream/step.ts";
import { type ConnectionState, type Stream, openStream } from "./stream/stream.ts";
import { type Terminal, openTerminal } from "./terminal/terminal.ts";
import { typedLine } from "./terminal/thread-runs.ts";
import { type ComposerAims, openComposerAims } from "./thread/composer-aims.ts";
import { type NewMark, conversationRows } from "./thread/conversation-rows.ts";
import { type Outbox, openOutbox } from "./thread/outbox.ts";
import type { Quote } from "./thread/quote.ts";
import { type Quotes, openQuotes } from "./thread/quotes.ts";
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
  /** Where only one column fits: the list of threads, not the thread. */
  readonly isListOpen: ReadonlySignal<boolean>;
  /** Where the panel of sessions and agents does not fit beside the conversation: over it. */
  readonly isPanelOpen: ReadonlySignal<boolean>;
  /** Whether the newest line is in view. */
  readonly isAtEnd: Signal<boolean>;
  /** Epoch milliseconds, once a second. */
  readonly now: ReadonlySignal<number>;
  /** The last midnight, local. */
  readonly today: ReadonlySignal<number>;
  go(address: Address): void;
  /** To another address in place of this one. */
  redirect(hash: string): void;
  say(thread: string, content: string, how?: { readonly session?: string | undefined; readonly reply?: Quote | undefined }): void;
  read(): void;
  /** A run that ended here; if the stream brought it already, that stands. */
  ranHere(run: RunLineWire): void;
  tryNow(): void;
  close(): void;
}

interface WantedLine {
  readonly line: number;
}

interface PagePorts {
  readonly token: string;
  readonly storage: BrowserStorage;
  readonly history: PageHistory;
  readonly language: ReadonlySignal<Language>;
  readonly now: ReadonlySignal<number>;
  readonly redirect: (hash: string) => void;
  /** The hub does not accept the token any more. */
  readonly shut: (why: Refusal) => void;
}

export function openPage({ token, storage, history, language, now, redirect, shut }: PagePorts): Page {
  const api = apiFor(token);
  const model = signal<Model>(nothing);
  const connection = signal<ConnectionState>({ state: "connecting" });
  const thread = signal<string | null>(null);
  const wanted = signal<WantedLine | null>(null);
  const isListOpen = signal(false);
  const isPanelOpen = signal(false);
  const isAtEnd = signal(true);
  const mark = signal<NewMark | null>(null);
  const apply = (event: StreamEvent | PageEvent): void => {
    model.value = step(model.value, event);
  };
  const outbox = openOutbox({ api, storage, sent, shut });
  const loads = openLoads({ api, model, thread, apply });
  const terminal = openTerminal(storage);
  const files = openDroppedFiles();
  const { entries, log, tail } = conversationRows({ model, thread, mark, unsent: outbox.unsent, files: files.list });
  const sessionMap = computed(() => model.value.sessions);
  const me = computed(() => model.value.me?.id ?? "");
  let stream: Stream | undefined;
  // What was written while the hub was away goes out as soon as it is back.
  const stopFlushing = effect(() => {
    if (connection.value.state === "live") outbox.flush();
  });

  connect();
  return {
    model,
    language,
    api,
    loads,
    storage,
    history,
    outbox,
    invites: openInvites({ invite: api.invite, look: loads.invitations }),
    aims: openComposerAims(storage),
    quotes: openQuotes(api.message),
    terminal,
    files,
    connection,
    me,
    thread,
    isShut: computed(() => /^(?:closed|archived)$/.test(model.value.threads.get(thread.value ?? "")?.status ?? "")),
    wanted,
    log,
    tail,
    sessions: computed(() => [...sessionMap.value.values()].sort((a, b) => a.name.localeCompare(b.name))),
    isListOpen,
    isPanelOpen,
    isAtEnd,
    now,
    today: computed(() => new Date(now.value).setHours(0, 0, 0, 0)),
    go,
    redirect,
    say,
    read: readReporter({ api, thread, entries, apply }),
    ranHere,
    tryNow: () => stream?.tryNow(),
    close,
  };

  function connect(): void {
    stream?.close();
    const wantedThread = thread.value;
    stream = openStream({
      token,
      thread: wantedThread,
      knownRev: () => (wantedThread === null ? null : (model.value.logs.get(wantedThread)?.rev ?? null)),
      received: (events) => batch(() => events.forEach((event) => received(wantedThread, event))),
      connection: (state) => {
        // Changing the thread reopens the stream; the hub was not lost.
        if (state.state !== "connecting" || connection.value.state !== "live") connection.value = state;
      },
      shut,
    });
  }

  function received(wantedThread: string | null, event: StreamEvent): void {
    apply(event);
    // If it fails, the list is outdated until the next change.
    if (wantedThread !== null && (event.name === "agents" || event.name === "snapshot")) loads.invitations(wantedThread).catch(() => undefined);
    if (event.name !== "snapshot" || wantedThread === null) return;
    if (event.data.thread === null) return apply({ name: "missing", data: { thread: wantedThread } });
    if (!model.value.threads.has(wantedThread)) loads.thread(wantedThread).catch(() => undefined);
    const { unread = 0, current_seq: seq = 0 } = model.value.threads.get(wantedThread) ?? {};
    if (mark.value?.thread !== wantedThread)
      mark.value = { thread: wantedThread, afterSeq: unread > 0 ? seq - unread : Number.MAX_SAFE_INTEGER, count: unread };
  }

  function go(address: Address): void {
    if (address.kind !== "thread" && address.kind !== "list") return;
    batch(() => {
      isListOpen.value = address.kind === "list";
      isPanelOpen.value = address.isPanelOpen;
      if (address.kind === "list") return;
      wanted.value = address.line === null ? null : { line: address.line };
      if (address.thread === thread.value) return;
      apply({ name: "opening", data: { thread: address.thread } });
      thread.value = address.thread;
      mark.value = null;
      isAtEnd.value = true;
      storage.set("parley.thread", address.thread);
      connect();
    });
  }

  function say(to: string, content: string, { session, reply }: { readonly session?: string | undefined; readonly reply?: Quote | undefined } = {}): void {
    const afterSeq = model.value.threads.get(to)?.current_seq ?? 0;
    const about = { ...(session === undefined ? {} : { session }), ...(reply === undefined ? {} : { reply }) };
    outbox.add({ key: crypto.randomUUID(), thread: to, content, at: Date.now(), afterSeq, ...about });
    if (thread.value !== to) location.hash = threadHref(to);
  }

  function sent(one: { readonly thread: string; readonly content: string }, posted: Posted): void {
    if ("run" in posted) return ranByTyping(one.thread, posted.run);
    if ("answered" in posted) return apply({ name: "question", data: posted.answered });
    apply({ name: "posted", data: { thread: one.thread, entry: { kind: "message", rev: posted.rev, message: posted } } });
  }

  /** Opened, because the person who has just typed it wants to see what it gave. */
  function ranByTyping(to: string, run: TypedRun): void {
    terminal.folds.value = new Map(terminal.folds.value).set(`log ${run.id}`, true);
    // Of one that is still running the stream may have brought more by now.
    if (run.ended_at === null) ranHere(typedLine(run, to, me.value));
    else apply({ name: "run", data: typedLine(run, to, me.value) });
  }

  function ranHere(run: RunLineWire): void {
    if (model.value.ran.get(run.thread ?? "")?.lines.some((one) => one.id === run.id) !== true) apply({ name: "run", data: run });
  }

  function close(): void {
    stream?.close();
    outbox.close();
    stopFlushing();
  }
}
