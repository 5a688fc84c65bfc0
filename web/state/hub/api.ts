import type { InvalidAgentWire, InvitableWire, InvitationWire } from "#protocol/invitations";
import type { EditWire, SearchWire } from "#protocol/bus";
import type { CommandWire, RunLineWire, RunWire } from "#protocol/runs";
import type { EntryWire, ErrorWire, MessageWire, QuestionCopyWire, QuestionWire, ThreadWire } from "#protocol/wire";
import type { PairingWire } from "#protocol/pairing";
import type { PersonalWire } from "#protocol/personal";
import type { PostedWire } from "#protocol/requests";
import { type SearchFilter, filterQuery, noFilter } from "#web/state/thread/search-filter.ts";

/** The hub said no. `code` is stable, the message is a sentence for people. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }

  /** True when trying again later can help. */
  get passes(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** What a command that was typed as a message came to. */
export type TypedRun = Pick<RunWire, "id" | "line" | "at" | "ended_at" | "exit_code" | "code" | "artifacts" | "question">;

/** What the hub made of words that were posted: a message, a command that ran, or the answer to a question. */
export type Posted = (MessageWire & PostedWire) | { readonly run: TypedRun } | { readonly answered: QuestionWire };

interface ThreadPage {
  readonly threads: readonly ThreadWire[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The hub's routes as functions. Each throws Refusal when the hub says no, and whatever fetch throws when it is not there. */
export interface Api {
  openThread(topic: string): Promise<Pick<ThreadWire, "id">>;
  say(said: {
    readonly thread: string;
    readonly content: string;
    readonly session?: string;
    readonly reply?: { readonly id: string };
    readonly files?: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
    readonly key: string;
  }): Promise<Posted>;
  older(thread: string, beforeRev: number): Promise<{ readonly entries: readonly EntryWire[]; readonly has_more: boolean }>;
  read(thread: string, seq: number): Promise<void>;
  answer(question: string, choice: string, reason?: string): Promise<void>;
  questions(): Promise<readonly QuestionWire[]>;
  /** Where else it was asked. */
  questionCopies(question: string): Promise<readonly QuestionCopyWire[]>;
  stop(session: string): Promise<void>;
  fileLink(artifact: string): Promise<string>;
  /** To the file that a line of the hub's is about. */
  uploadLink(message: string): Promise<string>;
  sendAgain(delivery: string): Promise<void>;
  /** Resolves once the process is on its way; how it goes on comes with the stream. */
  invite(agent: string, thread: string): Promise<void>;
  invitable(): Promise<{ readonly agents: readonly InvitableWire[]; readonly invalid: readonly InvalidAgentWire[] }>;
  runs(thread: string): Promise<readonly InvitationWire[]>;
  commands(table?: "terminal" | "chat"): Promise<readonly CommandWire[]>;
  /** Runs a command line; the answer is a line of JSON for each thing it tells, for however long that takes. */
  exec(body: { readonly command: string; readonly thread: string; readonly stdin?: string }, key: string): Promise<Response>;
  /** What was run in a thread before a run, newest first. */
  ran(thread: string, before: string): Promise<readonly RunLineWire[]>;
  wholeRun(run: string): Promise<RunWire>;
  stopRun(run: string): Promise<void>;
  runFileLink(run: string, index: number): Promise<string>;
  thread(id: string): Promise<ThreadWire>;
  archived(): Promise<readonly ThreadWire[]>;
  /** One page of the list, from the newest or from where the one before ended. */
  threads(after: string | null): Promise<ThreadPage>;
  setState(thread: string, state: "discuss" | "archived"): Promise<void>;
  close(thread: string, summary: string): Promise<void>;
  rename(thread: string, topic: string): Promise<void>;
  deleteThread(thread: string): Promise<void>;
  exported(thread: string): Promise<Blob>;
  /** As it stands now. */
  message(id: string): Promise<MessageWire>;
  edit(message: string, content: string): Promise<void>;
  react(message: string, reaction: string, isOn: boolean): Promise<void>;
  history(message: string): Promise<readonly EditWire[]>;
  search(words: string, filter?: SearchFilter): Promise<SearchWire>;
  pairings(): Promise<readonly PairingWire[]>;
  approvePairing(code: string, person: string): Promise<void>;
  settings(): Promise<PersonalWire>;
  setSettings(settings: PersonalWire): Promise<PersonalWire>;
  logout(): Promise<void>;
  /** For what fetch cannot do: to tell how far a body has gone. */
  opened(method: string, path: string): XMLHttpRequest;
}

const pageOfEntries = 100;

const foundAtOnce = 50;

const questionsAtOnce = 200;

export function apiFor(token: string): Api {
  const call = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> =>
    request<T>(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const to = encodeURIComponent;
  return {
    openThread: (topic) => call("POST", "/api/threads", { topic }),
    say: ({ thread, content, session, reply, files, key }) => {
      const said = {
        content,
        session,
        reply_to_msg_id: reply?.id,
        files: files?.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      };
      return call("POST", `/api/threads/${to(thread)}/messages`, said, { "idempotency-key": key });
    },
    older: (thread, beforeRev) => call("GET", `/api/threads/${to(thread)}/entries?before_rev=${beforeRev}&limit=${pageOfEntries}`),
    read: (thread, seq) => call("POST", `/api/threads/${to(thread)}/read`, { seq }),
    answer: (question, choice, reason) => call("POST", `/api/questions/${to(question)}/answer`, { choice, reason }),
    questions: () => call("GET", `/api/questions?limit=${questionsAtOnce}`),
    questionCopies: async (question) => (await call<{ copies: readonly QuestionCopyWire[] }>("GET", `/api/questions/${to(question)}`)).copies,
    stop: (session) => call("POST", `/api/sessions/${to(session)}/stop`),
    fileLink: async (artifact) => (await call<{ url: string }>("GET", `/api/artifacts/${to(artifact)}/link`)).url,
    uploadLink: async (message) => (await call<{ url: string }>("GET", `/api/messages/${to(message)}/file/link`)).url,
    sendAgain: (delivery) => call("POST", `/api/deliveries/${to(delivery)}/again`),
    invite: (agent, thread) => call("POST", "/api/agents/invite", { agent_name: agent, thread_id: thread }),
    invitable: () => call("GET", "/api/agents/invitable"),
    runs: (thread) => call("GET", `/api/agents/runs?thread=${to(thread)}`),
    commands: (table = "terminal") => call("GET", `/api/commands?table=${table}`),
    exec: (body, key) =>
      fetch("/api/exec", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/x-ndjson", "idempotency-key": key },
        body: JSON.stringify(body),
      }),
    ran: (thread, before) => call("GET", `/api/runs?thread=${to(thread)}&before=${to(before)}&limit=${pageOfEntries}`),
    wholeRun: (run) => call("GET", `/api/runs/${to(run)}`),
    stopRun: (run) => call("POST", `/api/runs/${to(run)}/stop`),
    runFileLink: async (run, index) => (await call<{ url: string }>("GET", `/api/runs/${to(run)}/artifacts/${index}/link`)).url,
    thread: (id) => call("GET", `/api/threads/${to(id)}`),
    threads: (after) => call<ThreadPage>("GET", `/api/threads?order=last&limit=200${after === null ? "" : `&before=${encodeURIComponent(after)}`}`),
    archived: async () =>
      (await call<{ threads: readonly ThreadWire[] }>("GET", "/api/threads?status=archived&include_archived=true&order=last&limit=200")).threads,
    setState: (thread, state) => call("POST", `/api/threads/${to(thread)}/state`, { state }),
    close: (thread, summary) => call("POST", `/api/threads/${to(thread)}/close`, summary === "" ? {} : { summary }),
    rename: (thread, topic) => call("POST", `/api/threads/${to(thread)}/rename`, { topic }),
    deleteThread: (thread) => call("DELETE", `/api/threads/${to(thread)}`),
    exported: async (thread) => (await got(`/api/threads/${to(thread)}/export`, { headers: { authorization: `Bearer ${token}` } })).blob(),
    message: (id) => call("GET", `/api/messages/${to(id)}`),
    edit: (message, content) => call("PUT", `/api/messages/${to(message)}`, { content }),
    react: (message, reaction, isOn) =>
      isOn ? call("POST", `/api/messages/${to(message)}/reactions`, { reaction }) : call("DELETE", `/api/messages/${to(message)}/reactions/${to(reaction)}`),
    history: async (message) => (await call<{ edits: readonly EditWire[] }>("GET", `/api/messages/${to(message)}/history`)).edits,
    search: (words, filter = noFilter) => call("GET", `/api/search?q=${to(words)}&limit=${foundAtOnce}${filterQuery(filter)}`),
    pairings: () => call("GET", "/api/pairings"),
    approvePairing: (code, person) => call("POST", `/api/pairings/${to(code)}/approve`, { person }),
    settings: () => call("GET", "/api/me/settings"),
    setSettings: (settings) => call("PUT", "/api/me/settings", settings),
    logout: () => call("POST", "/api/logout"),
    opened: (method, path) => {
      const asked = new XMLHttpRequest();
      asked.open(method, path);
      asked.setRequestHeader("authorization", `Bearer ${token}`);
      return asked;
    },
  };
}

/** The hub's home, if `parley login` has to be given it and this browser is on the hub's machine. */
export async function namedHome(): Promise<string | null> {
  return (await request<{ readonly home: string | null }>("/api/login", {})).home;
}

export function login(secret: string, name?: string): Promise<{ readonly token: string; readonly person: { readonly id: string; readonly name: string } }> {
  return request("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, name }),
  });
}

const patienceMs = 30_000;

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const text = await (await got(path, init)).text();
  return (text === "" ? {} : JSON.parse(text)) as T;
}

async function got(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw refusalOf(response.status, await response.text());
  return response;
}

export function refusalOf(status: number, text: string): Refusal {
  try {
    const said = JSON.parse(text) as Partial<ErrorWire>;
    if (typeof said.error === "string" && typeof said.detail === "string") return new Refusal(status, said.error, said.detail);
  } catch {
    // Not from the hub: a proxy's page, or nothing at all. The status is all there is to say.
  }
  return new Refusal(status, "Unreadable", `The hub answered ${status} without a reason. Try again; if it stays so, its log says more.`);
}
