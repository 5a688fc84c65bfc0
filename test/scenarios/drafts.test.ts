import { describe, expect, it } from "vitest";
import { outboxTexts } from "#hub/outbox/texts";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
  - { name: other, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "slow"
  say "first part" every 0ms
  wait 2m
  say "second part" every 0ms
  wait 2m
  say "third part" every 0ms
on "long"
  say every 0ms by 50 words
    | ${"many words ".repeat(300)}
  wait 2m
  say "the end" every 0ms
on "empty"
  say "thinking about it" every 0ms
  wait 2m
  unsay
on "broken"
  say "half of it" every 0ms
  wait 2m
  fail "no more tokens"
on "desk"
  desk "slow at the desk"
  say "to you" every 0ms
otherwise
  say "did {prompt}" every 0ms
`,
};
const minutes = 60_000;

describe("the growing answer in a chat", () => {
  it("is one message, edited as it grows and at the end into the answer", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("slow");
    const draft = await bo.hears(/^first part …$/);
    clock.jump(2 * minutes);
    await bo.hears(/^first part\n\nsecond part …$/);
    clock.jump(2 * minutes);
    const answer = await bo.hears(/^first part\n\nsecond part\n\nthird part$/);
    expect(answer.id).toBe(draft.id);
    expect(bo.heard()).toHaveLength(1);
    bo.say("next");
    expect((await bo.hears("did next")).id).not.toBe(draft.id);
  });

  it("is the same message after restarts, whatever it had shown before", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("slow");
    const draft = await bo.hears(/^first part …$/);
    clock.jump(2 * minutes);
    await bo.hears(/second part …$/);
    await parley.restart();
    await parley.restart();
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.id === draft.id && message.text === "first part …"));
    // The hub between the two restarts may have shown that already, so a single jump can come before the last one waits.
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.messages(await parley.threadOf("work"))).some((line) => line.content.endsWith("third part"));
    });
    await bo.hears(/^first part\n\nsecond part\n\nthird part$/);
    expect(parley.chat.posted.map((message) => message.id)).toEqual([draft.id]);
  });

  it.each(["post", "edit"] as const)("goes on as the same message after a %s whose answer was lost, where the chat can tell copies", async (on) => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on, kind: "cut-after", room: bo.room });
    bo.say("slow");
    const draft = await bo.hears(/^first part …$/);
    await parley.chat.waitFor((chat) => on === "edit" || chat.welcomed === 2);
    clock.jump(2 * minutes);
    await bo.hears(/^first part\n\nsecond part …$/);
    clock.jump(2 * minutes);
    const answer = await bo.hears(/third part$/);
    expect([answer.id, bo.heard().length]).toEqual([draft.id, 1]);
  });

  it("is not begun again after a restart where its outcome is unknown and the chat cannot tell copies", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock, chat: { dedupe: false, channel: { dedupes: false } } });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind: "cut-after", times: 2, room: bo.room });
    bo.say("slow");
    await bo.hears(/^first part …$/);
    await parley.restart();
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.messages(await parley.threadOf("work"))).some((line) => line.content.endsWith("third part"));
    });
    await bo.hears(/third part$/);
    expect(bo.heard()).toEqual(["first part …", "first part\n\nsecond part\n\nthird part"]);
  });

  it("of a turn that a restart ended is closed with a word", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("desk");
    const draft = await bo.hears(/^first part …$/);
    await parley.restart();
    const closed = await bo.hears("work was interrupted, and it is not known how far it got");
    expect(closed.id).toBe(draft.id);
    await parley.untilState("work", "error");
  });

  it.each([
    { final: "edit", remove: true, left: [] },
    { final: "fresh", remove: true, left: [] },
    { final: "edit", remove: false, left: [say("en", outboxTexts.draftEmpty)] },
  ] as const)("leaves the chat when the answer turns out empty (final: $final, removed: $remove)", async ({ final, remove, left }) => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock, chat: { channel: { final, remove } } });
    const bo = talk(parley, "bo");
    bo.say("empty");
    const draft = await bo.hears(/^thinking about it …$/);
    clock.jump(2 * minutes);
    await parley.untilState("work", "idle");
    await parley.chat.waitFor((chat) => chat.posted.every((message) => message.id !== draft.id || !message.text.endsWith("…")));
    bo.say("next");
    await bo.hears("did next");
    expect(bo.heard()).toEqual([...left, "did next"]);
    const changes = (await parley.entries(await parley.threadOf("work"))).flatMap((entry) => (entry.kind === "change" ? [entry.change.kind] : []));
    expect(changes).not.toContain("delivery");
  });

  it.each(["edit", "fresh"] as const)("of a turn that fails or is stopped is gone or became its end (final: %s)", async (final) => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock, chat: { channel: { final } } });
    const bo = talk(parley, "bo");
    bo.say("broken");
    await bo.hears(/^half of it …$/);
    clock.jump(2 * minutes);
    const failed = say("en", turnTexts.turnFailed, { session: "work", reason: "no more tokens", prefix: "!!" });
    await bo.hears(failed);
    await parley.chat.waitFor(() => bo.heard().every((text) => !text.endsWith("…")));
    expect(bo.heard()).toEqual([`half of it\n\n${failed}`]);
    bo.say("slow");
    await bo.hears(/^first part …$/);
    bo.say("!!stop work");
    await bo.hears(/^first part$/);
    await bo.hears(say("en", turnTexts.turnStopped, { session: "work", who: "Bo" }));
    await parley.chat.waitFor(() => bo.heard().every((text) => !text.endsWith("…")));
    expect(bo.heard().filter((text) => text.includes("first part"))).toEqual(["first part"]);
  });

  it("leaves a chat that shows another thread when the turn ends", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("slow");
    const draft = await bo.hears(/^first part …$/);
    bo.say("!!use other");
    await parley.chat.waitFor(() => bo.heard().length === 2);
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.session("work")).state === "idle";
    });
    await parley.chat.waitFor((chat) => chat.posted.every((message) => message.id !== draft.id));
    expect(bo.heard().filter((text) => text.includes("first part"))).toEqual([]);
  });

  it("longer than one message shows its beginning, and at the end all of it", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("long");
    const draft = await bo.hears("many words");
    expect(bo.heard()).toHaveLength(1);
    clock.jump(2 * minutes);
    await bo.hears("the end");
    const messages = parley.chat.posted;
    expect(messages[0]?.id).toBe(draft.id);
    expect(
      messages
        .map((message) => message.text)
        .join(" ")
        .match(/many words/g),
    ).toHaveLength(300);
    expect(messages.some((message) => message.text.includes("…"))).toBe(false);
  });

  it("is left out where the chat cannot edit, or does not take it; the answer comes all the same", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock, chat: { channel: { edit: false } } });
    const bo = talk(parley, "bo");
    const stream = await parley.stream(await parley.threadOf("work"));
    bo.say("slow");
    for (let grown = ""; !grown.includes("first part");) grown = String((await stream.next("draft")).data["text"]);
    stream.close();
    clock.jump(2 * minutes);
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.session("work")).state === "idle";
    });
    await bo.hears(/^first part\n\nsecond part\n\nthird part$/);
    expect(parley.chat.posted.map((message) => message.was)).toEqual([[]]);
  });

  it("that was refused once is not tried again, and the answer is posted", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind: "refuse", room: bo.room });
    bo.say("slow");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post"));
    await parley.until(async () => {
      clock.jump(1 * minutes);
      return (await parley.session("work")).state === "idle";
    });
    const answer = await bo.hears(/^first part\n\nsecond part\n\nthird part$/);
    expect(answer.was).toEqual([]);
    expect(parley.chat.posted).toHaveLength(1);
  });
});

describe("the growing answer on the stream", () => {
  it("is the whole text each time, with its steps, and says when it is over; a late viewer gets it with the snapshot", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({
      yaml,
      files: { "work.script": files["work.script"].replace('on "slow"', 'on "slow"\n  step read "a book" done "9 pages"') },
      clock,
    });
    const thread = await parley.threadOf("work");
    const stream = await parley.stream(thread);
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "slow" });
    let draft: Record<string, unknown> = {};
    while (draft["text"] !== "first part") draft = (await stream.next("draft")).data;
    expect(draft).toMatchObject({ thread, session_name: "work", steps: [{ verb: "read", what: "a book", state: "done", detail: "9 pages" }] });
    const late = await parley.stream(thread);
    expect((await late.next("snapshot")).data["drafts"]).toMatchObject([{ turn: draft["turn"], text: "first part" }]);
    late.close();
    clock.jump(2 * minutes);
    while (draft["text"] !== "first part\n\nsecond part") draft = (await stream.next("draft")).data;
    clock.jump(2 * minutes);
    while (draft["ended"] !== true) draft = (await stream.next("draft")).data;
    stream.close();
    const entries = await parley.entries(thread);
    expect(entries.at(-1)).toMatchObject({
      kind: "message",
      message: { content: "first part\n\nsecond part\n\nthird part", steps: [{ verb: "read", state: "done" }] },
    });
  });
});
