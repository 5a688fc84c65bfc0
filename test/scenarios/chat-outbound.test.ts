import { describe, expect, it } from "vitest";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley, type ParleyOptions } from "./parley.ts";
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
on "bold"
  say "some **bold** words" every 0ms
on "file"
  make "report.csv" mime "text/csv" "The numbers"
    | a,b
  say "Here it is." every 0ms
on "grow"
  say every 10ms by 1 words
    | ${Array.from({ length: 120 }, (_, i) => `word${i}`).join(" ")}
on "ask"
  ask permission "May it run?" argv ["make", "all"]
  say "went on" every 0ms
otherwise
  say "did {prompt}" every 0ms
`,
};
const minutes = 60_000;
const start = (channel: NonNullable<ParleyOptions["chat"]>["channel"] = {}, more: Partial<ParleyOptions> = {}): Promise<Parley> =>
  Parley.start({ yaml, files, ...more, chat: { ...more.chat, channel } });

/** The hub has read what the chat replied so far: replies and events come over one connection, in order. A jump would time out the others. */
async function repliesRead(parley: Parley): Promise<void> {
  const ada = talk(parley, "ada");
  ada.say("!!whoami");
  await ada.hears("chat:ada");
}

describe("where answers are new messages", () => {
  it.each([
    { remove: true, left: [] },
    { remove: false, left: ["The answer is in the message below."] },
  ])("the draft leaves the chat once the answer is posted (removed: $remove)", async ({ remove, left }) => {
    const clock = jumpingClock();
    await using parley = await start({ final: "fresh", remove }, { clock });
    const bo = talk(parley, "bo");
    bo.say("slow");
    const draft = await bo.hears(/^first part …$/);
    await repliesRead(parley);
    clock.jump(2 * minutes);
    const answer = await bo.hears(/^first part\n\nsecond part$/);
    expect(answer.id).not.toBe(draft.id);
    await parley.chat.waitFor(() => bo.heard().every((text) => !text.endsWith("…")));
    expect(bo.heard()).toEqual([...left, "first part\n\nsecond part"]);
  });

  it("a draft that could not be removed at once is removed later, also after a restart", async () => {
    const clock = jumpingClock();
    await using parley = await start({ final: "fresh" }, { clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "remove", kind: "limit", retryAfterMs: 5 * minutes, room: bo.room });
    bo.say("slow");
    await bo.hears(/^first part …$/);
    await repliesRead(parley);
    clock.jump(2 * minutes);
    await bo.hears(/^first part\n\nsecond part$/);
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "remove"));
    await parley.restart();
    expect(bo.heard()).toHaveLength(2);
    clock.jump(6 * minutes);
    await parley.chat.waitFor(() => bo.heard().length === 1);
    expect(bo.heard()).toEqual(["first part\n\nsecond part"]);
  });

  it.each([
    { kind: "cut-after", remove: true },
    { kind: "cut-after", remove: false },
    { kind: "cut-before", remove: true },
    { kind: "cut-before", remove: false },
  ] as const)("a draft whose post was not answered becomes the answer, whether it was made or not ($kind, removed: $remove)", async ({ kind, remove }) => {
    const clock = jumpingClock();
    await using parley = await start({ final: "fresh", remove }, { clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind, room: bo.room });
    bo.say("slow");
    await parley.chat.waitFor((chat) => chat.welcomed === 2);
    clock.jump(2 * minutes);
    await bo.hears(/^first part\n\nsecond part$/);
    bo.say("next");
    await parley.chat.waitFor(() => bo.heard().length === 2);
    expect(bo.heard()[0]).toBe("first part\n\nsecond part");
    expect(parley.chat.calls.filter((call) => call.method === "remove")).toEqual([]);
  });
});

describe("what the chat refuses", () => {
  it("as markup is posted as plain text", async () => {
    await using parley = await start({ edit: false });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind: "format", room: bo.room });
    bo.say("bold");
    const shown = await bo.hears("bold");
    expect(shown).toMatchObject({ text: "some **bold** words", plain: true });
    expect(bo.heard()).toHaveLength(1);
  });

  it("as markup in the answer that a draft becomes is plain in that message", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "edit", kind: "format", times: 100, room: bo.room });
    parley.chat.fault({ on: "post", kind: "format", times: 100, room: bo.room });
    bo.say("bold");
    await bo.hears(/^some \*\*bold\*\* words$/);
    expect(bo.heard()).toHaveLength(1);
  });

  it("as a file is told in words with its name, and the thread counts it as delivered", async () => {
    await using parley = await start({ edit: false });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "upload", kind: "refuse", room: bo.room });
    bo.say("file");
    await bo.hears(/^report\.csv \(.*was refused by the chat/);
    const entries = await parley.entries(await parley.threadOf("work"));
    expect(entries.filter((entry) => entry.kind === "change")).toEqual([]);
  });
});

describe("the pace", () => {
  it("of a limit that holds everywhere stops the other rooms too, one of a room only that room", async () => {
    const clock = jumpingClock();
    await using parley = await start({ edit: false }, { clock });
    const [bo, cy] = [talk(parley, "bo"), talk(parley, "cy")];
    cy.say("!!use other");
    await cy.hears("other");
    parley.chat.fault({ on: "post", kind: "limit-all", retryAfterMs: 5 * minutes, room: bo.room });
    bo.say("one");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post" && call.room === bo.room));
    const before = cy.heard().length;
    cy.say("two");
    await parley.until(async () => (await parley.messages(await parley.threadOf("other"))).length === 2);
    expect(cy.heard()).toHaveLength(before);
    clock.jump(6 * minutes);
    await Promise.all([bo.hears("did one"), cy.hears("did two")]);
  });

  it("is one for drafts and answers: a chat that counts never has to say that it is too fast", async () => {
    await using parley = await start({ per_address_ms: 150, overall_ms: 10, draft_ms: 5 }, { chat: { slowest: { perRoomMs: 100, overallMs: 2 } } });
    const [bo, cy] = [talk(parley, "bo"), talk(parley, "cy")];
    cy.say("!!use other");
    await cy.hears("other");
    for (const who of [bo, cy]) who.say("grow");
    bo.say("next");
    await Promise.all([bo.hears("word119"), cy.hears("word119"), bo.hears("did next")]);
    expect(parley.chat.calls.filter((call) => call.method === "edit").length).toBeGreaterThan(3);
    expect(parley.chat.tooFast).toBe(0);
  });
});

describe("what a platform has of its own", () => {
  it("its command list shows the hub's verbs, and choosing one runs it, in a group too", async () => {
    await using parley = await start();
    const team = talk(parley, "bo", parley.chat.group("team", ["bo", "cy"], "The team"));
    await parley.chat.waitFor((chat) => chat.commands.some(({ name, summary }) => name === "whoami" && summary !== ""));
    parley.chat.command("bo", team.room, "whoami");
    expect((await team.hears("chat:bo")).room).toBe(team.room);
  });

  it("an approver who never wrote is reached in a direct chat that the platform opens", async () => {
    await using parley = await start({ direct: true }, { yaml: `${yaml}questions: { approvers: ["Ada"] }\n` });
    parley.chat.user("ada");
    const bo = talk(parley, "bo");
    bo.say("ask");
    const copy = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.room === "dm-ada" && message.text.includes("May it run?")));
    await talk(parley, "ada", "dm-ada").pressOn(copy, "Allow once");
    expect((await bo.hears("went on")).room).toBe(bo.room);
  });

  it("its session is remembered over a restart", async () => {
    await using parley = await start();
    expect(parley.chat.resumed).toBe(0);
    await parley.restart();
    expect(await parley.chat.waitFor((chat) => chat.resumed)).toBe(1);
  });

  it("an answer in a group replies to the line that asked, one in a direct chat to nothing", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    const team = talk(parley, "bo", parley.chat.group("team", ["bo", "cy"]));
    bo.say("alone");
    expect((await bo.hears("did alone")).replyTo).toBeUndefined();
    const asked = team.say("among all");
    expect((await team.hears("did among all")).replyTo).toBe(asked);
  });

  it("lesson 13: hints show that a line was received, and again and again that it is worked on, but not while a person is asked", async () => {
    const clock = jumpingClock();
    await using parley = await start({ hint_ms: 5_000 }, { clock });
    const bo = talk(parley, "bo");
    const ref = bo.say("slow");
    await parley.chat.waitFor((chat) => chat.hints.some((hint) => hint.doing === "received" && hint.message === ref));
    const working = (): number => parley.chat.hints.filter((hint) => hint.doing === "working").length;
    await parley.chat.waitFor(() => working() === 1);
    clock.jump(5_000);
    await parley.chat.waitFor(() => working() === 2);
    clock.jump(2 * minutes);
    await bo.hears(/second part$/);
    await parley.untilState("work", "idle");
    const before = working();
    bo.say("ask");
    await bo.hears("May it run?");
    const asked = working();
    for (let i = 0; i < 3; i++) clock.jump(5_000);
    await bo.press("Allow once");
    await bo.hears("went on");
    expect(asked).toBeLessThanOrEqual(before + 1);
  });
});

describe("a turn that somebody stops", () => {
  it("leaves what the agent said as its words, and who stopped it as the hub's line", async () => {
    await using parley = await start();
    const ada = talk(parley, "ada");
    ada.say("slow");
    await ada.hears(/^first part …$/);
    ada.say("!!stop");
    const stopped = say("en", turnTexts.turnStopped, { session: "work", who: "Ada" });
    await ada.hears(stopped);
    await parley.chat.waitFor(() => ada.heard().includes("first part"));
    const lines = (await parley.messages(await parley.threadOf("work"))).slice(1).map(({ content, author_kind, role }) => [content, author_kind, role]);
    expect(lines).toEqual([
      ["first part", "agent", "assistant"],
      [stopped, "hub", "system"],
    ]);
  });
});
