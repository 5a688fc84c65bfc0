import type { EntryWire, ErrorWire, MessageWire, QuestionWire, ThreadWire } from "#protocol/wire";
import type { PostedWire } from "#protocol/requests";

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

export interface RunWire {
  readonly id: string;
  readonly exit_code: number;
  readonly text: string;
  readonly code?: string;
}

export type Said = (MessageWire & PostedWire) | { readonly run: RunWire } | { readonly answered: QuestionWire };

/** The hub's routes as functions. Each throws Refusal when the hub says no, and whatever fetch throws when it is not there. */
export interface Api {
  openThread(topic: string): Promise<Pick<ThreadWire, "id">>;
  say(said: { readonly thread: string; readonly content: string; readonly session?: string; readonly key: string }): Promise<Said>;
  older(thread: string, beforeRev: number): Promise<{ readonly entries: readonly EntryWire[]; readonly has_more: boolean }>;
  read(thread: string, seq: number): Promise<void>;
  answer(question: string, choice: string): Promise<void>;
  stop(session: string): Promise<void>;
  fileLink(artifact: string): Promise<string>;
  sendAgain(delivery: string): Promise<void>;
  logout(): Promise<void>;
}

const pageOfEntries = 100;

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
    say: ({ thread, content, session, key }) =>
      call("POST", `/api/threads/${to(thread)}/messages`, { content, ...(session === undefined ? {} : { session }) }, { "idempotency-key": key }),
    older: (thread, beforeRev) => call("GET", `/api/threads/${to(thread)}/entries?before_rev=${beforeRev}&limit=${pageOfEntries}`),
    read: (thread, seq) => call("POST", `/api/threads/${to(thread)}/read`, { seq }),
    answer: (question, choice) => call("POST", `/api/questions/${to(question)}/answer`, { choice }),
    stop: (session) => call("POST", `/api/sessions/${to(session)}/stop`),
    fileLink: async (artifact) => (await call<{ url: string }>("GET", `/api/artifacts/${to(artifact)}/link`)).url,
    sendAgain: (delivery) => call("POST", `/api/deliveries/${to(delivery)}/again`),
    logout: () => call("POST", "/api/logout"),
  };
}

export function login(secret: string, name?: string): Promise<{ readonly token: string; readonly person: { readonly id: string; readonly name: string } }> {
  return request("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, ...(name === undefined ? {} : { name }) }),
  });
}

const patienceMs = 30_000;

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(patienceMs) });
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text);
  return (text === "" ? {} : JSON.parse(text)) as T;
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
