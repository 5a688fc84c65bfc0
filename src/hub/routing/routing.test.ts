import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { everyone, type Actor } from "#domain/people";
import { usualKinds, type RouteRule } from "#domain/routing";
import { wordsOf } from "#hub/road/read-facts";
import type { SessionSpec } from "#hub/turns/stored-sessions";
import { BusHub, operator, type PersonActor } from "#test/fakes/bus-hub";
import { defined } from "#lib/defined";

const spec = (name: string, threadOf?: string): SessionSpec => ({
  name,
  kind: "scripted",
  cliType: "scripted",
  workDir: "/",
  settings: {},
  ...defined({ threadOf }),
});

const rules: readonly RouteRule[] = [
  { name: "gone", keywords: ["review*"], to: { session: "nobody" } },
  { name: "reviews", kinds: ["review"], to: { session: "reviewer" } },
  { name: "ops", addresses: ["chat:ops"], to: { session: "ops" } },
  { name: "later", keywords: ["review*"], to: { session: "coder" } },
  { name: "help", keywords: ["help"], to: { invite: "claude" } },
];

describe("routing on a hub", () => {
  let rig: BusHub;
  let ada: PersonActor;
  let mia: PersonActor;

  beforeEach(async () => {
    rig = await BusHub.start({
      inMemory: true,
      sessions: () => [spec("reviewer", "coder"), spec("coder"), spec("ops")],
      routing: { rules, kinds: usualKinds, invitations: { enabled: false, perHour: 4, perDay: 20, perThread: 3 } },
    });
    [ada, mia] = [await rig.person("Ada", "admin"), await rig.person("Mia")];
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  const threadOf = async (name: string) => {
    const session = await rig.store.sessionByName(everyone, name);
    if (session === undefined) throw new Error(`no session ${name}`);
    return session.thread;
  };

  const nameOf = async (turn: string | undefined): Promise<string | undefined> => {
    const open = (await rig.store.openTurns()).find(({ id }) => id === turn);
    return open === undefined ? undefined : (await rig.store.session(open.session))?.name;
  };

  /** Over the doors' entrance: which session's turn it became. */
  async function said(by: Actor, text: string, thread: string, more: object = {}): Promise<string | undefined> {
    const outcome = await rig.hub.say({ by, text, surface: "api", thread: thread as `thr_${string}`, ...more });
    return outcome.kind === "message" ? nameOf(outcome.turn) : outcome.kind;
  }

  async function inChat(text: string, room: string, by = "mia"): Promise<string | undefined> {
    const from = { channel: "chat", room };
    await rig.hub.sink("chat", "chat").received({
      key: `${room}:${text}`,
      at: rig.clock.now(),
      from,
      direct: true,
      addressed: true,
      by: { kind: "account", account: `chat:${by}`, name: by },
      what: { kind: "said", text },
    });
    const thread = await rig.store.boundThread(from);
    const line = thread && (await rig.store.messages(everyone, thread, { limit: 100 })).find((message) => message.text === text);
    return line === undefined ? undefined : nameOf(line.turn);
  }

  it("chooses among the sessions of the thread, and marks the message with the rule", async () => {
    const thread = await threadOf("coder");
    expect(await threadOf("reviewer")).toBe(thread);
    expect(await said(mia, "write it", thread)).toBe("coder");
    expect(await said(mia, "a review please", thread, { meta: { routed: { rule: "made up" } } })).toBe("reviewer");
    const lines = await rig.store.messages(everyone, thread, { limit: 10 });
    expect(lines.map(({ meta }) => meta?.["routed"])).toEqual([undefined, { rule: "reviews", session: "reviewer" }]);
  });

  it("never carries words into another thread", async () => {
    expect(await said(mia, "a review please", await threadOf("ops"))).toBe("ops");
  });

  it("is passed over by a session that the request, a name in front or the use command names", async () => {
    const thread = await threadOf("coder");
    const coder = await rig.store.sessionByName(everyone, "coder");
    expect(await said(mia, "a review please", thread, { session: coder?.id })).toBe("coder");
    expect(await said(mia, "@coder a review please", thread)).toBe("coder");
    expect(await said(mia, "@reviewer: write it", thread)).toBe("reviewer");
    expect(await said(mia, "@ops a review please", thread)).toBe("reviewer");
    expect(await said(mia, "!!use coder", thread)).toBe("command");
    expect(await said(mia, "another review", thread)).toBe("coder");
    expect(await said(mia, "@reviewer look", thread)).toBe("reviewer");
    expect(await said(mia, "!!use auto", thread)).toBe("command");
    expect(await said(mia, "one more review", thread)).toBe("reviewer");
  });

  it("gives a chat its first session by rule or by name, and stays with that thread", async () => {
    expect(await inChat("good morning", "ops")).toBe("ops");
    expect(await inChat("review this", "room")).toBe("reviewer");
    expect(await inChat("write it", "room")).toBe("coder");
    expect(await inChat("@ops hello", "other")).toBe("ops");
    expect(await inChat("review that", "other")).toBe("ops");
  });

  it("binds no chat by a command", async () => {
    await inChat("!!help review", "room");
    expect(await rig.store.boundThread({ channel: "chat", room: "room" })).toBeUndefined();
  });

  it("in a chat that has chosen with the use command, no rule decides, and both sessions of a thread can be chosen", async () => {
    await inChat("!!use reviewer", "room");
    expect(await inChat("write it", "room")).toBe("reviewer");
    await inChat("!!use coder", "room");
    expect(await inChat("review it", "room")).toBe("coder");
  });

  it("leaves alone what agents say, and a session that an agent made under a rule's name", async () => {
    const thread = await threadOf("coder");
    const gus = { ...(await rig.agent("Gus")), may: ["prompt"] } as const;
    expect(await said(gus, "@reviewer a review please", thread)).toBeUndefined();
    await rig.store.putSession({
      id: "ses_own",
      name: "nobody",
      thread,
      kind: "scripted",
      cliType: "scripted",
      workDir: "/",
      settings: {},
      source: "store",
      at: 1,
    });
    expect(await said(mia, "a review please", thread)).toBe("reviewer");
  });

  it("a session that has to share a thread begins anew there", async () => {
    const before = await rig.store.sessionByName(everyone, "ops");
    await rig.hub.start([spec("coder"), spec("reviewer", "coder"), spec("ops", "coder")]);
    const after = await rig.store.sessionByName(everyone, "ops");
    expect(after?.thread).toBe(await threadOf("coder"));
    expect(after?.id).not.toBe(before?.id);
  });

  describe("tried without effect", () => {
    const tried = async (text: string, more: object = {}, by: Actor = operator) => rig.hub.routing.attempt(by, { text, ...more });

    it("says which session it would be, by what, and what became of each rule", async () => {
      const thread = await threadOf("coder");
      const found = await tried("review it", { thread });
      expect(found).toMatchObject({ decision: "prompt", session: "reviewer", by: "rule", rule: 2, thread: { id: thread } });
      expect(found.rules.map(({ holds, passedOver }) => [holds, passedOver])).toEqual([
        [true, "no-session"],
        [true, undefined],
        [false, undefined],
        [true, "later"],
        [false, undefined],
      ]);
      expect(await tried("@coder review it", { thread })).toMatchObject({ session: "coder", by: "name" });
      expect(await tried("write it", { thread })).toMatchObject({ session: "coder", by: "thread" });
      expect(await tried("!!status", { thread })).toMatchObject({ decision: "command" });
      expect(await tried("hello", { address: { channel: "chat", room: "ops" } })).toMatchObject({ session: "ops", by: "rule", rule: 3 });
      expect(await tried("see a.patch", {})).toMatchObject({ session: "reviewer", rule: 2 });
      expect(await tried("see", { files: ["a.patch"] })).toMatchObject({ session: "reviewer", rule: 2 });
      const nobody = await tried("hello");
      expect([nobody.decision, nobody.session, nobody.thread]).toEqual(["post", undefined, undefined]);
      await said(mia, "!!use coder", thread);
      expect(await tried("review it", { thread })).toMatchObject({ session: "coder", by: "chosen" });
    });

    it("leaves nothing behind", async () => {
      const [threads, audit] = [await rig.store.threads(everyone, { limit: 50 }), await rig.hub.access.audit(operator, { limit: 50 })];
      await tried("review it, help", { address: { channel: "chat", room: "new" }, person: "Mia" });
      expect(await rig.store.threads(everyone, { limit: 50 })).toEqual(threads);
      expect(await rig.store.openTurns()).toEqual([]);
      expect(await rig.store.boundThread({ channel: "chat", room: "new" })).toBeUndefined();
      expect(await rig.hub.access.audit(operator, { limit: 50 })).toEqual(audit);
    });

    it("is for those who may see the configuration, as any person they name", async () => {
      await expect(tried("hello", {}, mia)).rejects.toMatchObject({ code: "NotAllowed" });
      await expect(rig.hub.routing.rules(mia)).rejects.toMatchObject({ code: "NotAllowed" });
      await expect(tried("hello", { person: "Nobody" }, ada)).rejects.toMatchObject({ code: "NotFound" });
      expect((await rig.hub.routing.rules(ada)).rules).toEqual(rules);
      expect([...(await tried("help", { person: "Mia" }, ada)).invitations]).toEqual([[5, "off"]]);
    });
  });
});

it("takes the names of uploads for the files of a message, as those that came from a chat", () => {
  const upload = { path: ".agents/uploads/thr_1/fix.patch", bytes: 1, sha256: "0" };
  expect(wordsOf({ text: "look", uploads: [upload], where: { kind: "thread", thread: "thr_1" } }).files).toEqual(["fix.patch"]);
});
