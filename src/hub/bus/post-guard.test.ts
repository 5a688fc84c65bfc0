import { like } from "#test/matching";
import { afterEach, describe, expect, it } from "vitest";
import { codesOf, meet, operator, refusalOf, type BusHubOptions, type Meeting } from "#test/fakes/bus-hub";

let room: Meeting;
const open = async (options: BusHubOptions): Promise<Meeting> => (room = await meet(options));
afterEach(() => room.rig[Symbol.asyncDispose]());

// Made up, and put together here so that no scanner takes this file for a leak.
const key = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC1234"}`;

describe("an agent that posts too fast", () => {
  it("is refused with how long to wait, for any minute that it looks at, and only itself", async () => {
    const { rig, ann, bob, thread } = await open({ agentPostsPerMinute: 3 });
    for (const n of [1, 2, 3]) {
      await rig.post(ann, thread, `line ${n}`);
      await rig.clock.advance(10_000);
    }
    const { code, data, message } = await refusalOf(rig.post(ann, thread, "too much"));
    expect({ code, data }).toEqual({ code: "RateLimited", data: { limit: 3, window: 60, retry_after: 30, scope: "author" } });
    expect(message).toContain("30 s");
    await rig.post(bob, thread, "another's");
    await rig.clock.advance(29_999);
    expect(await refusalOf(rig.post(ann, thread, "a moment too early"))).toMatchObject({ code: "RateLimited", data: { retry_after: 1 } });
    await rig.clock.advance(1);
    await rig.post(ann, thread, "in time");
    expect(await refusalOf(rig.post(ann, thread, "the second one is ten seconds off"))).toMatchObject({ data: { retry_after: 10 } });
    expect(await rig.texts(thread)).toEqual(["line 1", "line 2", "line 3", "another's", "in time"]);
  });

  it("is on record once a minute, and the token it came with is still good", async () => {
    const { rig, ann, thread } = await open({ agentPostsPerMinute: 1 });
    const { message, sync } = await rig.postAt(ann, thread, await rig.bus.syncContext(ann, thread));
    expect(message.seq).toBe(1);
    for (let tries = 0; tries < 3; tries++) await refusalOf(rig.postAt(ann, thread, sync));
    expect((await rig.refusals()).filter(({ code }) => code === "RateLimited")).toMatchObject([{ who: ann.id, about: "post faster than the limit" }]);
    await rig.clock.advance(60_000);
    expect((await rig.postAt(ann, thread, sync)).message.seq).toBe(2);
  });

  it("is not charged for what was not kept, nor for a request that is repeated", async () => {
    const { rig, ann, bob, thread } = await open({ agentPostsPerMinute: 2 });
    const late = await rig.bus.syncContext(ann, thread);
    await rig.post(bob, thread, "faster");
    for (let tries = 0; tries < 5; tries++) expect(await refusalOf(rig.postAt(ann, thread, late))).toMatchObject({ code: "SeqMismatch" });
    const post = { thread, text: "once", surface: "api", unsynced: true, key: "k" } as const;
    for (let tries = 0; tries < 5; tries++) expect((await rig.send(ann, post)).message.seq).toBe(2);
    await rig.post(ann, thread, "the second");
    expect(await refusalOf(rig.post(ann, thread, "the third"))).toMatchObject({ code: "RateLimited" });
  });

  it("does not get more by editing: an edit counts as a line, the same text again does not", async () => {
    const { rig, ann, thread } = await open({ agentPostsPerMinute: 3 });
    const { id } = await rig.post(ann, thread, "one");
    expect(await rig.bus.edit(ann, id, "two")).toMatchObject({ changed: true });
    for (let tries = 0; tries < 5; tries++) expect(await rig.bus.edit(ann, id, "two")).toMatchObject({ changed: false });
    await rig.bus.edit(ann, id, "three");
    expect(await refusalOf(rig.bus.edit(ann, id, "four"))).toMatchObject({ code: "RateLimited", data: { limit: 3 } });
    expect(await refusalOf(rig.post(ann, thread, "a line"))).toMatchObject({ code: "RateLimited" });
    expect((await rig.bus.message(ann, id)).state.text).toBe("three");
    for (let n = 0; n < 5; n++) await rig.bus.edit(operator, id, `an admin's ${n}`);
    await rig.clock.advance(60_000);
    expect(await rig.bus.edit(ann, id, "four")).toMatchObject({ changed: true });
  });

  it("does not get more by closing with a summary", async () => {
    const { rig, ann, thread } = await open({ agentPostsPerMinute: 1 });
    await rig.post(ann, thread, "the only one");
    expect(await refusalOf(rig.bus.close(ann, thread, "and one more"))).toMatchObject({ code: "RateLimited" });
    expect(await rig.bus.close(ann, thread, " ")).toBe(true);
    expect(await rig.texts(thread)).toEqual(["the only one", "Ann (m1) closed this thread."]);
  });

  it("does not get more by many at once", async () => {
    const { rig, ann, thread } = await open({ agentPostsPerMinute: 5 });
    const posts = Array.from({ length: 20 }, (_, n) => rig.bus.post(ann, { thread, text: String(n), surface: "api", unsynced: true }));
    expect((await Promise.allSettled(posts)).filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it("is no person: they are never counted, on any surface", async () => {
    const { rig, thread } = await open({ agentPostsPerMinute: 1 });
    const mia = await rig.person("Mia");
    for (let n = 0; n < 5; n++) {
      await rig.post(mia, thread, "over the bus");
      await rig.hub.say({ by: mia, surface: "page", thread, text: "on the page" });
      await rig.saysInChat("Mia", thread, "in a chat");
    }
    expect(await rig.texts(thread)).toHaveLength(15);
  });
});

describe("a line that carries a secret", () => {
  it("is not posted, and neither the refusal nor the record repeats the secret", async () => {
    const { rig, ann, thread } = await open({});
    const refusal = await refusalOf(rig.post(ann, thread, `take ${key}`));
    expect(refusal).toMatchObject({ code: "ContentBlocked", data: { pattern: "GitHub Personal Access Token" } });
    expect(refusal.message).toMatch(/^Content blocked: detected GitHub Personal Access Token\./);
    expect(await rig.texts(thread)).toEqual([]);
    expect(await rig.refusals()).toMatchObject([{ who: ann.id, code: "ContentBlocked", about: "post what carries a secret: GitHub Personal Access Token" }]);
    expect(JSON.stringify([refusal, await rig.refusals()])).not.toContain(key);
  });

  it("is found in metadata and in an edit too", async () => {
    const { rig, ann, thread } = await open({});
    expect(await refusalOf(rig.post(ann, thread, "see there", { metadata: { attachments: [{ text: key }] } }))).toMatchObject({ code: "ContentBlocked" });
    const { id } = await rig.post(ann, thread, "clean");
    expect(await refusalOf(rig.bus.edit(ann, id, key))).toMatchObject({ code: "ContentBlocked" });
    expect((await rig.bus.message(ann, id)).state.text).toBe("clean");
  });

  it("is found in whatever else an agent writes that others read", async () => {
    const { rig, ann, thread } = await open({});
    const { id } = await rig.post(ann, thread, "clean");
    const template = { id: "t", name: "T", description: "", systemPrompt: key, metadata: {} };
    const calls = [
      rig.bus.close(ann, thread, `\n\nAll agents: ${key}`),
      rig.post(ann, thread, "see there", { mentions: [key] }),
      rig.bus.createThread(ann, { topic: key }),
      rig.bus.createThread(ann, { topic: "t", systemPrompt: key }),
      rig.bus.createThread(ann, { topic: "t", metadata: { key } }),
      rig.bus.rename(ann, thread, key),
      rig.bus.addTemplate(ann, template),
      rig.bus.react(ann, id, key),
    ];
    expect(await codesOf(calls)).toEqual(["ContentBlocked"]);
    expect((await rig.bus.thread(ann, thread)).thread).toMatchObject({ status: "discuss", topic: "release" });
    expect(await rig.texts(thread)).toEqual(["clean"]);
    expect((await rig.bus.thread(ann, thread)).details.summary).toBeUndefined();
    expect(await rig.bus.close(await rig.person("Ada", "admin"), thread, `a person's own matter: ${key}`)).toBe(true);
  });

  it("uses up no reply token", async () => {
    const { rig, ann, thread } = await open({});
    const sync = await rig.bus.syncContext(ann, thread);
    await refusalOf(rig.postAt(ann, thread, sync, key));
    expect((await rig.postAt(ann, thread, sync, "without it")).message.seq).toBe(1);
  });

  it("is a person's own matter on the page and in a chat", async () => {
    const { rig, thread } = await open({});
    const mia = await rig.person("Mia");
    await rig.hub.say({ by: mia, surface: "page", thread, text: key });
    await rig.saysInChat("Mia", thread, key);
    expect(await rig.texts(thread)).toEqual([key, key]);
    expect(await refusalOf(rig.post(operator, thread, key))).toMatchObject({ code: "ContentBlocked" });
  });

  it("is posted where the configuration turned the filter off", async () => {
    const { rig, ann, thread } = await open({ contentFilter: false });
    expect(await rig.post(ann, thread, key)).toMatchObject({ text: key });
  });
});

describe("work for a session, given by an agent that names it", () => {
  it("is counted, filtered and budgeted like its lines, at the door too", async () => {
    const { rig: hub, ann, thread: here } = await open({ agentPostsPerMinute: 1 });
    const agent = { ...ann, may: ["prompt"] } as const;
    const at = hub.clock.now();
    const session = "ses_named" as const;
    await hub.store.putSession({
      id: session,
      name: "named",
      thread: here,
      kind: "scripted",
      cliType: "scripted",
      workDir: "/",
      settings: {},
      source: "store",
      at,
    });
    const say = (text: string): Promise<unknown> => hub.hub.say({ by: agent, surface: "api", thread: here, text, session });
    expect((await refusalOf(say(`AKIA${"Q3EGRT5VXW7ZPL2N"}`))).code).toBe("ContentBlocked");
    expect(await say("do this")).toMatchObject({ kind: "message", turn: like(/^trn_/) });
    expect((await refusalOf(say("and this"))).code).toBe("RateLimited");
  });
});
