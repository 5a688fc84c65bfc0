import { type ReadonlySignal, type Signal, batch, computed, effect, signal } from "@preact/signals";
import type { RunLineWire } from "#protocol/runs";
import type { SessionWire } from "#protocol/wire";
import { type Aims, openAims } from "./aims.ts";
import { type Api, type Refusal, type Said, type TypedRun, apiFor } from "./api.ts";
import { type Invites, openInvites } from "./invites.ts";
import type { Keep } from "./keep.ts";
import { type Model, nothing } from "./model.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { type Papers, openPapers } from "./papers.ts";
import { type Place, threadHref } from "./place.ts";
import type { Quote } from "./quote.ts";
import { type Quotes, openQuotes } from "./quotes.ts";
import { timeOf, typedLine } from "./ran.ts";
import { type Row, logRows, tailRows } from "./rows.ts";
import { type PageEvent, type StreamEvent, step } from "./step.ts";
import { type Line, type Stream, openStream } from "./stream.ts";
import { type Terminal, openTerminal } from "./terminal.ts";

/** Everything the views of a signed-in person read and do. */
export interface Page {
  readonly model: ReadonlySignal<Model>;
  readonly api: Api;
  readonly keep: Keep;
  readonly outbox: Outbox;
  readonly invites: Invites;
  readonly aims: Aims;
  readonly quotes: Quotes;
  readonly terminal: Terminal;
  readonly papers: Papers;
  readonly line: ReadonlySignal<Line>;
  /** This person's id. With `isShut` apart from the model, so that what stands in every line is not drawn again with each word that an agent writes. */
  readonly me: ReadonlySignal<string>;
  readonly thread: ReadonlySignal<string | null>;
  /** Whether the open thread takes no more messages. */
  readonly isShut: ReadonlySignal<boolean>;
  /** The line that was asked for last; another object each time it is asked for. */
  readonly wanted: ReadonlySignal<Wanted | null>;
  readonly log: ReadonlySignal<readonly Row[]>;
  readonly tail: ReadonlySignal<readonly Row[]>;
  readonly sessions: ReadonlySignal<readonly SessionWire[]>;
  /** Where only one column fits: the list of threads, not the thread. */
  readonly isListOpen: Signal<boolean>;
  /** Whether the newest line is in view. */
  readonly isAtEnd: Signal<boolean>;
  /** Epoch milliseconds, once a second. */
  readonly now: ReadonlySignal<number>;
  /** The last midnight, local. */
  readonly today: ReadonlySignal<number>;
  go(place: Place): void;
  say(thread: string, content: string, how?: { readonly session?: string | undefined; readonly reply?: Quote | undefined }): void;
  /** Loads what stands before the oldest line; false when there is nothing more. */
  loadOlder(): Promise<boolean>;
  read(): void;
  /** A run that ended here; where the stream has told of it already, that stands. */
  ranHere(run: RunLineWire): void;
  loadArchived(): Promise<void>;
  /** Looks at the operator's file now, not when the hub next tells of it. */
  loadInvitable(): Promise<void>;
  tryNow(): void;
  close(): void;
}

interface Wanted {
  readonly line: number;
}

interface PagePorts {
  readonly token: string;
  readonly keep: Keep;
  readonly now: ReadonlySignal<number>;
  /** The hub does not take the token any more. */
  readonly shut: (why: Refusal) => void;
}

export function openPage({ token, keep, now, shut }: PagePorts): Page {
  const api = apiFor(token);
  const model = signal<Model>(nothing);
  const line = signal<Line>({ state: "connecting" });
  const thread = signal<string | null>(null);
  const wanted = signal<Wanted | null>(null);
  const isListOpen = signal(false);
  const isAtEnd = signal(true);
  const mark = signal<{ readonly thread: string; readonly afterSeq: number; readonly count: number } | null>(null);
  const outbox = openOutbox({ api, keep, sent, shut });
  const invites = openInvites({ invite: api.invite, look: loadRuns });
  const aims = openAims(keep);
  const quotes = openQuotes(api.message);
  const terminal = openTerminal(keep);
  const papers = openPapers();
  let stream: Stream | undefined;
  let readUpTo = { thread: "", seq: 0 };

  const tell = (event: StreamEvent | PageEvent): void => {
    model.value = step(model.value, event);
  };

  const entries = computed(() => model.value.logs.get(thread.value ?? "")?.entries ?? noEntries);
  const questions = computed(() => model.value.questions);
  const drafts = computed(() => model.value.drafts);
  const me = computed(() => model.value.me?.id ?? "");
  const isShut = computed(() => /^(?:closed|archived)$/.test(model.value.threads.get(thread.value ?? "")?.status ?? ""));
  const ran = computed(() => model.value.ran.get(thread.value ?? "")?.lines ?? noRuns);
  const hasOlder = computed(() => model.value.logs.get(thread.value ?? "")?.hasMore === true);
  const log = computed(() =>
    logRows(entries.value, questions.value, {
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
      unsent: outbox.unsent.value.filter((one) => one.thread === thread.value),
      papers: papers.list.value.filter((one) => one.thread === thread.value && !ran.value.some(({ id }) => id === one.run)),
      me: me.value,
    }),
  );
  const today = computed(() => new Date(now.value).setHours(0, 0, 0, 0));
  const sessionMap = computed(() => model.value.sessions);
  const sessions = computed(() => [...sessionMap.value.values()].sort((a, b) => a.name.localeCompare(b.name)));
  // What was kept while the hub was away goes out as soon as it is back.
  const stopFlushing = effect(() => {
    if (line.value.state === "live") outbox.flush();
  });

  connect();
  return {
    model,
    api,
    keep,
    outbox,
    invites,
    aims,
    quotes,
    terminal,
    papers,
    line,
    me,
    thread,
    isShut,
    wanted,
    log,
    tail,
    sessions,
    isListOpen,
    isAtEnd,
    now,
    today,
    go,
    say,
    loadOlder,
    read,
    ranHere,
    loadArchived,
    loadInvitable,
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
      told: (events) => batch(() => events.forEach((event) => told(wantedThread, event))),
      line: (state) => {
        // Changing the thread reopens the stream; that is no loss of the hub.
        if (state.state !== "connecting" || line.value.state !== "live") line.value = state;
      },
      shut,
    });
  }

  function told(wantedThread: string | null, event: StreamEvent): void {
    tell(event);
    // Losing it costs a list that is behind until the next change.
    if (wantedThread !== null && (event.name === "agents" || event.name === "snapshot")) loadRuns(wantedThread).catch(() => undefined);
    if (event.name !== "snapshot") return;
    keep.set("parley.language", event.data.language);
    if (wantedThread === null) return;
    if (event.data.thread === null) return tell({ name: "missing", data: { thread: wantedThread } });
    if (!model.value.threads.has(wantedThread)) loadThread(wantedThread).catch(() => undefined);
    const { unread = 0, current_seq: seq = 0 } = event.data.threads.find((one) => one.id === wantedThread) ?? {};
    if (mark.value?.thread !== wantedThread)
      mark.value = { thread: wantedThread, afterSeq: unread > 0 ? seq - unread : Number.MAX_SAFE_INTEGER, count: unread };
  }

  function go(place: Place): void {
    if (place.kind !== "thread") return;
    batch(() => {
      wanted.value = place.line === null ? null : { line: place.line };
      isListOpen.value = false;
      if (place.thread === thread.value) return;
      tell({ name: "opening", data: { thread: place.thread } });
      thread.value = place.thread;
      mark.value = null;
      isAtEnd.value = true;
      keep.set("parley.thread", place.thread);
      connect();
    });
  }

  function say(to: string, content: string, { session, reply }: { readonly session?: string | undefined; readonly reply?: Quote | undefined } = {}): void {
    const afterSeq = model.value.threads.get(to)?.current_seq ?? 0;
    const about = { ...(session === undefined ? {} : { session }), ...(reply === undefined ? {} : { reply }) };
    outbox.add({ key: crypto.randomUUID(), thread: to, content, at: Date.now(), afterSeq, ...about });
    if (thread.value !== to) location.hash = threadHref(to);
  }

  function sent(one: { readonly thread: string; readonly content: string }, said: Said): void {
    if ("run" in said) return ranByTyping(one.thread, said.run);
    if ("answered" in said) return tell({ name: "question", data: said.answered });
    tell({ name: "posted", data: { thread: one.thread, entry: { kind: "message", rev: said.rev, message: said } } });
  }

  /** Whoever has just typed it wants to see what came of it. */
  function ranByTyping(to: string, run: TypedRun): void {
    terminal.folds.value = new Map(terminal.folds.value).set(`log ${run.id}`, true);
    // Of one that goes on the stream may have told more by now.
    if (run.ended_at === null) ranHere(typedLine(run, to, me.value));
    else tell({ name: "run", data: typedLine(run, to, me.value) });
  }

  async function loadOlder(): Promise<boolean> {
    const here = thread.value;
    const known = here === null ? undefined : model.value.logs.get(here);
    const first = known?.entries[0]?.rev;
    if (here === null || known === undefined || !known.hasMore || first === undefined) return false;
    const older = await api.older(here, first);
    tell({ name: "older", data: { thread: here, entries: older.entries, has_more: older.has_more && older.entries.length > 0 } });
    // Nobody waits for them. Losing them costs lines between the older ones, until somebody asks for older ones again.
    loadOlderRuns(here).catch(() => undefined);
    return older.entries.length > 0;
  }

  function ranHere(run: RunLineWire): void {
    if (model.value.ran.get(run.thread ?? "")?.lines.some((one) => one.id === run.id) !== true) tell({ name: "run", data: run });
  }

  /** As far back as the lines go that are here. */
  async function loadOlderRuns(of: string): Promise<void> {
    for (;;) {
      const { ran: all, logs } = model.value;
      const [known, first] = [all.get(of), logs.get(of)?.entries[0]];
      const oldest = known?.lines[0];
      if (known === undefined || oldest === undefined || first === undefined || !known.hasMore || Date.parse(oldest.at) < timeOf(first)) return;
      const runs = await api.ran(of, oldest.id);
      tell({ name: "ran", data: { thread: of, runs, has_more: runs.some(({ id }) => !known.lines.some((one) => one.id === id)) } });
    }
  }

  async function loadRuns(of: string): Promise<void> {
    tell({ name: "runs", data: { thread: of, runs: await api.runs(of) } });
  }

  /** One that the snapshot's list does not reach: archived, or old. */
  async function loadThread(id: string): Promise<void> {
    tell({ name: "threads", data: [await api.thread(id)] });
  }

  async function loadArchived(): Promise<void> {
    tell({ name: "threads", data: await api.archived() });
  }

  async function loadInvitable(): Promise<void> {
    const before = model.value.invalid;
    const data = await api.invitable();
    // What the stream has told meanwhile is newer.
    if (model.value.invalid === before) tell({ name: "invitable", data });
  }

  function read(): void {
    const here = thread.value;
    const seq = entries.peek().reduce((most, entry) => (entry.kind === "message" ? Math.max(most, entry.message.seq) : most), 0);
    if (here === null || seq === 0 || document.visibilityState !== "visible") return;
    tell({ name: "read", data: { thread: here, seq } });
    if (readUpTo.thread === here && readUpTo.seq >= seq) return;
    readUpTo = { thread: here, seq };
    // Losing it costs an unread pill that goes with the next line.
    api.read(here, seq).catch(() => {
      readUpTo = { thread: "", seq: 0 };
    });
  }

  function close(): void {
    stream?.close();
    outbox.close();
    stopFlushing();
  }
}

const noEntries: readonly never[] = [];
const noRuns: readonly never[] = [];
