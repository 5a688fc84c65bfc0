import { describe, expect, it } from "vitest";
import { snapshotWire } from "#protocol/wire";
import type { EventStream } from "#test/fakes/door/client";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { questionTexts } from "#hub/questions/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "ask"
  say "thinking aloud" every 0ms
  ask permission "May I?" argv ["make"]
  say "went on"
otherwise
  say "did {prompt}" every 0ms
`,
};
const revOf = (id: string | undefined): number => Number(id?.split(":").at(-1));

describe("the stream of a thread", () => {
  it("brings every entry once and in order, through reconnects, while eight write at once", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { body } = await parley.api("POST", "/api/threads", { topic: "busy" });
    const thread = String(body["id"]);
    const token = await parley.token({ person: "Bo" });
    const total = 400;
    let sent = 0;
    const writer = async (): Promise<void> => {
      while (sent < total) await parley.api("POST", `/api/threads/${thread}/messages`, { content: `line ${sent++}` });
    };
    const writing = Promise.all(Array.from({ length: 8 }, writer));

    const revs: number[] = [];
    let streams = 0;
    let after = `${thread}:0`;
    while (revs.length < total) {
      const stream: EventStream = await parley.stream(thread, { token, after });
      streams += 1;
      const snapshot = snapshotWire.parse((await stream.next("snapshot")).data);
      expect(snapshot.thread?.entries).toEqual([]);
      // A different number each time, so that cuts fall into catching up and into what is live.
      for (let left = 5 + ((streams * 17) % 60); left > 0 && revs.length < total; left--) {
        const { id } = await stream.next("entry");
        revs.push(revOf(id));
        after = id ?? after;
      }
      stream.close();
    }
    await writing;
    expect(revs).toEqual(Array.from({ length: sent }, (_, i) => i + 1).slice(0, revs.length));
    expect(streams).toBeGreaterThan(5);
    const lines = await parley.messages(thread);
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, i) => i + 1));
  });

  it("goes on after a restart of the hub where it was", async () => {
    await using parley = await Parley.start({ yaml, files });
    const thread = await parley.threadOf("work");
    const token = await parley.token({ person: "Bo" });
    const first = await parley.stream(thread, { token });
    await first.next("snapshot");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "one" }, token);
    const seen = [await first.next("entry"), await first.next("entry")].map((event) => event.id);
    await parley.restart();
    await first.ended;
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "two" }, token);
    const second = await parley.stream(thread, { token, after: seen.at(-1) ?? "" });
    const more = [await second.next("entry"), await second.next("entry")].map((event) => event.id);
    second.close();
    expect([...seen, ...more].map(revOf)).toEqual([1, 2, 3, 4]);
  });

  it("starts with everything that the page shows: threads, sessions, questions, links and who one is", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = talk(parley, "ana");
    ana.say("ask me");
    await ana.hears(partOf(questionTexts.asksPermission));
    const thread = await parley.threadOf("work");
    const stream = await parley.stream(thread, { token: await parley.token({ person: "Bo" }) });
    const snapshot = snapshotWire.parse((await stream.next("snapshot")).data);
    stream.close();
    expect(snapshot).toMatchObject({
      me: { name: "Bo", role: "member" },
      prefix: "!!",
      sessions: [{ name: "work", state: "waiting_input" }],
      questions: [{ session_name: "work", state: "open", may_answer: false, subject: { argv: ["make"] } }],
      links: [{ platform: "chat", state: "connected" }],
      drafts: [{ text: "thinking aloud" }],
    });
    expect(snapshot.threads.map((one) => one.topic)).toContain("work");
    expect(snapshot.thread?.entries.map((entry) => entry.kind)).toEqual(["message", "change"]);
  });
});

describe("what a member may not see", () => {
  it("is in no stream, no list and no snapshot of theirs: entries, drafts, questions, sessions", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ada = talk(parley, "ada");
    const open = await parley.threadOf("work");
    const [member, admin] = [await parley.token({ person: "Bo" }), await parley.token({ person: "Ada" })];
    ada.say("!!new hidden scripted");
    await ada.hears("Created hidden");
    const { thread: closed, id: session } = await parley.session("hidden");
    const [theirs, watched, adas] = [
      await parley.stream(open, { token: member }),
      await parley.stream(closed, { token: member }),
      await parley.stream(closed, { token: admin }),
    ];
    ada.say("ask me");
    await ada.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    await ada.press("Allow once");
    await ada.hears("You allowed it.");
    // What comes last in an open thread shows that the streams have had their chance.
    await parley.api("POST", `/api/threads/${open}/messages`, { content: "the last word" }, member);
    let last = "";
    while (!last.includes("did the last word")) last = JSON.stringify((await theirs.next("entry")).data);
    let row = "";
    while (!row.includes("did the last word")) row = JSON.stringify((await watched.next("thread")).data);
    let hidden = "";
    while (!hidden.includes("You allowed it.")) hidden = JSON.stringify((await adas.next("entry")).data);
    expect(adas.text()).toContain(id);
    for (const stream of [theirs, watched]) {
      for (const secret of [closed, session, id, "hidden", "May I push the branch?", "You allowed it."]) expect(stream.text()).not.toContain(secret);
      stream.close();
    }
    adas.close();

    const late = await parley.stream(closed, { token: member });
    const snapshot = snapshotWire.parse((await late.next("snapshot")).data);
    late.close();
    expect(snapshot.thread).toBeNull();
    expect(JSON.stringify(snapshot)).not.toContain(closed);
    for (const path of ["/api/threads", "/api/sessions", "/api/questions", "/api/status"]) {
      const { status, body } = await parley.api("GET", path, undefined, member);
      expect([path, status, JSON.stringify(body).includes("hidden"), JSON.stringify(body).includes(id)]).toEqual([path, 200, false, false]);
    }
    expect((await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, member)).status).toBe(404);
    expect((await parley.refusals()).find((one) => one.code === "NotFound")?.count).toBeGreaterThanOrEqual(2);
  });

  it("comes into their stream as soon as they take part in it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ada = talk(parley, "ada");
    ada.say("!!new hidden scripted");
    await ada.hears("Created hidden");
    const stream = await parley.stream(await parley.threadOf("work"), { token: await parley.token({ person: "Bo" }) });
    ada.say("help");
    await ada.hears("I am a scripted agent.");
    await parley.untilState("hidden", "idle");
    const room = parley.chat.group("ops", ["ada", "bo"]);
    const [inGroup, bo] = [talk(parley, "ada", room), talk(parley, "bo", room)];
    inGroup.say("!!use hidden");
    await inGroup.hears("Switched to hidden.");
    expect(stream.text()).not.toContain("hidden");
    bo.say("ask me");
    let told: Record<string, unknown> = {};
    while (told["name"] !== "hidden" || told["state"] !== "waiting_input") told = (await stream.next("session")).data;
    stream.close();
    expect(stream.text()).toContain('"session_name":"hidden"');
  });

  it("ends their stream when their token is revoked", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { body } = await parley.api("POST", "/api/tokens", { person: "Bo" });
    const stream = await parley.stream(await parley.threadOf("work"), { token: String(body["token"]) });
    await stream.next("snapshot");
    await parley.api("DELETE", `/api/tokens/${String(body["id"])}`);
    await stream.ended;
    expect((await parley.api("GET", "/api/me", undefined, String(body["token"]))).body["error"]).toBe("BadToken");
  });
});
