import { createHash, randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentDriver } from "#domain/agent";
import type { Inbound } from "#domain/channel";
import type { Handed } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { SessionId, ThreadId } from "#domain/ids";
import { everyone, type Actor } from "#domain/people";
import type { SessionToolVerbs } from "#domain/session-tool";
import type { Message } from "#domain/thread";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { DoorMessage } from "#hub/road/door-message";
import { defined } from "#lib/defined";
import { BusHub, operator } from "#test/fakes/bus-hub";
import { addSession, next, routedName, routing, setUp, type Setting } from "./road-setting.ts";
import { enters, entrances, expected, isTaken, kinds, meant, speakers, states, type Entrance, type Fate, type Speaker, type State } from "./road-table.ts";

// Through the real entrances, on a real store.

type Found = Fate | "refused";

describe("the road decides the same at every entrance", () => {
  let closed: BusHub;
  let open: BusHub;
  let driven: BusHub;
  /** The way in over the link that was opened last. */
  let heard: (event: Inbound) => Promise<Handed> = async () => "kept";
  let tools: SessionToolVerbs | undefined;
  /** A session with a turn under way, which has tools. */
  let own: { readonly id: SessionId; readonly thread: ThreadId } | undefined;
  const actors = new Map<Speaker, Actor>();

  beforeAll(async () => {
    const listen = terminalCommand({ name: "listen", summary: { en: "for a test", "zh-CN": "用于测试" } }, async (_args, ctx) => {
      heard = (event) => ctx.received(event);
      return { exitCode: 0, text: "", result: { ok: true } };
    });
    const sessionTools = (verbs: SessionToolVerbs) => {
      tools = verbs;
      return [];
    };
    [closed, open, driven] = [
      await BusHub.start({ agentPosts: 1e6, inMemory: true, commands: [listen], routing, deliveries: true, schedules: 9, random: randomInt }),
      await BusHub.start({ agentPosts: 1e6, inMemory: true, allowEveryone: true, routing }),
      await BusHub.start({ inMemory: true, routing, driver: neverDone, sessionTools }),
    ];
    actors.set("owner", await closed.person("Olga", "owner"));
    actors.set("admin", await closed.person("Ada", "admin"));
    actors.set("member", await closed.person("Mia"));
    actors.set("operator", operator);
    actors.set("agent", await closed.agent("Ann"));
    actors.set("granted agent", { ...(await closed.agent("Gus")), may: ["prompt"] });
    const thread = await driven.thread(operator);
    own = { id: await addSession(driven, thread), thread };
    await driven.hub.say({ by: operator, surface: "api", thread, text: "use your tools" });
    await driven.clock.settle();
  });
  afterAll(async () => {
    for (const hub of [closed, open, driven]) await hub[Symbol.asyncDispose]();
  });

  const actorFor = (speaker: Speaker, { thread, session }: Setting): Actor => {
    if (speaker === "join token") return { kind: "agent", id: "agt_join", name: "Joe", may: [], only: thread };
    if (speaker === "session") return { kind: "session", id: session ?? "ses_own", name: "own", thread };
    return actors.get(speaker) ?? { kind: "stranger", account: "chat:nobody", name: "nobody" };
  };

  async function uploadIn(hub: BusHub, thread: ThreadId): Promise<NonNullable<DoorMessage["uploads"]>[number]> {
    const content = Buffer.from("swordfish");
    const status = (await hub.store.thread(everyone, thread))?.status ?? "discuss";
    // It was uploaded while the thread still took files.
    await hub.store.setStatus(thread, "discuss", "hub", hub.clock.now());
    const { path, bytes } = await hub.hub.uploads.keep(operator, thread, { name: "notes.txt", content: oneChunk(content) });
    await hub.store.setStatus(thread, status, "hub", hub.clock.now());
    return { path, bytes, sha256: createHash("sha256").update(content).digest("hex") };
  }

  async function atDoor(hub: BusHub, entrance: Entrance, by: Actor, setting: Setting): Promise<Found> {
    const { thread, text, kind, named } = setting;
    const said = { thread, text, surface: "api" as const, ...defined({ session: named }) };
    if (entrance === "bus") return fateOf(hub, hub.bus.post(by, { ...said, unsynced: true }));
    const isUrgent = kind === "urgent work for the session by name";
    const uploads = kind.endsWith("with a file") ? [await uploadIn(hub, thread)] : undefined;
    return fateOf(hub, hub.hub.say({ ...said, by, ...defined({ uploads }), ...(isUrgent && { isUrgent }) }));
  }

  /** A chat is told in words; what it came to is read from the store. */
  async function inChat(hub: BusHub, speaker: Speaker, { kind, thread, questions, text }: Setting): Promise<Found> {
    const from = { channel: "chat", room: `room-${next()}` };
    await hub.store.bind(from, thread, hub.clock.now());
    const by = accounts[speaker] ?? { kind: "account", account: `chat:${speaker}`, name: speaker };
    const runs = (await hub.store.runs(everyone, { limit: 1 })).at(0)?.id;
    const files = kind.endsWith("with a file") ? [{ id: next(), name: "notes.txt", mime: "text/plain", bytes: 9 }] : undefined;
    const what = { kind: "said", text, ...defined({ files }) } as const;
    await hub.hub.sink("chat", "chat").received({ key: next(), at: hub.clock.now(), from, direct: true, addressed: true, by, what });
    if ((await hub.store.runs(everyone, { limit: 1 })).at(0)?.id !== runs) return "command";
    for (const { id } of questions) if ((await hub.store.question(everyone, id))?.state === "answered") return "answered";
    return lineIn(hub, thread, text);
  }

  async function overLink(hub: BusHub, { thread, session, text }: Setting): Promise<Found> {
    await hub.hub.terminal.exec({ by: { kind: "session", id: there(session), name: "own", thread }, surface: "hub", line: "listen" });
    const handed = await heard({
      key: next(),
      at: hub.clock.now(),
      from: { channel: "irc", room: "#ops" },
      direct: false,
      addressed: true,
      by: { kind: "outside", name: "robot" },
      what: { kind: "said", text },
    });
    return ({ kept: "refused", prompted: "prompt", posted: "post" } as const)[handed];
  }

  /** Scheduled now, and said a second later. */
  async function bySchedule(hub: BusHub, by: Actor, { thread, text }: Setting): Promise<Found> {
    await hub.hub.say({ by, surface: "api", thread, text: `!!in 1s ${text}` });
    await hub.clock.advance(1_000);
    return lineIn(hub, thread, text);
  }

  /** The first words of a task where the thread has no session, and more words for one that is there. */
  async function asDelivery(hub: BusHub, by: Actor, { thread, session, text }: Setting): Promise<Found> {
    if (session === undefined) {
      return codeOf(
        hub.hub.tasks
          .start(by, "api", { thread }, { prompt: text, target: `page/${thread}` })
          .then(({ state }) => (state === "queued" ? "prompt" : "NeedsApproval")),
      );
    }
    const task = `tsk_${next()}`;
    const settings = { task, prompt: text, source: { type: "empty" }, target: { channel: "page", room: thread } };
    await hub.store.putSession({ ...there(await hub.store.session(session)), kind: "delivery", settings });
    return codeOf(hub.hub.tasks.goOn(by, "api", task, text).then(({ state }) => (state === "queued" ? "prompt" : "NeedsApproval")));
  }

  async function byTool(hub: BusHub, { session, text }: Setting): Promise<Found> {
    const by = { kind: "session", ...there(own), name: "own" } as const;
    const target = there(await hub.store.session(there(session)));
    return codeOf(
      there(tools)
        .prompt(by, target, text, next())
        .then(() => "prompt"),
    );
  }

  function enter(hub: BusHub, entrance: Entrance, speaker: Speaker, setting: Setting): Promise<Found> {
    const by = actorFor(speaker, setting);
    switch (entrance) {
      case "chat":
        return inChat(hub, speaker, setting);
      case "link":
        return overLink(hub, setting);
      case "schedule":
        return bySchedule(hub, by, setting);
      case "delivery":
        return asDelivery(hub, by, setting);
      case "session tool":
        return byTool(hub, setting);
      case "door":
      case "bus":
        return atDoor(hub, entrance, by, setting);
    }
  }

  const cases = Object.entries(states).flatMap(([name, state]) =>
    speakers.flatMap((speaker) =>
      kinds.flatMap((kind) =>
        enters[speaker].filter((entrance) => isTaken(entrance, kind, state)).map((entrance) => ({ name, state: state as State, speaker, kind, entrance })),
      ),
    ),
  );

  it.each(speakers)("for the words of the %s", async (speaker) => {
    const wrong: string[] = [];
    for (const { name, state, kind, entrance } of cases.filter((one) => one.speaker === speaker)) {
      const hub = entrance === "session tool" ? driven : speaker === "guest" ? open : closed;
      const setting = await setUp(hub, state, kind);
      const fate = meant.find((one) => one.entrance === entrance)?.fate(state, kind, speaker) ?? expected(speaker, state, kind);
      const found = await enter(hub, entrance, speaker, setting);
      const isMade = ["command", "answered", "prompt", "prompt of the other session", "post"].includes(fate);
      // These three tell a refusal in words, not by its code.
      const wanted = isMade || !["chat", "link", "schedule"].includes(entrance) ? fate : "refused";
      if (found !== wanted) wrong.push(`${entrance}: ${kind} in ${name}: ${found} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });

  it("for every kind of words, and for every speaker at more than one entrance where there is more than one", () => {
    expect(cases.length).toBeGreaterThan(1_500);
    expect(new Set(cases.map(({ entrance }) => entrance))).toEqual(new Set(entrances));
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(meant.every(({ reason }) => reason !== "")).toBe(true);
  });

  it("a session's tool gives work on behalf of the person who began its turn, once per key", async () => {
    const { thread, session } = await setUp(driven, { status: "discuss", session: "idle" }, "plain words");
    const by = { kind: "session", ...there(own), name: "own" } as const;
    const target = there(await driven.store.session(there(session)));
    const first = await there(tools).prompt(by, target, "look", "one");
    expect((await there(tools).prompt(by, target, "look", "one")).turn).toBe(first.turn);
    expect(await driven.store.turn(first.turn)).toMatchObject({ beganBy: "operator", by: { kind: "agent", id: by.id } });
    expect(await driven.texts(thread)).toEqual(["look"]);
  });
});

const accounts: Partial<Record<Speaker, Inbound["by"]>> = {
  owner: { kind: "account", account: "chat:olga", name: "Olga" },
  admin: { kind: "account", account: "chat:ada", name: "Ada" },
  member: { kind: "account", account: "chat:mia", name: "Mia" },
  outside: { kind: "outside", name: "robot" },
};

/** Takes every prompt and ends none. */
const neverDone: AgentDriver = {
  kind: "scripted",
  watches: false,
  open: async () => ({
    begin: async () => ({ how: "taken" }),
    interrupt: async () => {},
    answer: async () => {},
    end: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }),
};

async function lineIn(hub: BusHub, thread: ThreadId, text: string): Promise<Found> {
  const said = [text, text.replace(/^!!now /, "")];
  const isIt = (message: Message): boolean => message.author.kind !== "hub" && said.some((words) => message.text.startsWith(words));
  const line = (await hub.store.messages(everyone, thread, { limit: 100 })).find(isIt);
  if (line === undefined) return "refused";
  return line.turn === undefined ? "post" : promptOf(hub, line.turn);
}

async function promptOf({ store }: BusHub, turn: string): Promise<Fate> {
  const session = (await store.openTurns()).find(({ id }) => id === turn)?.session;
  return session !== undefined && (await store.session(session))?.name === routedName ? "prompt of the other session" : "prompt";
}

async function fateOf(hub: BusHub, outcome: ReturnType<BusHub["hub"]["say"]>): Promise<Found> {
  return codeOf(
    outcome.then((made) => {
      if (made.kind !== "message") return made.kind;
      return made.turn === undefined ? "post" : promptOf(hub, made.turn);
    }),
  );
}

async function codeOf(fate: Promise<Found>): Promise<Found> {
  try {
    return await fate;
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    return cause.code === "NeedsQuestionCode" ? "which" : cause.code;
  }
}

async function* oneChunk(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not there");
  return value;
}
