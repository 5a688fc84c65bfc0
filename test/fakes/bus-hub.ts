import type { CapSettings, HubDeps, Inviting } from "#hub/deps";
import { noCaps } from "#test/fakes/no-caps";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatVerbs, terminalCommands } from "#app/commands";
import { tokenize } from "#commands/kit/tokenize";
import type { AgentCard } from "#domain/agent-card";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { IdKinds, NewId, ThreadId } from "#domain/ids";
import type { Actor, Role } from "#domain/people";
import type { Routing } from "#domain/routing";
import type { Store } from "#domain/store";
import type { Message } from "#domain/thread";
import type { Bus, Post, Posted, ReadResult, SyncContext } from "#hub/bus/bus";
import { createHub, type RunningHub } from "#hub/create-hub";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { sortableIds } from "#lib/sortable-id";
import { createPolicy } from "#policy/decide";
import { createDirectory } from "#policy/directory";
import { openSqliteStore } from "#store/sqlite/store";
import { fakeClock, type FakeClock } from "#test/fakes/clock";
import type { AgentDriver } from "#domain/agent";
import type { SessionSpec } from "#hub/turns/stored-sessions";
import { openIrc } from "#wire/irc/open-irc";

export type AgentActor = Extract<Actor, { kind: "agent" }>;
export type PersonActor = Extract<Actor, { kind: "person" }>;

export interface BusHubOptions {
  readonly agentPosts?: number;
  readonly agentPostsPerMinute?: number;
  readonly caps?: Partial<CapSettings>;
  readonly contentFilter?: boolean;
  readonly allowEveryone?: boolean;
  /** Faster, and nothing is left to restart with. */
  readonly inMemory?: boolean;
  /** More commands for the terminal. */
  readonly commands?: readonly Command[];
  /** Of every session. Without one, there are no driven agents. */
  readonly driver?: AgentDriver;
  /** What is configured, asked at each start. */
  readonly sessions?: () => readonly SessionSpec[];
  readonly routing?: Routing;
  /** How many schedules a person may have; none without it. */
  readonly schedules?: number;
  /** Whether code deliveries can be asked for. */
  readonly deliveries?: boolean;
  /** Is given what the tools of sessions may do. */
  readonly sessionTools?: NonNullable<HubDeps["sessionTools"]>;
  /** Without it nobody can be invited. */
  readonly inviting?: Inviting;
  /** Always 0 without it: the code of a question is then always the same. */
  readonly random?: (below: number) => number;
  /** Puts something between the hub and its store. */
  readonly wrap?: (store: Store) => Store;
}

/** The hub on a real store in a file, without doors: the bus as they use it. Only time stands still. */
export class BusHub implements AsyncDisposable {
  readonly clock: FakeClock = fakeClock();
  readonly errors: object[] = [];
  readonly home: string;
  readonly #options: BusHubOptions;
  readonly #newId: NewId;
  #store: Store | undefined;
  #hub: RunningHub | undefined;

  static async start(options: BusHubOptions = {}): Promise<BusHub> {
    const rig = new BusHub(await mkdtemp(join(tmpdir(), "parley-bus-")), options);
    await rig.#up();
    return rig;
  }

  private constructor(home: string, options: BusHubOptions) {
    this.home = home;
    this.#options = options;
    const next = sortableIds(() => this.clock.now());
    this.#newId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  }

  get hub(): RunningHub {
    return there(this.#hub);
  }

  get bus(): Bus {
    return this.hub.bus;
  }

  get store(): Store {
    return there(this.#store);
  }

  async person(name: string, role: Role = "member"): Promise<PersonActor> {
    const { id } = await this.hub.access.addPerson(operator, { name, role, accounts: [`chat:${name.toLowerCase()}`] });
    return { kind: "person", id, name, role };
  }

  /** Registered by the operator, with the token it was shown once. */
  async agent(ide: string, card: Partial<AgentCard> = {}): Promise<AgentActor & { readonly token: string }> {
    const { agent, token } = await this.bus.register(operator, { ...aCard, ide, ...card });
    return { kind: "agent", id: agent.id, name: agent.name, may: [], token: there(token) };
  }

  /** One that was invited into that thread alone. */
  async invited(ide: string, only: ThreadId): Promise<AgentActor & { readonly only: ThreadId; readonly token: string }> {
    const id = this.#newId("agt");
    const token = await this.hub.access.issueAgentToken(operator, { id, name: ide }, only);
    const by = { kind: "agent", id, name: ide, may: [], only } as const;
    const { agent } = await this.bus.register(by, { ...aCard, ide });
    return { ...by, name: agent.name, token };
  }

  async thread(by: Actor, topic = "release"): Promise<ThreadId> {
    return (await this.bus.createThread(by, { topic })).thread.id;
  }

  /** In step: what the last reading of the thread gave is what the post follows. */
  async post(by: Actor, thread: ThreadId, text: string, more: Partial<Parameters<Bus["post"]>[1]> = {}): Promise<Message> {
    const { currentSeq, replyToken } = await this.bus.syncContext(by, thread);
    return (await this.send(by, { thread, text, surface: "mcp", expectedLastSeq: currentSeq, replyToken, ...more })).message;
  }

  /** With exactly this place and token. */
  async postAt(by: Actor, thread: ThreadId, sync: Pick<SyncContext, "currentSeq" | "replyToken">, text = "hello"): Promise<Line> {
    return this.send(by, { thread, text, surface: "mcp", expectedLastSeq: sync.currentSeq, replyToken: sync.replyToken });
  }

  /** What is to become a line. */
  async send(by: Actor, post: Post): Promise<Line> {
    const posted = await this.bus.post(by, post);
    if (posted.kind !== "message") throw new Error(`it was to be a message, and was taken as ${posted.kind}`);
    return posted;
  }

  /** What is on record against whom. */
  async refusals(): Promise<readonly { readonly who: string; readonly code: string; readonly about: string }[]> {
    return this.store.openRefusals();
  }

  /** So many lines of the hub's own, which cost no budget. */
  async fill(thread: ThreadId, count: number): Promise<void> {
    const at = this.clock.now();
    const author = { kind: "hub", id: "hub", name: "Parley" } as const;
    const line = (n: number) => ({ id: this.#newId("msg"), thread, at, author, role: "system", text: `line ${n}`, surface: "hub" }) as const;
    await Promise.all(Array.from({ length: count }, (_, n) => this.store.accept({ at, message: line(n + 1) })));
  }

  wait(by: Actor, thread: ThreadId, afterSeq: number, more: Partial<Parameters<Bus["wait"]>[1]> & { readonly signal?: AbortSignal } = {}): Promise<ReadResult> {
    const { signal = new AbortController().signal, ...rest } = more;
    return this.bus.wait(by, { thread, afterSeq, timeoutMs: 50_000, ...rest }, signal);
  }

  /** Resolves once so many wait in the thread. */
  async untilWaiting(thread: ThreadId, count: number): Promise<void> {
    for (let round = 0; round < 200; round++) {
      if ((await this.bus.waits(operator, thread)).length === count) return;
      await this.clock.settle();
    }
    throw new Error(`${count} were to wait in the thread, and ${(await this.bus.waits(operator, thread)).length} do`);
  }

  async saysInChat(name: string, thread: ThreadId, text: string): Promise<void> {
    const from = { channel: "chat", room: "lobby" };
    await this.store.bind(from, thread, this.clock.now());
    const sink = this.hub.sink("chat", "chat");
    await sink.received({
      key: this.#newId("msg"),
      at: this.clock.now(),
      from,
      direct: false,
      addressed: true,
      by: { kind: "account", account: `chat:${name.toLowerCase()}`, name },
      what: { kind: "said", text },
    });
  }

  async texts(thread: ThreadId): Promise<readonly string[]> {
    return (await this.store.messages({ sees: "all" }, thread, { limit: 1_000 })).map((message) => message.text);
  }

  async restart(): Promise<void> {
    await this.#down();
    await this.#up();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#down();
    await rm(this.home, { recursive: true, force: true });
  }

  async #up(): Promise<void> {
    const { clock } = this;
    const store = await openSqliteStore({
      path: this.#options.inMemory === true ? ":memory:" : join(this.home, "parley.db"),
      newId: this.#newId,
      now: () => clock.now(),
    });
    this.#store = store;
    const { wrap = (plain) => plain, driver, sessions = () => [] } = this.#options;
    const directory = createDirectory(await store.people());
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (about) => void this.errors.push(about), child: () => log };
    this.#hub = createHub({
      store: wrap(store),
      policy: createPolicy({ directory, allowEveryone: this.#options.allowEveryone ?? false }),
      refreshPeople: async () => directory.replace(await store.people()),
      clock,
      newId: this.#newId,
      random: this.#options.random ?? (() => 0),
      log,
      settings: {
        version: "1.2.3",
        language: "en",
        host: "here",
        followsLocale: true,
        prefix: "!!",
        workspace: this.home,
        own: { home: this.home, program: join(this.home, "program"), files: [] },
        artifactsDir: join(this.home, "artifacts"),
        sessionsDir: join(this.home, "sessions"),
        artifactBytes: 1e6,
        uploadBytes: 1e6,
        unusedUploadBytes: 3e6,
        unusedUploadMs: 86_400_000,
        queueLimit: 10,
        agentPosts: this.#options.agentPosts ?? 1_000,
        agentPostsPerMinute: this.#options.agentPostsPerMinute ?? 0,
        caps: { ...noCaps, ...this.#options.caps },
        contentFilter: this.#options.contentFilter ?? true,
        deliveries: this.#options.deliveries ?? false,
        questionExpiresMs: 3_600_000,
        turnTimeoutMs: 300_000,
        schedules: { zone: "UTC", perPerson: this.#options.schedules ?? 0 },
        ...defined({ routing: this.#options.routing }),
      },
      driver: () => (driver === undefined ? Promise.reject(new ParleyError("NotSupported", "There are no driven agents here.")) : Promise.resolve(driver)),
      kindOf: () => "scripted",
      channels: new Map(),
      commands: chatVerbs,
      terminalCommands: terminalCommands({ clock, openIrc }, this.#options.commands ?? []),
      tokenize,
      signingKey: Buffer.from(await store.keep("signing-key", Buffer.alloc(32, 5).toString("hex")), "hex"),
      redLines: () => [],
      ...defined({ inviting: this.#options.inviting, sessionTools: this.#options.sessionTools }),
    });
    await this.#hub.start(sessions());
  }

  async #down(): Promise<void> {
    await this.#hub?.[Symbol.asyncDispose]();
    await this.#store?.[Symbol.asyncDispose]();
  }
}

type Line = Extract<Posted, { kind: "message" }>;

/** Two agents, and a thread that the first of them made. */
export interface Meeting {
  readonly rig: BusHub;
  readonly ann: AgentActor;
  readonly bob: AgentActor;
  readonly thread: ThreadId;
}

export async function meet(options?: BusHubOptions): Promise<Meeting> {
  const rig = await BusHub.start(options);
  const [ann, bob] = [await rig.agent("Ann"), await rig.agent("Bob")];
  return { rig, ann, bob, thread: await rig.thread(ann) };
}

export const operator: Actor = { kind: "operator" };

export const aCard: AgentCard = { ide: "Editor", model: "m1", description: "", capabilities: [], skills: [] };

/** What a refused call was refused with. */
export async function refusalOf(call: Promise<unknown>): Promise<ParleyError> {
  try {
    await call;
  } catch (cause) {
    if (cause instanceof ParleyError) return cause;
    throw cause;
  }
  throw new Error("it was to be refused, and was not");
}

/** The codes that occur when all of these are refused. */
export async function codesOf(calls: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return [...new Set((await Promise.all(calls.map(refusalOf))).map((refusal) => refusal.code))];
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not there");
  return value;
}
