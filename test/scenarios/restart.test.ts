import { say } from "#lib/words/words";
import { turnTexts } from "#hub/turns/texts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { verifyAuditFile } from "#store/sqlite/engine/verify-audit-file";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { roadTexts } from "#hub/road/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
  - { name: other, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "slow"
  say "on it" every 0ms
  wait 2m
  say "done" every 0ms
on "file"
  make "notes.md" mime "text/markdown" "Notes"
    | # Notes
  say "on it" every 0ms
  wait 2m
  say "made" every 0ms
on "desk"
  desk "slow at the desk"
  say "to you" every 0ms
otherwise
  say "did {prompt}" every 0ms
`,
};
const minutes = 60_000;

describe("a restart", () => {
  it("lesson 15: loses no accepted message and answers none twice; the turn under way goes on and says so", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock, chat: { channel: { edit: false } } });
    const bo = talk(parley, "bo");
    const thread = await parley.threadOf("work");
    bo.say("slow");
    await parley.untilState("work", "processing");
    for (const text of ["one", "two", "three"]) bo.say(text);
    await bo.hears("queued at position 3");
    const first = await parley.api("POST", `/api/threads/${thread}/messages`, { content: "by key" }, undefined, { "Idempotency-Key": "k1" });
    await parley.restart();
    const again = await parley.api("POST", `/api/threads/${thread}/messages`, { content: "by key" }, undefined, { "Idempotency-Key": "k1" });
    expect([again.status, again.body["id"], again.body["seq"]]).toEqual([first.status, first.body["id"], first.body["seq"]]);
    expect(await parley.session("work")).toMatchObject({ state: "processing", queue: 4 });
    await parley.restart();
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.messages(thread)).some((line) => line.content === "did by key");
    });
    await bo.hears("did by key");
    const answers = bo.heard().filter((text) => /^(on it|did)|did by key/.test(text));
    expect(answers.map((text) => text.split("\n").at(-1))).toEqual(["done", "did one", "did two", "did three", "did by key"]);
    const lines = await parley.messages(thread);
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, i) => i + 1));
    expect(lines.filter((line) => line.author_kind === "person").map((line) => line.content)).toEqual(["slow", "one", "two", "three", "by key"]);
    expect(lines.filter((line) => line.author_kind === "hub").map((line) => line.content)).toEqual([
      say("en", turnTexts.turnResumed, { session: "work" }),
      say("en", turnTexts.turnResumed, { session: "work" }),
    ]);
    expect(lines.filter((line) => line.author_kind === "agent")).toHaveLength(5);
    expect((await parley.entries(thread)).map((entry) => entry.rev)).toEqual(lines.map((_, i) => i + 1));
  });

  it("lesson 15: an event that the chat delivers again afterwards is the one that was kept", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    // The ack is lost with the connection, so the chat holds on to the event and sends it to the next start.
    parley.chat.fault({ on: "ack", kind: "hang-before" });
    bo.say("once");
    await bo.hears("did once");
    expect(parley.chat.unacked).toHaveLength(1);
    await parley.restart();
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    bo.say("twice");
    await bo.hears("did twice");
    const lines = await parley.messages(await parley.threadOf("work"));
    expect(lines.map((line) => line.content)).toEqual(["once", "did once", "twice", "did twice"]);
    expect(bo.heard()).toEqual(["did once", "did twice"]);
  });

  it("lesson 15: what was to be sent goes out after it, once, in order", async () => {
    await using parley = await Parley.start({ yaml, files, chat: { channel: { edit: false } } });
    const bo = talk(parley, "bo");
    bo.say("one");
    await bo.hears("did one");
    const thread = await parley.threadOf("work");
    await parley.chat.stop();
    for (const content of ["two", "three"]) await parley.api("POST", `/api/threads/${thread}/messages`, { content });
    await parley.until(async () => (await parley.messages(thread)).length === 6);
    await parley.down();
    await parley.chat.listen();
    await parley.up();
    await bo.hears("did three");
    expect(bo.heard().map((text) => text.split("\n").at(-1))).toEqual(["did one", "did two", "did three"]);
  });

  it("makes no file twice, and the file outlives it", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("file");
    await bo.hears("on it …");
    await parley.restart();
    await bo.hears("on it …");
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.session("work")).state === "idle";
    });
    await parley.restart();
    const entries = await parley.entries(await parley.threadOf("work"));
    const artifacts = entries.flatMap((entry) => (entry.kind === "message" ? entry.message.artifacts : []));
    expect(artifacts.map((one) => one.name)).toEqual(["notes.md"]);
    const { body } = await parley.api("GET", `/api/artifacts/${artifacts[0]?.id ?? ""}/link`);
    expect(await (await fetch(new URL(String(body["url"]), parley.url))).text()).toBe("# Notes\n");
    await parley.chat.waitFor((chat) => chat.posted.filter((message) => message.file !== undefined).length === 1);
  });

  it("ends a desk turn that nobody can type again as lost, says so, and the session takes the next prompt", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("desk");
    await bo.hears("on it …");
    await parley.restart();
    const lines = await parley.until(async () => {
      const all = await parley.messages(await parley.threadOf("work"));
      return all.some((line) => line.content.includes(partOf(turnTexts.turnLost))) && all;
    });
    expect(lines.filter((line) => line.content.includes(partOf(turnTexts.turnLost)))).toHaveLength(1);
    bo.say("next");
    await bo.hears("did next");
    await parley.untilState("work", "idle");
  });

  it("without a session that was configured before ends what waited for it, and says so in its thread and chats", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("slow");
    await bo.hears("on it …");
    bo.say("queued");
    await bo.hears("queued at position 1");
    const thread = await parley.threadOf("work");
    await parley.down();
    const file = join(parley.home, "parley.yaml");
    await writeFile(
      file,
      `server: { port: 0 }\nworkspace: ${JSON.stringify(parley.home)}\n${yaml.replace(/ {2}- \{ name: work.*\n/, "").replace("default_session: work", "")}`,
    );
    await parley.up();
    await parley.until(async () => {
      const hub = (await parley.messages(thread)).filter((line) => line.author_kind === "hub" && line.content.includes(partOf(turnTexts.sessionRemoved)));
      return hub.length === 2;
    });
    await parley.chat.waitFor(() => bo.heard().filter((text) => text.includes(partOf(turnTexts.sessionRemoved))).length === 2);
    bo.say("hello?");
    await bo.hears(partOf(roadTexts.noSession));
    expect((await parley.api("GET", "/api/sessions")).body.map((one) => (one as { name: string }).name)).toEqual(["other"]);
  });

  it("after which an agent cannot be opened ends every prompt that waited for it, and says why", async () => {
    await using parley = await Parley.start({ yaml, files });
    const thread = await parley.threadOf("work");
    for (const content of ["slow", "one", "two", "three"]) await parley.api("POST", `/api/threads/${thread}/messages`, { content });
    await writeFile(join(parley.home, "work.script"), "no script at all");
    await parley.restart();
    await parley.until(
      async () =>
        (await parley.session("work")).queue === 0 &&
        (await parley.messages(thread)).filter((line) => line.content.includes("work.script, line 1")).length === 4,
    );
    expect(await parley.session("work")).toMatchObject({ state: "dead", queue: 0 });
  });

  it("leaves an audit whose chain holds, refusals of an open minute included", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, eve] = [talk(parley, "bo"), talk(parley, "eve")];
    eve.say("let me in");
    await eve.hears("not allowed");
    eve.say("let me in");
    bo.say("!!whoami");
    await bo.hears("You: Bo");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    await parley.restart();
    expect((await parley.records("refused")).map((one) => [one.who, one.data["count"]])).toEqual([["chat:eve", 2]]);
    expect((await parley.records("run")).map((one) => one.data["line"])).toEqual(["!!whoami"]);
    await parley.down();
    expect(await verifyAuditFile(join(parley.home, "parley.db"))).toMatchObject({ ok: true });
    await parley.up();
  });
});
