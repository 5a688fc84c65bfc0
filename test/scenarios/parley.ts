import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { adapters } from "#app/catalog";
import { configurationFile } from "#app/configuration-file";
import { run, type RunningProgram, type RunOptions } from "#app/run";
import type { Adapters } from "#config/adapters";
import { loadConfig } from "#config/load";
import { defined } from "#lib/defined";
import { systemClock, type Clock } from "#lib/time/clock";
import type { Log } from "#lib/log";
import { entryWire, questionWire, sessionWire, type EntryWire, type QuestionWire, type SessionWire } from "#protocol/wire";
import { events, type EventStream } from "#test/fakes/door/client";
import { chatChannel, type ChatSettings } from "#test/fakes/chat/channel";
import type { ChatServerOptions } from "#test/fakes/chat/options";
import { ChatServer } from "#test/fakes/chat/server";

/** The catalog and, beside it, the chat that only tests know. */
export const withChat: Adapters = { ...adapters, channels: { ...adapters.channels, chat: { title: "Chat", schema: z.strictObject({}), isBuilt: true } } };

export interface ParleyOptions {
  /** Added to a config with `server.port: 0`. */
  readonly yaml?: string;
  /** Files of the workspace, scripts above all. */
  readonly files?: Readonly<Record<string, string>>;
  readonly chat?: ChatServerOptions & { readonly channel?: Partial<ChatSettings> };
  readonly allowEveryone?: boolean;
  readonly clock?: Clock;
  readonly pages?: RunOptions["pages"];
}

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> & unknown[];
}

/** A whole hub in this process: real store, real door, a chat that can fail, scripted agents. */
export class Parley implements AsyncDisposable {
  readonly home: string;
  readonly chat: ChatServer;
  readonly logged: { level: string; fields: object; message: string }[] = [];
  readonly #options: ParleyOptions;
  #running: RunningProgram | undefined;

  static async start(options: ParleyOptions = {}): Promise<Parley> {
    const home = await mkdtemp(join(tmpdir(), "parley-scenario-"));
    const parley = new Parley(home, await ChatServer.start(options.chat ?? {}), options);
    for (const [name, content] of Object.entries(options.files ?? {})) {
      await mkdir(dirname(join(home, name)), { recursive: true, mode: 0o755 });
      await writeFile(join(home, name), content, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
    }
    await writeFile(join(home, "parley.yaml"), `server: { port: 0 }\nworkspace: ${JSON.stringify(home)}\n${options.yaml ?? ""}`);
    await parley.up();
    return parley;
  }

  private constructor(home: string, chat: ChatServer, options: ParleyOptions) {
    this.home = home;
    this.chat = chat;
    this.#options = options;
  }

  get url(): string {
    return this.#up().url;
  }

  async up(): Promise<void> {
    const { clock = systemClock, allowEveryone = false, chat, pages } = this.#options;
    const environment = { env: {}, userHome: this.home, cwd: this.home };
    const options = { home: this.home, file: join(this.home, "parley.yaml"), allowEveryone, environment, adapters: withChat };
    const loaded = loadConfig(options);
    if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
    const channel = chatChannel(
      "chat",
      { port: this.chat.port, token: this.chat.token, retry_first_ms: 10, retry_max_ms: 50, ...chat?.channel },
      { clock, random: Math.random },
    );
    this.#running = await run({
      config: loaded.config,
      redLines: loaded.redLines,
      log: this.#log(),
      clock,
      channels: [{ platform: "chat", channel }],
      configuration: configurationFile(loaded, options),
      ...defined({ pages }),
    });
    await this.chat.waitFor((server) => server.connections > 0);
  }

  async down(): Promise<void> {
    await this.#up()[Symbol.asyncDispose]();
    this.#running = undefined;
  }

  async restart(): Promise<void> {
    await this.down();
    await this.up();
  }

  /** As the operator unless a token is given; `null` sends none. */
  async api(method: string, path: string, body?: unknown, token?: string | null, headers: Record<string, string> = {}): Promise<Reply> {
    const bearer = token === undefined ? await this.operator() : token;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply["body"] };
  }

  async operator(): Promise<string> {
    return z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(this.home, "hub.json"), "utf8"))).token;
  }

  /** A person with a token of their own. */
  async person(name: string, role: "owner" | "admin" | "member", accounts: readonly string[] = []): Promise<string> {
    await this.api("POST", "/api/people", { name, role, accounts });
    return this.token({ person: name });
  }

  async token(body: object): Promise<string> {
    return z.object({ token: z.string() }).parse((await this.api("POST", "/api/tokens", body)).body).token;
  }

  async threadOf(session: string): Promise<string> {
    return (await this.session(session)).thread;
  }

  async messages(thread: string): Promise<readonly { seq: number; rev: number; author_name: string; content: string; role: string; author_kind: string }[]> {
    const { body } = await this.api("GET", `/api/threads/${thread}/messages?limit=1000`);
    return z
      .array(z.object({ seq: z.number(), rev: z.number(), author_name: z.string(), author_kind: z.string(), content: z.string(), role: z.string() }))
      .parse(body);
  }

  /** Looks again at every change of anything, over the hub's own stream. */
  async until<T>(look: () => Promise<T | undefined | false>, timeoutMs = 15_000): Promise<T> {
    const stop = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${this.url}/api/events`, { headers: { authorization: `Bearer ${await this.operator()}` }, signal: stop });
    if (response.body === null) throw new Error("no stream");
    for await (const _chunk of response.body) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    }
    throw new Error("the stream ended before what was waited for came");
  }

  async entries(thread: string, token?: string): Promise<readonly EntryWire[]> {
    const { body } = await this.api("GET", `/api/threads/${thread}/entries?limit=500`, undefined, token);
    return z.object({ entries: z.array(entryWire) }).parse(body).entries;
  }

  async session(name: string): Promise<SessionWire> {
    const found = z
      .array(sessionWire)
      .parse((await this.api("GET", "/api/sessions")).body)
      .find((one) => one.name === name);
    if (found === undefined) throw new Error(`no session ${name}`);
    return found;
  }

  async untilState(name: string, state: SessionWire["state"]): Promise<SessionWire> {
    return this.until(async () => {
      const session = await this.session(name);
      return session.state === state && session;
    });
  }

  async questions(): Promise<readonly QuestionWire[]> {
    return z.array(questionWire).parse((await this.api("GET", "/api/questions")).body);
  }

  async openQuestion(): Promise<QuestionWire> {
    return this.until(async () => (await this.questions()).find((one) => one.state === "open"));
  }

  async question(id: string): Promise<QuestionWire> {
    const found = (await this.questions()).find((one) => one.id === id);
    if (found === undefined) throw new Error(`no question ${id}`);
    return found;
  }

  /** The stream of one thread, as the operator unless a token is given. */
  async stream(thread: string, options: { readonly token?: string; readonly after?: string } = {}): Promise<EventStream> {
    const token = options.token ?? (await this.operator());
    const headers = options.after === undefined ? {} : { "Last-Event-ID": options.after };
    return events(Number(new URL(this.url).port), `/api/events?thread=${thread}`, { token, headers });
  }

  /** Sealed into the chain, newest first. */
  async records(kind: string): Promise<readonly { who: string; data: Record<string, unknown> }[]> {
    const { body } = await this.api("GET", "/api/audit?limit=500");
    const { records } = z.object({ records: z.array(z.object({ kind: z.string(), who: z.string(), data: z.record(z.string(), z.unknown()) })) }).parse(body);
    return records.filter((one) => one.kind === kind);
  }

  /** Sealed records and open windows alike. */
  async refusals(): Promise<readonly { who: string; code: string; count: number }[]> {
    const { body } = await this.api("GET", "/api/audit?limit=500");
    const { records, open } = z
      .object({
        records: z.array(z.object({ kind: z.string(), who: z.string(), data: z.record(z.string(), z.unknown()) })),
        open: z.array(z.object({ who: z.string(), code: z.string(), count: z.number() })),
      })
      .parse(body);
    const sealed = records.filter((one) => one.kind === "refused").map(({ who, data }) => ({ who, code: String(data["code"]), count: Number(data["count"]) }));
    return [...sealed, ...open];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running !== undefined) await this.down();
    await this.chat[Symbol.asyncDispose]();
    await rm(this.home, { recursive: true, force: true });
  }

  #up(): RunningProgram {
    if (this.#running === undefined) throw new Error("the hub is down");
    return this.#running;
  }

  #log(): Log {
    const keep = (level: string) => (fields: object, message: string) => void this.logged.push({ level, fields, message });
    const log: Log = { debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error"), child: () => log };
    return log;
  }
}
