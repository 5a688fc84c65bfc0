import { z } from "zod";
import type { KillWorld } from "./kill-world.ts";
import type { Chance } from "./seeded.ts";

/** What people did, as they saw it: the judge holds the hub to it. */
export interface Ledger {
  /** Posts that were answered 2xx. */
  readonly accepted: { thread: string; text: string; key: string; id: string; seq: number }[];
  /** Words said in a chat, each once. */
  readonly said: { room: string; text: string }[];
  /** Commands typed in a chat; nobody knows them, so the reply names them. */
  readonly commands: { room: string; word: string }[];
  /** Typed answers with a code: they answer, and are no messages. */
  readonly typed: { text: string; question: string }[];
}

export interface Setting {
  /** Sessions by name: their thread and the rooms that are bound to it. */
  readonly sessions: ReadonlyMap<string, { readonly thread: string; readonly rooms: readonly string[] }>;
  /** Threads without a session. */
  readonly plain: readonly [string, ...string[]];
  readonly owner: string;
  readonly members: readonly [string, ...string[]];
}

const kinds = ["say", "say", "say", "say", "ask", "ask", "pick", "late", "file", "long", "fail"] as const;
/**
 * The next thing said answers a question for words, whoever says it. So only one room asks for them, nobody but its own
 * people speaks in that thread, and every word of theirs is sure to be a prompt or an answer.
 */
const asksForWords = { room: "red", session: "asks", kinds: ["word", "word", ...kinds] } as const;
const posted = z.object({ id: z.string(), seq: z.number() });
const speakers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "dm-ana": ["ana"],
  "dm-bo": ["bo"],
  red: ["ana", "bo"],
  blue: ["ana", "cy"],
  team: ["ana", "bo", "cy"],
};

/** Rooms, bindings, threads and tokens, made while nothing is killed. */
export async function prepare(world: KillWorld): Promise<Setting> {
  const { chat } = world;
  for (const user of ["ana", "bo"]) chat.direct(user);
  for (const room of ["red", "blue", "team"]) chat.group(room, speakers[room] ?? []);
  for (const room of ["dm-ana", "dm-bo"]) chat.say(room.slice(3), room, "!!use talk");
  for (const [room, session] of [
    ["red", "asks"],
    ["blue", "makes"],
    ["team", "mixed"],
  ] as const)
    chat.say("ana", room, `!!use ${session}`);
  await chat.waitFor((server) => Object.keys(speakers).every((room) => server.posted.some((message) => message.room === room)));
  const sessions = z.array(z.object({ name: z.string(), thread: z.string() })).parse((await world.api("GET", "/api/sessions")).body);
  const rooms: Record<string, readonly string[]> = { talk: ["dm-ana", "dm-bo"], asks: ["red"], makes: ["blue"], mixed: ["team"] };
  const token = async (person: string): Promise<string> =>
    z.object({ token: z.string() }).parse((await world.api("POST", "/api/tokens", { body: { person, answers: true } })).body).token;
  const open = async (topic: string): Promise<string> =>
    z.object({ id: z.string() }).parse((await world.api("POST", "/api/threads", { body: { topic } })).body).id;
  return {
    sessions: new Map(sessions.map(({ name, thread }) => [name, { thread, rooms: rooms[name] ?? [] }])),
    plain: [await open("plain"), await open("plainer")],
    owner: await token("Ana"),
    members: [await token("Bo"), await token("Cy")],
  };
}

export interface Load {
  readonly ledger: Ledger;
  /** Nobody speaks any more. */
  readonly isOver: boolean;
  /** So many more things are done, as soon as somebody is free to. */
  more(things: number): void;
  /** Resolves when all of them are done and answered. */
  finish(): Promise<void>;
}

export function startLoad(world: KillWorld, setting: Setting, chance: Chance): Load {
  const ledger: Ledger = { accepted: [], said: [], commands: [], typed: [] };
  const credits = new Credits();
  const threads = [...setting.sessions].flatMap(([name, { thread }]) => (name === asksForWords.session ? [] : [thread]));
  let made = 0;
  const word = (kind: string): string => `${kind}${++made}`;

  const post = async (own: Chance, token: string, sent: { thread: string; text: string; key: string }): Promise<void> => {
    const body = { content: sent.text };
    // Some clients hang up before they have read the answer, and come back with the same key.
    const signal = own.in100(15) ? AbortSignal.timeout(own.below(15)) : undefined;
    if (signal !== undefined) await world.once("POST", `/api/threads/${sent.thread}/messages`, { body, token, key: sent.key, signal }).catch(() => undefined);
    const reply = await world.api("POST", `/api/threads/${sent.thread}/messages`, { body, token, key: sent.key });
    if (reply.status !== 201) throw new Error(`${sent.text} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    ledger.accepted.push({ ...sent, ...posted.parse(reply.body) });
  };

  const client = async (own: Chance, token: string): Promise<void> => {
    const mine: { thread: string; text: string; key: string }[] = [];
    while (await credits.take()) {
      const again = own.in100(20) ? mine[own.below(mine.length)] : undefined;
      const text = word(own.in100(50) ? "note" : own.pick(kinds));
      const thread = text.startsWith("note") ? own.pick(setting.plain) : (threads[own.below(threads.length)] ?? setting.plain[0]);
      const sent = again ?? { thread, text, key: `key-${text}` };
      mine.push(sent);
      await post(own, token, sent);
    }
  };

  const speaker = async (own: Chance, room: string): Promise<void> => {
    while (await credits.take()) {
      const user = own.pick(speakers[room] ?? ["ana"]);
      const text = own.in100(12) ? word("!!zz") : word(own.pick(room === asksForWords.room ? asksForWords.kinds : kinds));
      if (text.startsWith("!!")) ledger.commands.push({ room, word: text.slice(2) });
      else ledger.said.push({ room, text });
      const id = world.chat.say(user, room, text, { mention: true });
      if (own.in100(20)) world.chat.redeliver();
      await world.chat.waitFor((server) => !server.unacked.some(({ what }) => what.kind === "message" && what.message === id), { timeoutMs: 60_000 });
    }
  };

  const actors = [
    ...[setting.owner, ...setting.members].map((token) => client(chance.split(), token)),
    ...Object.keys(speakers).map((room) => speaker(chance.split(), room)),
  ];
  const done = Promise.all(actors);
  done.catch(() => undefined);
  let isOver = false;
  return {
    ledger,
    get isOver() {
      return isOver;
    },
    more: (things) => credits.add(things),
    finish: async () => {
      credits.end();
      await done;
      isOver = true;
    },
  };
}

class Credits {
  #left = 0;
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  add(some: number): void {
    this.#left += some;
    this.#wake();
  }
  end(): void {
    this.#isOver = true;
    this.#wake();
  }
  /** False when there will be no more. */
  async take(): Promise<boolean> {
    for (;;) {
      if (this.#left > 0) {
        this.#left -= 1;
        return true;
      }
      if (this.#isOver) return false;
      await this.#changed.promise;
    }
  }
  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
