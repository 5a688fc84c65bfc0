import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { EntryWire, MessageWire, QuestionCopyWire, QuestionWire, SnapshotWire, StreamEventName, StreamEvents, ThreadWire } from "#protocol/wire";
import { type PageBus, pageBus } from "./page-hub-bus.ts";
import { type PageTerminal, pageTerminal } from "./page-hub-terminal.ts";
import { pageRun } from "./page-runs.ts";
import { type PageScenario, blankMessage } from "./page-scenario.ts";

export interface PageHub extends AsyncDisposable {
  readonly url: string;
  readonly bus: PageBus;
  readonly terminal: PageTerminal;
  /** Requests that changed something, in order: `POST /api/…` with body and Idempotency-Key. */
  readonly asked: { readonly what: string; readonly body: unknown; readonly key: string | undefined }[];
  /** Whoever signs in from now on is this somebody. */
  become(me: Partial<SnapshotWire["me"]>): void;
  thread(id: string): ThreadWire;
  entries(thread: string): readonly EntryWire[];
  /** Sends an event to every open stream. */
  tell<Name extends StreamEventName>(name: Name, data: StreamEvents[Name]): void;
  /** Adds a line to a thread's log and tells it. */
  add(
    thread: string,
    line: { readonly kind: "message"; readonly message: Partial<MessageWire> } | Omit<Extract<EntryWire, { kind: "change" }>, "rev">,
  ): EntryWire;
  /** Cuts every open stream; while `isDown` nothing is answered. */
  goDown(): void;
  comeUp(): void;
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const page = 60;

/** A hub of which only the page's routes are there: it speaks src/protocol and does what the test tells it to. */
export async function startPageHub({ web, scenario }: { readonly web: string; readonly scenario: PageScenario }): Promise<PageHub> {
  const logs = new Map(Object.entries(scenario.entries).map(([thread, entries]) => [thread, [...entries]]));
  const streams = new Set<{ readonly response: ServerResponse; readonly thread: string | null }>();
  const seen = new Map<string, unknown>();
  const asked: PageHub["asked"] = [];
  let me = scenario.snapshot.me;
  let isDown = false;

  const server = createServer((request, response) => {
    if (isDown) return void request.socket.destroy();
    answer(request, response).catch((error: unknown) => send(response, 500, { error: "Internal", detail: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const bus = pageBus({ scenario, logs, tell: (name, data) => hub.tell(name, data), add: (thread, line) => hub.add(thread, line) });
  const terminal = pageTerminal({ runs: scenario.runs, me: () => me, tell: (name, data) => hub.tell(name, data) });
  const hub: PageHub = {
    url,
    bus,
    terminal,
    asked,
    become(some) {
      me = { ...me, ...some };
    },
    thread(id) {
      const found = scenario.snapshot.threads.find((one) => one.id === id);
      if (found === undefined) throw new Error(`the scenario has no thread ${id}`);
      return found;
    },
    entries: (thread) => logs.get(thread) ?? [],
    tell(name, data) {
      for (const { response } of streams) event(response, name, data);
    },
    add(thread, line) {
      const log = logs.get(thread) ?? [];
      logs.set(thread, log);
      const rev = (log.at(-1)?.rev ?? 0) + 1;
      const entry: EntryWire = line.kind === "message" ? { kind: "message", rev, message: message(thread, rev, line.message) } : { ...line, rev };
      log.push(entry);
      for (const open of streams) if (open.thread === thread) event(open.response, "entry", { thread, entry }, `${thread}:${rev}`);
      return entry;
    },
    goDown() {
      isDown = true;
      for (const { response } of streams) response.destroy();
    },
    comeUp() {
      isDown = false;
    },
    async [Symbol.asyncDispose]() {
      for (const { response } of streams) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hub;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? "/", url);
    const parts = at.pathname.split("/").filter(Boolean);
    if (parts[0] === "files")
      return void response.writeHead(200, { "content-disposition": 'attachment; filename="x"', "content-type": "text/plain" }).end("made by the demo\n");
    if (parts[0] !== "api") return file(at.pathname, response);
    const isChange = request.method === "POST" || request.method === "PUT" || request.method === "DELETE";
    if (isChange && request.headers.origin !== url)
      return send(response, 403, { error: "ForeignOrigin", detail: `${request.headers.origin} is not this hub.` });
    const body = request.method === "POST" || request.method === "PUT" ? await bodyOf(request) : undefined;
    if (isChange) asked.push({ what: `${request.method} ${at.pathname}`, body, key: request.headers["idempotency-key"] as string | undefined });
    if (parts[1] === "login" && request.method === "GET") return send(response, 200, { home: "/srv/par ley" });
    if (parts[1] === "login") return login(body as { secret: string; name?: string }, response);
    if (request.headers.authorization !== "Bearer token-1") return send(response, 401, { error: "BadToken", detail: "This token is not good." });
    const [, room = "", id = "", verb = ""] = parts;
    if (room === "pairings") return send(response, 200, []);
    if (room === "events") return stream(request, response, at.searchParams.get("thread"));
    if (room === "threads" && verb === "export") return void response.writeHead(200, { "content-type": "text/markdown" }).end("# Exported\n");
    if (terminal.answer({ method: request.method ?? "", parts: parts.slice(1), query: at.searchParams, body }, response)) return;
    const byBus = bus.answer({ method: request.method ?? "", parts: parts.slice(1), query: at.searchParams, body });
    if (byBus !== undefined) return send(response, byBus.status, byBus.body);
    if (room === "threads" && id === "") return send(response, 201, newThread((body as { topic: string }).topic));
    if (room === "threads" && verb === "entries") return older(response, id, Number(at.searchParams.get("before_rev")), Number(at.searchParams.get("limit")));
    if (room === "threads" && verb === "messages") return say(response, id, body as Posted, String(request.headers["idempotency-key"]));
    if (room === "questions" && request.method === "GET") return questions(response, id);
    if (room === "questions") return resolve(response, id, body as { choice: string; reason?: string });
    if (room === "artifacts") return send(response, 200, { url: `/files/${id}?signed=1` });
    return send(response, 200, {});
  }

  function login({ secret, name }: { readonly secret: string; readonly name?: string }, response: ServerResponse): void {
    if (secret === "used") return send(response, 410, { error: "LinkUsed", detail: "This link was used already." });
    if (secret === "old") return send(response, 410, { error: "LinkExpired", detail: "This link has expired." });
    send(response, 200, { token: "token-1", person: { ...me, name: name ?? me.name } });
  }

  function stream(request: IncomingMessage, response: ServerResponse, thread: string | null): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const log = thread === null ? undefined : logs.get(thread);
    const after = /:(\d+)$/.exec(String(request.headers["last-event-id"] ?? ""))?.[1];
    const shown = after === undefined ? (log ?? []).slice(-page) : [];
    const told: SnapshotWire = {
      ...scenario.snapshot,
      ...bus.agents(),
      me,
      lights: terminal.lights(),
      questions: [...logs.values()].flat().flatMap(openQuestion),
      thread:
        thread === null || log === undefined ? null : { id: thread, entries: [...shown], has_more: shown.length < log.length, runs: terminal.lines(thread) },
    };
    event(response, "snapshot", told);
    for (const entry of (log ?? []).filter((one) => after !== undefined && one.rev > Number(after)))
      event(response, "entry", { thread, entry }, `${thread}:${entry.rev}`);
    const open = { response, thread };
    streams.add(open);
    response.on("close", () => streams.delete(open));
  }

  function openQuestion(entry: EntryWire): readonly QuestionWire[] {
    return entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.state === "open" ? [entry.change.question] : [];
  }

  function newThread(topic: string): unknown {
    const id = `thr_${randomUUID()}`;
    const at = new Date().toISOString();
    const thread = {
      id,
      topic,
      access: "open" as const,
      status: "discuss",
      created_by: me.id,
      created_at: at,
      updated_at: at,
      current_seq: 0,
      rev: 0,
      unread: 0,
      default_session: null,
      last: null,
    };
    logs.set(id, []);
    hub.tell("thread", thread);
    return thread;
  }

  function older(response: ServerResponse, thread: string, before: number, limit: number): void {
    const all = (logs.get(thread) ?? []).filter((entry) => entry.rev < before);
    send(response, 200, { entries: all.slice(-limit), has_more: all.length > limit });
  }

  function say(response: ServerResponse, thread: string, { content, reply_to_msg_id = null }: Posted, key: string): void {
    const before = seen.get(key);
    if (before !== undefined) return send(response, 201, before);
    if (content.startsWith(scenario.snapshot.prefix)) {
      const line = content.replace(/^!!exec /, "");
      const stdout = "demo     scripted   idle\ngateway  claude     waiting_input";
      const run = pageRun(Date.now(), 0, { id: `run_${key}`, line, thread, session: null, who: me.id, surface: "page", stdout });
      terminal.put(run);
      return send(response, 200, { run: { ...run, text: stdout } });
    }
    if (content === "too rude") return send(response, 403, { error: "NotAllowed", detail: "You may not write in this thread; ask its owner." });
    const entry = hub.add(thread, {
      kind: "message",
      message: { content, author_kind: "person", author_id: me.id, author_name: me.name, author: me.name, surface: "page", reply_to_msg_id },
    });
    const said = { ...(entry.kind === "message" ? entry.message : {}), queue_position: 0, turn: null };
    seen.set(key, said);
    send(response, 201, said);
  }

  function questions(response: ServerResponse, id: string): void {
    const all = [...logs.values()].flat().flatMap((entry) => (entry.kind === "change" && entry.change.kind === "asked" ? [entry.change.question] : []));
    if (id === "") return send(response, 200, all);
    const at = new Date().toISOString();
    const copies: readonly QuestionCopyWire[] = [
      { channel: "telegram", state: "sent", reason: "", at },
      { channel: "feishu", state: "refused", reason: "link is down", at },
    ];
    send(response, 200, { ...all.find((question) => question.id === id), copies });
  }

  function resolve(response: ServerResponse, id: string, { choice, reason }: { readonly choice: string; readonly reason?: string }): void {
    for (const [thread, log] of logs) {
      const index = log.findIndex((entry) => entry.kind === "change" && entry.change.kind === "asked" && entry.change.question.id === id);
      const entry = log[index];
      if (entry?.kind !== "change" || entry.change.kind !== "asked") continue;
      if (entry.change.question.state !== "open")
        return send(response, 409, { error: "AlreadyAnswered", detail: "林薇 answered this in Feishu a moment ago.", answered_by: "林薇" });
      const isOption = entry.change.question.options.some((option) => option.id === choice);
      const question: QuestionWire = {
        ...entry.change.question,
        state: "answered",
        answer: {
          option: isOption ? choice : null,
          text: isOption ? (reason ?? null) : choice,
          by: me.name,
          surface: "page",
          at: new Date().toISOString(),
        },
      };
      log[index] = { ...entry, change: { kind: "asked", question } };
      hub.add(thread, { kind: "change", at: new Date().toISOString(), change: { kind: "resolved", question } });
      hub.tell("question", question);
      bus.decided(question.id, question.options.find((option) => option.id === choice)?.grants === "allow");
      return send(response, 200, question);
    }
    send(response, 404, { error: "NotFound", detail: "There is no such question." });
  }

  function message(thread: string, rev: number, some: Partial<MessageWire>): MessageWire {
    const seq = (logs.get(thread) ?? []).filter((entry) => entry.kind === "message").length + 1;
    return { ...blankMessage, id: `msg_${thread}_${rev}`, thread_id: thread, seq, rev, created_at: new Date().toISOString(), ...some };
  }

  async function file(path: string, response: ServerResponse): Promise<void> {
    const name = normalize(path === "/" ? "/index.html" : path);
    try {
      const content = await readFile(join(web, name));
      response
        .writeHead(200, {
          "content-type": types[extname(name)] ?? "application/octet-stream",
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
        })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

interface Posted {
  readonly content: string;
  readonly reply_to_msg_id?: string | null;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function event(response: ServerResponse, name: string, data: unknown, id?: string): void {
  response.write(`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}
