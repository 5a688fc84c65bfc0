import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putFile, putLines, putQuestion, putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import type { ThreadId } from "#domain/ids";
import type { FeedEvent, Hub } from "#hub/hub";
import { snapshotWire, entryWire } from "#protocol/wire";
import type { EventStream } from "#test/fakes/door/client";

let door: OpenDoor;
let thread: ThreadId;
beforeEach(async () => {
  door = await openDoor();
  thread = await putThread(door, "open");
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

const say = (content: string, token = door.owner.token) => door.call("POST", `/api/threads/${thread}/messages`, { token, body: { content } });
const watch = (token: string, lastEventId?: string): Promise<EventStream> =>
  door.events(`/api/events?thread=${thread}`, { token, headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId } });
const entryText = async (stream: EventStream): Promise<[id: string | undefined, text: string]> => {
  const { id, data } = await stream.next("entry");
  const entry = entryWire.parse(data["entry"]);
  return [id, entry.kind === "message" ? entry.message.content : entry.change.kind];
};

describe("the stream", () => {
  it("starts with a snapshot in the protocol's shape, with the thread's newest entries", async () => {
    await say("one");
    await putQuestion(door, thread);
    const stream = await watch(door.owner.token);
    const snapshot = snapshotWire.parse((await stream.next("snapshot")).data);
    expect(snapshot).toMatchObject({ me: { name: "Ann", role: "owner" }, version: "1.2.3", language: "en", prefix: "!!" });
    expect(snapshot.thread?.entries.map((entry) => `${entry.rev} ${entry.kind}`)).toEqual(["1 message", "2 message", "3 change"]);
    expect(snapshot.thread?.has_more).toBe(false);
    expect(snapshot.questions).toMatchObject([{ prompt: "May I run this?", may_answer: true, state: "open" }]);
    expect(snapshot.red_lines).toMatchObject([{ what: "docker" }]);
    stream.close();
  });

  it("then brings each entry once, in order, with its place as id", async () => {
    const stream = await watch(door.owner.token);
    await stream.next("snapshot");
    await say("one");
    await putQuestion(door, thread);
    await say("two");
    for (const entry of [
      [`${thread}:1`, "one"],
      [`${thread}:2`, "clean up"],
      [`${thread}:3`, "asked"],
      [`${thread}:4`, "two"],
    ])
      expect(await entryText(stream)).toEqual(entry);
    stream.close();
  });

  it("keeps the order though one entry needs its file read first", async () => {
    const stream = await watch(door.owner.token);
    await stream.next("snapshot");
    await putFile(door, thread, { name: "a.txt", mime: "text/plain", path: "a.txt" });
    await say("after the file");
    const made = entryWire.parse((await stream.next("entry")).data["entry"]);
    expect(made).toMatchObject({ message: { artifacts: [{ name: "a.txt", mime: "text/plain" }] } });
    expect((await entryText(stream))[1]).toBe("after the file");
    stream.close();
  });

  it("resumes after the place it is told, without a gap and without the snapshot's entries", async () => {
    await putLines(
      door,
      thread,
      Array.from({ length: 450 }, (_, n) => `line ${n + 1}`),
    );
    const stream = await watch(door.owner.token, `${thread}:3`);
    expect((await stream.next("snapshot")).data["thread"]).toEqual({ id: thread, entries: [], has_more: false, runs: [] });
    await say("the newest");
    for (let n = 4; n <= 450; n++) expect(await entryText(stream)).toEqual([`${thread}:${n}`, `line ${n}`]);
    expect(await entryText(stream)).toEqual([`${thread}:451`, "the newest"]);
    stream.close();
  });

  it.each(["thr_other:1", "nonsense", "THREAD:99"])("takes the place %j for none and starts anew", async (place) => {
    await say("one");
    const stream = await watch(door.owner.token, place.replace("THREAD", thread));
    expect(snapshotWire.parse((await stream.next("snapshot")).data).thread?.entries).toHaveLength(1);
    stream.close();
  });

  it("tells each reader whether they may answer", async () => {
    const [owner, member] = await Promise.all([watch(door.owner.token), watch(door.member.token)]);
    await Promise.all([owner.next("snapshot"), member.next("snapshot")]);
    await putQuestion(door, thread);
    expect((await owner.next("question")).data["may_answer"]).toBe(true);
    expect((await member.next("question")).data["may_answer"]).toBe(false);
    owner.close();
    member.close();
  });

  it("shows an agent what it may see", async () => {
    const stream = await watch(door.agent.token);
    expect(snapshotWire.parse((await stream.next("snapshot")).data).me).toEqual({ id: door.agent.id, name: "bee", role: "member" });
    stream.close();
  });

  it("gives a sign of life every fifteen seconds", async () => {
    const stream = await watch(door.owner.token);
    await stream.next("snapshot");
    await door.clock.advance(15_000);
    await door.clock.advance(15_000);
    await say("after the silence");
    await stream.next("entry");
    expect(stream.text().match(/^: here$/gm)).toHaveLength(2);
    stream.close();
  });

  it("ends at once when its token is revoked, and no other one's does", async () => {
    const [owner, member] = await Promise.all([watch(door.owner.token), watch(door.member.token)]);
    await Promise.all([owner.next("snapshot"), member.next("snapshot")]);
    await door.hub.access.revokeToken({ kind: "operator" }, door.member.tokenId);
    await member.ended;
    await say("still here");
    expect((await entryText(owner))[1]).toBe("still here");
    owner.close();
  });

  it("cuts off a reader who does not read, and lets it come back with its place", async () => {
    await using small = await openDoor({ bounds: { streamBytes: 64 * 1024 } });
    const id = await putThread(small, "open");
    const stream = await small.events(`/api/events?thread=${id}`, { token: small.owner.token });
    await stream.next("snapshot");
    stream.pause();
    const text = "x".repeat(100_000);
    for (let n = 0; n < 200; n++) await putLines(small, id, [text]);
    stream.resume();
    await stream.ended;
    const last = stream
      .text()
      .match(/^id: .*$/gm)
      ?.at(-1)
      ?.slice(4);
    const rev = Number(last?.split(":")[1] ?? 0);
    expect(rev).toBeLessThan(200);
    const again = await small.events(`/api/events?thread=${id}`, { token: small.owner.token, headers: { "Last-Event-ID": `${id}:${rev}` } });
    expect((await again.next("entry")).id).toBe(`${id}:${rev + 1}`);
    again.close();
  });

  it("shows fewer entries at first where they are large, and says that there are more", async () => {
    await putLines(
      door,
      thread,
      Array.from({ length: 20 }, () => "x".repeat(250_000)),
    );
    const stream = await watch(door.owner.token);
    const { thread: shown } = snapshotWire.parse((await stream.next("snapshot")).data);
    expect([shown?.entries.map((entry) => entry.rev), shown?.has_more]).toEqual([[17, 18, 19, 20], true]);
    stream.close();
  });

  it("leaves drafts out while a reader is behind, and brings the latest when it has caught up", async () => {
    const listeners: ((event: FeedEvent) => void)[] = [];
    const tap = (hub: Hub): Hub => ({
      ...hub,
      feed: {
        ...hub.feed,
        watch: (what, listener) => {
          listeners.push(listener);
          return hub.feed.watch(what, listener);
        },
      },
    });
    await using tapped = await openDoor({ wrap: tap });
    const stream = await tapped.events("/api/events", { token: tapped.owner.token });
    await stream.next("snapshot");
    const draw = (text: string): void => {
      const draft = { thread, session: "ses_1", sessionName: "demo", turn: "trn_1", beganAt: 0, steps: [], text } as const;
      for (const tell of listeners) tell({ kind: "draft", draft });
    };
    draw(`first ${"x".repeat(200_000)}`);
    for (let n = 0; n < 100; n++) draw(`draft ${n}`);
    const texts: string[] = [];
    while (texts.at(-1) !== "draft 99")
      texts.push(
        String((await stream.next("draft")).data["text"])
          .slice(0, 10)
          .trim(),
      );
    expect(texts.length).toBeLessThan(10);
    stream.close();
  });

  it("answers a HEAD and is not opened by it", async () => {
    expect((await door.call("HEAD", "/api/events", { token: door.owner.token })).status).toBe(200);
  });

  it("ends with the door, which then lets go of everything", async () => {
    const stream = await watch(door.owner.token);
    await stream.next("snapshot");
    await door.close();
    await stream.ended;
    const waiting = door.clock.pending;
    await door.hub[Symbol.asyncDispose]();
    // Only the hub had timers left.
    expect([waiting > 0, door.clock.pending]).toEqual([true, 0]);
  });
});
