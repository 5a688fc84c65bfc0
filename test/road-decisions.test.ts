import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inbound } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { QuestionId, SessionId, ThreadId } from "#domain/ids";
import { everyone, type Actor } from "#domain/people";
import type { Question } from "#domain/question";
import { terminalCommand } from "#commands/kit/terminal-command";
import type { Handed } from "#domain/command";
import { BusHub } from "#test/fakes/bus-hub";
import { enters, entrances, expected, kinds, meant, speakers, states, type Fate, type Kind, type Speaker, type State } from "./road-table.ts";

// Through the real entrances, on a real store.

interface Setting {
  readonly thread: ThreadId;
  readonly session?: SessionId;
  readonly questions: readonly Question[];
  readonly text: string;
  readonly named?: SessionId;
}

describe("the road decides the same at every entrance", () => {
  let closed: BusHub;
  let open: BusHub;
  let made = 0;
  /** The way in over the link that was opened last. */
  let heard: (event: Inbound) => Promise<Handed> = async () => "kept";
  const actors = new Map<Speaker, Actor>();

  beforeAll(async () => {
    const listen = terminalCommand({ name: "listen", summary: { en: "for a test", "zh-CN": "用于测试" } }, async (_args, ctx) => {
      heard = (event) => ctx.received(event);
      return { exitCode: 0, text: "", result: { ok: true } };
    });
    [closed, open] = [
      await BusHub.start({ agentPosts: 1e6, inMemory: true, commands: [listen] }),
      await BusHub.start({ agentPosts: 1e6, inMemory: true, allowEveryone: true }),
    ];
    actors.set("owner", await closed.person("Olga", "owner"));
    actors.set("admin", await closed.person("Ada", "admin"));
    actors.set("member", await closed.person("Mia"));
    actors.set("operator", { kind: "operator" });
    const agent = await closed.agent("Ann");
    actors.set("agent", agent);
    actors.set("granted agent", { ...(await closed.agent("Gus")), may: ["prompt"] });
  });
  afterAll(async () => {
    await closed[Symbol.asyncDispose]();
    await open[Symbol.asyncDispose]();
  });

  const next = (): string => `${(made += 1)}`;

  const actorFor = (speaker: Speaker, { thread, session }: Setting): Actor => {
    if (speaker === "join token") return { kind: "agent", id: "agt_join", name: "Joe", may: [], only: thread };
    if (speaker === "session") return { kind: "session", id: session ?? "ses_own", name: "own", thread };
    return actors.get(speaker) ?? { kind: "stranger", account: "chat:nobody", name: "nobody" };
  };

  async function addSession({ store, clock }: BusHub, thread: ThreadId): Promise<SessionId> {
    const id: SessionId = `ses_${next()}`;
    await store.putSession({ id, name: `s${id}`, thread, kind: "scripted", cliType: "scripted", workDir: "/", settings: {}, source: "store", at: clock.now() });
    return id;
  }

  async function queue({ store, clock }: BusHub, thread: ThreadId, session: SessionId, times: number): Promise<void> {
    const by = { kind: "person", id: "per_before", name: "Before" } as const;
    for (let n = 0; n < times; n++) {
      const [message, turn, at] = [`msg_${next()}` as const, `trn_${next()}` as const, clock.now()];
      await store.accept({
        at,
        message: { id: message, thread, at, author: by, role: "user", text: "before", surface: "api", turn },
        turn: { id: turn, session, thread, origin: "prompt", prompt: "before", message, by, beganBy: by.id, at },
      });
    }
    await store.beginTurn(session, clock.now());
  }

  async function addQuestion({ store, clock }: BusHub, thread: ThreadId): Promise<Question> {
    const id: QuestionId = `que_${next()}`;
    const letters = [...id.slice(4).padStart(4, "0")].map((digit) => "abcdefghij".charAt(Number(digit))).join("");
    const at = clock.now();
    const { question } = await store.ask(
      {
        id,
        code: `z${letters}`,
        thread,
        asker: { kind: "hub" },
        key: id,
        kind: "permission",
        prompt: "May it?",
        options: [
          { id: "allow", label: "Allow", grants: "allow" },
          { id: "deny", label: "Deny", grants: "deny" },
        ],
        digest: "",
        state: "open",
        askedAt: at,
        expiresAt: at + 3_600_000,
        beganBy: "per_somebody",
      },
      [],
    );
    return question;
  }

  async function setUp(hub: BusHub, state: State, kind: Kind): Promise<Setting> {
    const { store, clock } = hub;
    const newThread = async (): Promise<ThreadId> => {
      const id: ThreadId = `thr_${next()}`;
      const createdBy = { kind: "hub", id: "hub", name: "Parley" } as const;
      await store.accept({ at: clock.now(), thread: { id, topic: "topic", access: "open", createdBy, at: clock.now(), participants: [] } });
      return id;
    };
    const thread = await newThread();
    const session = state.session === undefined ? undefined : await addSession(hub, thread);
    if (session !== undefined && state.session === "busy") await queue(hub, thread, session, 1);
    if (session !== undefined && state.session === "full") await queue(hub, thread, session, 11);
    if (session !== undefined && state.session === "dead") await store.moveSession(session, "gone", "");
    const questions: Question[] = [];
    let text = "please look at this";
    let named: SessionId | undefined;
    if (kind === "a command") text = "!!whoami";
    if (kind === "yes to the one open question" || kind === "yes to one of two questions") {
      questions.push(await addQuestion(hub, thread));
      if (kind === "yes to one of two questions") questions.push(await addQuestion(hub, thread));
      text = "yes";
    }
    if (kind === "a code and a yes" || kind === "a yes to an expired question") {
      const elsewhere = await newThread();
      const question = await addQuestion(hub, elsewhere);
      if (kind === "a code and a yes") questions.push(question);
      else await store.expire(question.id, question.expiresAt, lineIn(elsewhere, clock.now()));
      text = `yes ${question.code}`;
    }
    if (kind === "work for the session by name") named = session;
    if (kind === "work for a session of another thread") named = await addSession(hub, await newThread());
    if (kind === "work for a session that is not there") named = "ses_nowhere";
    if (state.status !== "discuss") await store.accept({ at: clock.now(), change: { thread, body: { kind: "status", status: state.status, by: "hub" } } });
    return { thread, questions, text, ...(session === undefined ? {} : { session }), ...(named === undefined ? {} : { named }) };
  }

  const lineIn = (thread: ThreadId, at: number) =>
    ({ id: `msg_${next()}`, thread, at, author: { kind: "hub", id: "hub", name: "Parley" }, role: "system", text: "expired", surface: "hub" }) as const;

  async function atDoor(hub: BusHub, entrance: "door" | "bus", by: Actor, { thread, text, named }: Setting): Promise<Fate> {
    const said = { thread, text, surface: "api" as const, ...(named === undefined ? {} : { session: named }) };
    try {
      const outcome = entrance === "door" ? await hub.hub.say({ ...said, by }) : await hub.bus.post(by, { ...said, unsynced: true });
      if (outcome.kind !== "message") return outcome.kind;
      return outcome.turn === undefined ? "post" : "prompt";
    } catch (cause) {
      if (!(cause instanceof ParleyError)) throw cause;
      return cause.code === "NeedsQuestionCode" ? "which" : cause.code;
    }
  }

  /** A chat is told in words; what it came to is read from the store. */
  async function inChat(hub: BusHub, speaker: Speaker, { thread, questions, text }: Setting): Promise<Fate | "refused"> {
    const from = { channel: "chat", room: `room-${next()}` };
    await hub.store.bind(from, thread, hub.clock.now());
    const accounts: Partial<Record<Speaker, Inbound["by"]>> = {
      owner: { kind: "account", account: "chat:olga", name: "Olga" },
      admin: { kind: "account", account: "chat:ada", name: "Ada" },
      member: { kind: "account", account: "chat:mia", name: "Mia" },
      outside: { kind: "outside", name: "robot" },
    };
    const by = accounts[speaker] ?? { kind: "account", account: `chat:${speaker}`, name: speaker };
    const runs = (await hub.store.runs(everyone, { limit: 1 })).at(0)?.id;
    await hub.hub.sink("chat", "chat").received({ key: next(), at: hub.clock.now(), from, direct: true, addressed: true, by, what: { kind: "said", text } });
    if ((await hub.store.runs(everyone, { limit: 1 })).at(0)?.id !== runs) return "command";
    for (const { id } of questions) if ((await hub.store.question(everyone, id))?.state === "answered") return "answered";
    const line = (await hub.store.messages(everyone, thread, { limit: 100 })).find((message) => message.text === text);
    if (line !== undefined) return line.turn === undefined ? "post" : "prompt";
    return "refused";
  }

  async function overLink(hub: BusHub, { thread, session, text }: Setting): Promise<Fate | "refused"> {
    if (session === undefined) throw new Error("a link needs a session that opens it");
    await hub.hub.terminal.exec({ by: { kind: "session", id: session, name: "own", thread }, surface: "hub", line: "listen" });
    const event: Inbound = {
      key: next(),
      at: hub.clock.now(),
      from: { channel: "irc", room: "#ops" },
      direct: false,
      addressed: true,
      by: { kind: "outside", name: "robot" },
      what: { kind: "said", text },
    };
    const handed = await heard(event);
    return ({ kept: "refused", prompted: "prompt", posted: "post" } as const)[handed];
  }

  const cases = Object.entries(states).flatMap(([name, state]) =>
    speakers.flatMap((speaker) =>
      kinds.flatMap((kind) => {
        if (kind === "work for the session by name" && !("session" in state)) return [];
        const named = kind.startsWith("work for");
        const has = "session" in state;
        return enters[speaker]
          .filter((entrance) => (entrance === "door" || entrance === "bus" || !named) && (entrance !== "link" || has))
          .map((entrance) => ({ name, state: state as State, speaker, kind, entrance }));
      }),
    ),
  );

  it.each(speakers)("for the words of the %s", async (speaker) => {
    const wrong: string[] = [];
    for (const { name, state, kind, entrance } of cases.filter((one) => one.speaker === speaker)) {
      const hub = speaker === "guest" ? open : closed;
      const setting = await setUp(hub, state, kind);
      const fate = meant.find((one) => one.entrance === entrance)?.fate(state, kind) ?? expected(speaker, state, kind);
      const found =
        entrance === "chat"
          ? await inChat(hub, speaker, setting)
          : entrance === "link"
            ? await overLink(hub, setting)
            : await atDoor(hub, entrance, actorFor(speaker, setting), setting);
      const isMade = ["command", "answered", "prompt", "post"].includes(fate);
      const wanted = entrance === "door" || entrance === "bus" || isMade ? fate : "refused";
      if (found !== wanted) wrong.push(`${entrance}: ${kind} in ${name}: ${found} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });

  it("for every speaker at more than one entrance where there is more than one", () => {
    expect(cases.length).toBeGreaterThan(1_000);
    expect(new Set(cases.map(({ entrance }) => entrance))).toEqual(new Set(entrances));
    expect(meant.every(({ reason }) => reason !== "")).toBe(true);
  });
});
