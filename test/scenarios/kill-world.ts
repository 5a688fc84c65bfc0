import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { ChatServer } from "#test/fakes/chat/server";
import { Program } from "#test/fakes/program";
import { defined } from "#lib/defined";

const yaml = `
server: { port: 0 }
people:
  - { name: Ana, role: owner, accounts: ["chat:ana"] }
  - { name: Bo, role: admin, accounts: ["chat:bo"] }
  - { name: Cy, role: admin, accounts: ["chat:cy"] }
sessions:
  - { name: talk, cli_type: scripted, script: agent.script }
  - { name: asks, cli_type: scripted, script: agent.script }
  - { name: makes, cli_type: scripted, script: agent.script }
  - { name: mixed, cli_type: scripted, script: agent.script }
default_session: talk
limits: { queue: 1000 }
logging: { level: info }
`;

/** Every prompt is one word whose letters say what to do. Whatever is said ends between begin-WORD and end-WORD, once. */
const script = `
on /^ask/
  say "begin-{prompt} thinking" every 0ms
  wait 30ms
  ask permission "May I do {prompt}?" argv ["touch", "it"] in "/srv"
  say "got({answer}) end-{prompt}" every 3ms by 1 words

on /^pick/
  ask choice "Which one for {prompt}?" "Red" "Blue"
  say "begin-{prompt} got({answer}) end-{prompt}" every 5ms by 1 words

on /^word/
  step think "of words" done after 10ms
  ask text "Which word for {prompt}?"
  say "begin-{prompt} got({answer}) end-{prompt}" every 5ms by 1 words

on /^late/
  say "begin-{prompt} waiting" every 0ms
  wait 40ms
  ask permission "May I be {prompt}?" argv ["wait"] expires 250ms
    when expired
      say "got(expired) and so it goes on without an answer end-{prompt}" every 12ms by 1 words

on /^file/
  make "made.txt" mime "text/plain" "made on request"
    | a file for {prompt}
  say "begin-{prompt} here it is end-{prompt}" every 5ms by 2 words
  make "second.txt" mime "text/plain" ""
    | another file for {prompt}

on /^long/
  say every 1ms by 60 words
    | begin-{prompt}
${Array.from({ length: 60 }, (_none, i) => `    | line ${i} of {prompt}: ${"some words that fill it up ".repeat(3)}\n    |`).join("\n")}
    | end-{prompt}

on /^fail/
  say "begin-{prompt} and then end-{prompt}" every 5ms by 1 words
  fail "this one always fails"

otherwise
  step read "notes" done after 5ms
  say "begin-{prompt} one two three four five six seven eight nine ten end-{prompt}" every 8ms by 2 words
`;

export const ready = /^parley ready \S+$/m;

const answered = z.object({ status: z.number(), body: z.unknown() });
export type Answered = z.infer<typeof answered>;

/** What outlives the hub: its home, the chat with its log on disk, and the people who try again until they are answered. */
export class KillWorld implements AsyncDisposable {
  readonly home: string;
  readonly chat: ChatServer;
  readonly chatLog: string;
  readonly dedupes: boolean;
  #hub: Program | undefined;
  #up = Promise.withResolvers<{ url: string; operator: string }>();
  #isUp = false;
  #failure: Error | undefined;

  static async make(dedupes: boolean): Promise<KillWorld> {
    const home = await mkdtemp(join(tmpdir(), "parley-kill-"));
    await writeFile(join(home, "parley.yaml"), yaml);
    await writeFile(join(home, "agent.script"), script);
    const logFile = join(home, "chat.jsonl");
    return new KillWorld(home, await ChatServer.start({ logFile, dedupe: dedupes, redeliverMs: 150 }), logFile, dedupes);
  }

  private constructor(home: string, chat: ChatServer, chatLog: string, dedupes: boolean) {
    this.home = home;
    this.chat = chat;
    this.chatLog = chatLog;
    this.dedupes = dedupes;
  }

  /** Starts the hub on the home. Clients go on when it is ready. */
  spawn(): Program {
    const args = ["--home", this.home, "--chat-port", String(this.chat.port), "--chat-token", this.chat.token, ...(this.dedupes ? [] : ["--no-dedupe"])];
    const hub = new Program([process.execPath, "-C", "parley-source", join(import.meta.dirname, "kill-hub.ts"), ...args], { cwd: this.home });
    this.#hub = hub;
    hub.says(ready).then(
      async () => {
        const { token: operator } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(join(this.home, "hub.json"), "utf8")));
        // Killed meanwhile: nobody is to be sent to where it was.
        if (this.#hub !== hub) return;
        this.#isUp = true;
        this.#up.resolve({ url: hub.url, operator });
      },
      () => undefined,
    );
    hub.ended.then(
      ({ code, err }) => {
        if (this.#hub === hub) this.#failure = new Error(`the hub ended by itself with ${code}: ${err}`);
      },
      () => undefined,
    );
    return hub;
  }

  async kill(hub: Program): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#hub = undefined;
    await hub.stop("SIGKILL");
    // Whoever waits for a hub that was killed before it was ready waits for the next one.
    if (this.#isUp) this.#up = Promise.withResolvers();
    this.#isUp = false;
  }

  /** One try. Rejects when the connection breaks, as it does when the hub is killed. */
  async once(method: string, path: string, options: { body?: unknown; token?: string; key?: string; signal?: AbortSignal } = {}): Promise<Answered> {
    const { url, operator } = await this.#up.promise;
    const { body, token = operator, key, signal } = options;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...defined({ signal }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Tries until there is an answer other than "not now". */
  async api(method: string, path: string, options: Parameters<KillWorld["once"]>[2] = {}): Promise<Answered> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const reply = await this.once(method, path, options).catch(() => undefined);
      if (reply !== undefined && reply.status !== 503 && reply.status !== 429) return reply;
      await wait(10);
    }
  }

  /** Looks again and again; what is looked at changes in another process. */
  async until<T>(what: string, look: () => Promise<T | undefined | false>, within = 90_000): Promise<T> {
    const end = Date.now() + within;
    for (;;) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
      await wait(25);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#hub?.[Symbol.asyncDispose]();
    await this.chat[Symbol.asyncDispose]();
    await rm(this.home, { recursive: true, force: true });
  }
}
