import { workWords } from "#lib/words/work-words";
import { say } from "#lib/words/words";
import { turnTexts } from "#hub/turns/texts";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { like } from "#test/matching";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
watchdog: { timeout: 5m }
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "late"
  say "on it" every 0ms
  wait 7m
  say "here it is after all"
on "talks"
  say "one" every 0ms
  wait 4m
  say "two" every 0ms
  wait 4m
  say "three" every 0ms
on "ask"
  ask permission "May I?" argv ["make"] expires 1h
  say "went on"
on "hang"
  say "on it" every 0ms
  hang
on "retries"
  say "on it"
  status retrying "HTTP 500"
  hang
on "fail"
  say "I tried."
  fail "the disk is full"
on "desk"
  desk "typed at the keyboard"
  say "I leave the desk to you."
otherwise
  say "did {prompt}"
`,
};
const minutes = 60_000;

describe("a turn that shows no sign of life", () => {
  verifies(
    ["C-11.5-1", "C-11.5-6", "C-11.5-2", "C-11.5-3", "C-12.1-2", "C-5.1-7", "C-5.1-8", "C-5.1-9", "C-9.1-8"],
    "sets the session to error, tells the chat why that may be, and its late answer is still delivered",
    async () => {
      const clock = jumpingClock();
      await using parley = await Parley.start({ yaml, files, clock });
      const bo = talk(parley, "bo");
      expect((await parley.session("work")).state).toBe("idle");
      bo.say("late");
      await bo.hears("on it …");
      expect((await parley.session("work")).state).toBe("processing");
      clock.jump(6 * minutes);
      const told = await bo.hears("work has not answered for 5:00.");
      expect(told.text).toMatch(/1\. the CLI is stuck\n2\. the network is down\n3\. the API is rate limited/);
      expect(told.text).toContain("`!!status`");
      const turn = logged(parley, "turn timed out");
      expect(turn).toMatchObject({
        level: "warn",
        fields: { session: "work", turn: like(/^trn_/), reason: say("en", turnTexts.gaveUp, { span: "300000 ms" }) },
      });
      expect((await parley.untilState("work", "error")).reason).toBe("work has not answered for 5:00.");
      clock.jump(2 * minutes);
      await bo.hears(/^on it\n\nhere it is after all$/);
      await parley.untilState("work", "idle");
      const lines = await parley.messages(await parley.threadOf("work"));
      expect(lines.map((line) => line.author_kind)).toEqual(["person", "hub", "agent"]);
    },
  );

  it("makes room for the next message, which leaves error; the one given up is said to have failed", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it …");
    clock.jump(6 * minutes);
    await parley.untilState("work", "error");
    bo.say("next");
    await bo.hears("did next");
    await bo.hears("work failed: no activity for 5:00.");
    await parley.untilState("work", "idle");
    expect(bo.heard().filter((text) => text.includes("has not answered"))).toHaveLength(1);
  });

  verifies("C-12.2-2", "is told with what it was doing last, also when that was nothing", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("retries");
    await parley.until(async () => (await parley.session("work")).status !== undefined);
    clock.jump(6 * minutes);
    const told = await bo.hears("work has not answered for 5:00.");
    const doing = workWords("en", { doing: "retrying", what: "HTTP 500" });
    expect(told.text).toContain(say("en", turnTexts.lastSeen, { doing }));
    bo.say("next");
    await bo.hears("did next");
    await bo.hears(say("en", turnTexts.atTheEnd, { reason: say("en", turnTexts.gaveUp, { span: "5:00" }), doing }));
  });

  it("is no turn that speaks now and then, nor one that waits for a person", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("talks");
    await bo.hears("one …");
    clock.jump(4 * minutes);
    await bo.hears("one\n\ntwo …");
    clock.jump(4 * minutes);
    await bo.hears("one\n\ntwo\n\nthree");
    await parley.untilState("work", "idle");
    bo.say("ask");
    await parley.untilState("work", "waiting_input");
    clock.jump(30 * minutes);
    await bo.press("Allow once");
    await bo.hears("went on");
    expect(bo.heard().filter((text) => text.includes("has not answered"))).toEqual([]);
  });
});

describe("the end of a turn", () => {
  verifies("C-12.1-2", "lesson 13: a failure is told with its reason and what was said before it, and the next message works", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("fail");
    const told = await bo.hears("work failed: the disk is full. Send the message again to retry");
    expect(told.text.startsWith("I tried.\n\n")).toBe(true);
    expect(await parley.untilState("work", "error")).toMatchObject({ reason: "the disk is full" });
    const failure = logged(parley, "turn failed");
    expect(failure).toMatchObject({ level: "warn", fields: { session: "work", turn: like(/^trn_/), how: "failed", reason: "the disk is full" } });
    bo.say("more");
    await bo.hears("did more");
    await parley.untilState("work", "idle");
  });

  verifies(["C-12.1-2"], "lesson 13: a session that cannot be opened says why instead of swallowing the message, and the log has it", async () => {
    await using parley = await Parley.start({ yaml: yaml.replace("work.script", "missing.script"), files });
    const bo = talk(parley, "bo");
    bo.say("hello");
    const told = await bo.hears("work failed:");
    expect(told.text).toContain("missing.script");
    expect(parley.logged.filter((line) => line.level === "warn").map((line) => line.message)).toContain("failed to begin a turn");
  });

  it("lesson 13: received and working are shown in the chat that asked, and only there", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    const message = bo.say("hello");
    await bo.hears("did hello");
    await parley.chat.waitFor((chat) => chat.hints.length === 2);
    expect(parley.chat.hints.toSorted((a, b) => a.doing.localeCompare(b.doing))).toEqual([
      { room: bo.room, doing: "received", message },
      { room: bo.room, doing: "working", message },
    ]);
  });

  it("lesson 13: a chat without a session is told that nobody read it, and the words are kept", async () => {
    await using parley = await Parley.start({ yaml: yaml.replace("default_session: work", ""), files });
    const bo = talk(parley, "bo");
    bo.say("anybody there?");
    await bo.hears("No session is bound here, so no session received this message. Choose one with `!!use <session>`");
    const threads = (await parley.api("GET", "/api/threads")).body["threads"] as { topic: string; last: { text: string } | null }[];
    expect(threads.find((thread) => thread.topic === "Bo")?.last?.text).toBe("anybody there?");
  });
});

describe("a turn typed at the desk", () => {
  it("is in the thread with its prompt and its answer, and in every chat of the thread", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("to the desk");
    await bo.hears("I leave the desk to you.");
    await bo.hears(/^work on \S+ · typed at its terminal: typed at the keyboard\ndid typed at the keyboard$/);
    const lines = await parley.messages(await parley.threadOf("work"));
    expect(lines.map((line) => [line.author_name, line.content])).toEqual([
      ["Bo", "to the desk"],
      ["work", "I leave the desk to you."],
      ["at the desk", "typed at the keyboard"],
      ["work", "did typed at the keyboard"],
    ]);
    await parley.untilState("work", "idle");
  });
});

describe("what is done to a message in its chat", () => {
  it("an edit and a reaction are changes: they take a rev and no seq", async () => {
    await using parley = await Parley.start({ yaml, files });
    const room = parley.chat.group("ops", ["bo", "cy"]);
    const [bo, cy] = [talk(parley, "bo", room), talk(parley, "cy", room)];
    const ref = bo.say("helo");
    await bo.hears("did helo");
    const thread = await parley.threadOf("work");
    const before = (await parley.api("GET", `/api/threads/${thread}`)).body;
    parley.chat.editBy("bo", ref, "hello");
    parley.chat.react("cy", ref, "👍");
    parley.chat.react("cy", ref, "👍", { removed: true });
    const entries = await parley.until(async () => {
      const all = await parley.entries(thread);
      return all.length === 5 && all;
    });
    expect(entries.slice(2).map((entry) => entry.kind === "change" && entry.change)).toMatchObject([
      { kind: "edited", text: "hello" },
      { kind: "reacted", reaction: "👍", removed: false },
      { kind: "reacted", reaction: "👍", removed: true },
    ]);
    expect(entries.map((entry) => entry.rev)).toEqual([1, 2, 3, 4, 5]);
    const after = (await parley.api("GET", `/api/threads/${thread}`)).body;
    expect([before["current_seq"], before["rev"], after["current_seq"], after["rev"]]).toEqual([2, 2, 2, 5]);
    expect((await parley.messages(thread)).map((line) => line.content)).toEqual(["hello", "did helo"]);
    cy.say("last");
    await cy.hears("did last");
    expect((await parley.messages(thread)).map((line) => line.seq)).toEqual([1, 2, 3, 4]);
  });
});

function logged(parley: Parley, message: string): Parley["logged"][number] | undefined {
  return parley.logged.find((line) => line.message === message);
}
