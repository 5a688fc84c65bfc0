import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import type { ThreadId } from "#domain/ids";
import { snapshotWire, entryWire } from "#protocol/wire";
import type { EventStream } from "#test/fakes/door/client";

let door: OpenDoor;
let thread: ThreadId;
beforeEach(async () => {
  door = await openDoor();
  thread = door.memory.thread("open");
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

const say = (content: string, token = door.tokens.owner) => door.call("POST", `/api/threads/${thread}/messages`, { token, body: { content } });
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
    door.memory.ask(thread);
    const stream = await watch(door.tokens.owner);
    const snapshot = snapshotWire.parse((await stream.next("snapshot")).data);
    expect(snapshot).toMatchObject({ me: { name: "Ann", role: "owner" }, version: "1.2.3", language: "en", prefix: "!!" });
    expect(snapshot.thread?.entries.map((entry) => [entry.rev, entry.kind])).toEqual([
      [1, "message"],
      [2, "change"],
    ]);
    expect(snapshot.questions).toMatchObject([{ prompt: "May I run this?", may_answer: true, state: "open" }]);
    expect(snapshot.red_lines).toMatchObject([{ what: "docker" }]);
    stream.close();
  });

  it("then brings each entry once, in order, with its place as id", async () => {
    const stream = await watch(door.tokens.owner);
    await stream.next("snapshot");
    await say("one");
    door.memory.ask(thread);
    await say("two");
    expect([await entryText(stream), await entryText(stream), await entryText(stream)]).toEqual([
      [`${thread}:1`, "one"],
      [`${thread}:2`, "asked"],
      [`${thread}:3`, "two"],
    ]);
    stream.close();
  });

  it("keeps the order though one entry needs its file read first", async () => {
    const stream = await watch(door.tokens.owner);
    await stream.next("snapshot");
    door.memory.file({ thread, name: "a.txt", mime: "text/plain", path: "a.txt" });
    await say("after the file");
    const made = entryWire.parse((await stream.next("entry")).data["entry"]);
    expect(made).toMatchObject({ message: { artifacts: [{ name: "a.txt", mime: "text/plain" }] } });
    expect((await entryText(stream))[1]).toBe("after the file");
    stream.close();
  });

  it("resumes after the place it is told, without a gap and without the snapshot's entries", async () => {
    for (let n = 1; n <= 450; n++) await door.memory.hub.say({ by: { kind: "operator" }, surface: "shell", thread, text: `line ${n}` });
    const stream = await watch(door.tokens.owner, `${thread}:3`);
    expect((await stream.next("snapshot")).data["thread"]).toEqual({ id: thread, entries: [], has_more: false });
    await say("the newest");
    for (let n = 4; n <= 450; n++) expect(await entryText(stream)).toEqual([`${thread}:${n}`, `line ${n}`]);
    expect(await entryText(stream)).toEqual([`${thread}:451`, "the newest"]);
    stream.close();
  });

  it.each(["thr_other:1", "nonsense", "THREAD:99"])("takes the place %j for none and starts anew", async (place) => {
    await say("one");
    const stream = await watch(door.tokens.owner, place.replace("THREAD", thread));
    expect(snapshotWire.parse((await stream.next("snapshot")).data).thread?.entries).toHaveLength(1);
    stream.close();
  });

  it("tells each reader whether they may answer", async () => {
    const [owner, member] = await Promise.all([watch(door.tokens.owner), watch(door.tokens.member)]);
    await Promise.all([owner.next("snapshot"), member.next("snapshot")]);
    door.memory.ask(thread);
    expect((await owner.next("question")).data["may_answer"]).toBe(true);
    expect((await member.next("question")).data["may_answer"]).toBe(false);
    owner.close();
    member.close();
  });

  it("shows an agent what it may see", async () => {
    const stream = await watch(door.tokens.agent);
    expect(snapshotWire.parse((await stream.next("snapshot")).data).me).toEqual({ id: "agt_bee", name: "bee", role: "member" });
    stream.close();
  });

  it("gives a sign of life every fifteen seconds", async () => {
    const stream = await watch(door.tokens.owner);
    await stream.next("snapshot");
    await door.clock.advance(15_000);
    await door.clock.advance(15_000);
    await say("after the silence");
    await stream.next("entry");
    expect(stream.text().match(/^: here$/gm)).toHaveLength(2);
    stream.close();
  });

  it("ends at once when its token is revoked, and no other one's does", async () => {
    const [owner, member] = await Promise.all([watch(door.tokens.owner), watch(door.tokens.member)]);
    await Promise.all([owner.next("snapshot"), member.next("snapshot")]);
    door.memory.revoke(door.tokens.member);
    await member.ended;
    await say("still here");
    expect((await entryText(owner))[1]).toBe("still here");
    owner.close();
  });

  it("cuts off a reader who does not read, and lets it come back with its place", async () => {
    await using small = await openDoor({ bounds: { streamBytes: 64 * 1024 } });
    const id = small.memory.thread("open");
    const stream = await small.events(`/api/events?thread=${id}`, { token: small.tokens.owner });
    await stream.next("snapshot");
    stream.pause();
    const text = "x".repeat(100_000);
    for (let n = 0; n < 200; n++) await small.memory.hub.say({ by: { kind: "operator" }, surface: "shell", thread: id, text });
    stream.resume();
    await stream.ended;
    const last = stream
      .text()
      .match(/^id: .*$/gm)
      ?.at(-1)
      ?.slice(4);
    const rev = Number(last?.split(":")[1] ?? 0);
    expect(rev).toBeLessThan(200);
    const again = await small.events(`/api/events?thread=${id}`, { token: small.tokens.owner, headers: { "Last-Event-ID": `${id}:${rev}` } });
    expect((await again.next("entry")).id).toBe(`${id}:${rev + 1}`);
    again.close();
  });

  it("leaves drafts out while a reader is behind, and brings the latest when it has caught up", async () => {
    const stream = await watch(door.tokens.owner);
    await stream.next("snapshot");
    const draft = { thread, session: "ses_1", sessionName: "demo", turn: "trn_1", beganAt: 0, steps: [] } as const;
    door.memory.draft({ ...draft, text: `first ${"x".repeat(200_000)}` });
    for (let n = 0; n < 100; n++) door.memory.draft({ ...draft, text: `draft ${n}` });
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

  it("ends with the door, which then lets go of everything", async () => {
    const stream = await watch(door.tokens.owner);
    await stream.next("snapshot");
    await door.close();
    await stream.ended;
    expect(door.clock.pending).toBe(0);
  });
});
