import { roadTexts } from "#hub/road/texts";
import { questionTexts } from "#hub/questions/texts";
import { sessionTexts } from "#commands/kit/session-texts";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { verifies } from "#test/verifies";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { partOf } from "#test/part-of";

const yaml = `${people}
limits: { queue: 12 }
sessions:
  - { name: slow, cli_type: scripted, script: slow.script }
  - { name: asker, cli_type: scripted, script: slow.script }
default_session: slow
`;
const files = {
  "slow.script": `
on "long"
  say "hold on" every 0ms
  wait 2m
  say "done with {prompt}"
on "ask"
  ask permission "May I?" argv ["make"]
  say "went on"
on "hang"
  hang
otherwise
  say "did {prompt}"
`,
};
const minutes = 60_000;

describe("one queue per session", () => {
  verifies(["C-2.2-1"], "lesson 12: ten messages in one second while it is busy all reach it, in order, and each is told its place", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("a long one");
    await bo.hears("hold on …");
    parley.chat.hold();
    const prompts = Array.from({ length: 10 }, (_, i) => `message ${i + 1}`);
    for (const prompt of prompts) bo.say(prompt);
    parley.chat.release();
    for (const i of prompts.keys()) await bo.hears(`slow is busy; your message is queued at position ${i + 1}.`);
    expect(await parley.session("slow")).toMatchObject({ state: "processing", queue: 10 });
    expect(bo.heard().filter((text) => text.startsWith("did"))).toEqual([]);
    clock.jump(3 * minutes);
    await bo.hears("did message 10");
    expect(bo.heard().filter((text) => text.startsWith("did") || text.startsWith("hold"))).toEqual([
      "hold on\n\ndone with a long one",
      ...prompts.map((prompt) => `did ${prompt}`),
    ]);
    const lines = (await parley.messages(await parley.threadOf("slow"))).map((line) => line.content);
    expect(lines).toEqual(["a long one", ...prompts, "hold on\n\ndone with a long one", ...prompts.map((prompt) => `did ${prompt}`)]);
  });

  it("lesson 12: the same ten over the API, at once, with their places in the replies", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const thread = await parley.threadOf("slow");
    const post = (content: string) => parley.api("POST", `/api/threads/${thread}/messages`, { content });
    const bo = talk(parley, "bo");
    bo.say("long");
    await bo.hears("hold on …");
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => post(`message ${i}`)));
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(replies.map((reply) => Number(reply.body["queue_position"])).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    clock.jump(3 * minutes);
    const lines = await parley.until(async () => {
      const all = (await parley.messages(thread)).map((line) => line.content);
      return all.length === 22 && all;
    });
    expect(lines.slice(12)).toEqual(lines.slice(1, 11).map((prompt) => `did ${prompt}`));
  });

  it("takes no more than it may, says so, and keeps nothing that it would forget", async () => {
    await using parley = await Parley.start({ yaml: yaml.replace("queue: 12", "queue: 2"), files });
    const bo = talk(parley, "bo");
    const thread = await parley.threadOf("slow");
    bo.say("hang");
    await parley.untilState("slow", "processing");
    for (const text of ["one", "two", "three"]) bo.say(text);
    await bo.hears(say("en", roadTexts.queueFull, { session: "slow", limit: 2, prefix: "!!" }));
    const refused = await parley.api("POST", `/api/threads/${thread}/messages`, { content: "four" });
    expect([refused.status, refused.body["error"]]).toEqual([429, "QueueFull"]);
    expect((await parley.messages(thread)).map((line) => line.content)).toEqual(["hang", "one", "two"]);
    bo.say("!!stop");
    await bo.hears("did two");
    expect(bo.heard()).toContain("did one");
  });

  it("the same event delivered twice is one prompt", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    parley.chat.hold();
    bo.say("once");
    bo.say("!!whoami");
    bo.say("last");
    parley.chat.release({ copies: 3 });
    await bo.hears("did last");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    expect((await parley.messages(await parley.threadOf("slow"))).filter((line) => line.author_kind === "person").map((line) => line.content)).toEqual([
      "once",
      "last",
    ]);
    expect(bo.heard().filter((text) => text.includes("You: Bo"))).toHaveLength(1);
  });
});

describe("a queued prompt", () => {
  it("that its author edits in the chat is begun as it reads then", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await parley.untilState("slow", "processing");
    const event = bo.say("frist");
    await bo.hears(say("en", roadTexts.queued, { session: "slow", position: 1 }));
    parley.chat.editBy("bo", event, "first");
    await parley.chat.waitFor((chat) => chat.unacked.length === 0);
    bo.say("!!stop");
    await bo.hears("did first");
    expect(bo.heard()).not.toContain("did frist");
  });
});

describe("sessions never wait for each other", () => {
  verifies(["C-2.2-2"], "while one session hangs on a question a hundred other threads go on, and its answer gets through within a second", async () => {
    const names = Array.from({ length: 100 }, (_, i) => `crew-${i}`);
    const more = names.map((name) => `  - { name: ${name}, cli_type: scripted, script: slow.script }`).join("\n");
    await using parley = await Parley.start({ yaml: yaml.replace("default_session", `${more}\ndefault_session`), files });
    const [ana, bo] = [talk(parley, "ana"), talk(parley, "bo")];
    ana.say("!!use asker");
    await ana.hears("Switched to asker.");
    ana.say("ask me");
    bo.say("hang");
    await Promise.all([parley.untilState("asker", "waiting_input"), parley.untilState("slow", "processing")]);
    const threads = new Map(await Promise.all(names.map(async (name) => [name, await parley.threadOf(name)] as const)));
    await Promise.all([...threads].map(([name, thread]) => parley.api("POST", `/api/threads/${thread}/messages`, { content: `work of ${name}` })));
    await parley.until(async () => {
      const all = await Promise.all(
        [...threads].map(async ([name, thread]) => (await parley.messages(thread)).some((line) => line.content === `did work of ${name}`)),
      );
      return all.every(Boolean);
    });
    expect([(await parley.session("asker")).state, (await parley.session("slow")).state]).toEqual(["waiting_input", "processing"]);
    const pressedAt = Date.now();
    expect(await ana.press("Allow once")).toBe("Answered: Allow once");
    expect(Date.now() - pressedAt).toBeLessThan(1_000);
    await ana.hears("went on");
    expect((await parley.session("slow")).state).toBe("processing");
  });
});

describe("stopping a turn", () => {
  it("is for the one who began it and for admins; what it had said stays, and the next in line begins", async () => {
    await using parley = await Parley.start({ yaml, files: { "slow.script": 'on "hang"\n  say "so far"\n  hang\notherwise\n  say "did {prompt}"\n' } });
    const room = parley.chat.group("ops", ["bo", "cy", "ada"]);
    const [bo, cy, ada] = [talk(parley, "bo", room), talk(parley, "cy", room), talk(parley, "ada", room)];
    bo.say("hang");
    await bo.hears("so far …");
    cy.say("and then me");
    await cy.hears("slow is busy; your message is queued at position 1.");
    cy.say("!!stop");
    await cy.hears(say("en", turnTexts.mayNotStop, { session: "slow", who: "Bo" }));
    expect((await parley.refusals()).map((one) => one.code)).toEqual(["NotAllowed"]);
    bo.say("!!stop");
    await bo.hears("slow is being stopped.");
    await bo.hears(say("en", turnTexts.turnStopped, { session: "slow", who: "Bo" }));
    await bo.hears(/^so far$/);
    await cy.hears("did and then me");
    expect(await parley.records("stopped")).toHaveLength(1);

    ada.say("!!stop");
    await ada.hears(say("en", sessionTexts.nothingToStop, { session: "slow" }));
    cy.say("hang");
    await parley.untilState("slow", "processing");
    ada.say("!!stop slow");
    await ada.hears("Ada stopped slow.");
    await parley.untilState("slow", "idle");
  });

  it("can drop what is queued behind it: one's own, or everybody's for an admin", async () => {
    await using parley = await Parley.start({ yaml, files });
    const room = parley.chat.group("ops", ["bo", "cy", "ada"]);
    const [bo, cy, ada] = [talk(parley, "bo", room), talk(parley, "cy", room), talk(parley, "ada", room)];
    bo.say("hang");
    await parley.untilState("slow", "processing");
    for (const text of ["bo one", "bo two"]) bo.say(text);
    cy.say("cy one");
    await cy.hears(say("en", roadTexts.queued, { session: "slow", position: 3 }));
    cy.say("!!stop all");
    await cy.hears(say("en", sessionTexts.droppedFromQueue, { session: "slow", count: 1 }));
    await bo.hears(`${say("en", turnTexts.queuedDropped, { who: "Cy", session: "slow", count: 1 })}\n\n- cy one`);
    expect(await parley.session("slow")).toMatchObject({ state: "processing", queue: 2 });
    ada.say("!!stop");
    await ada.hears(say("en", sessionTexts.stillQueued, { session: "slow", count: 2, prefix: "!!" }));
    await bo.hears("did bo two");
    bo.say("hang");
    await parley.untilState("slow", "processing");
    for (const text of ["never one", "never two"]) bo.say(text);
    await parley.until(async () => (await parley.session("slow")).queue === 2);
    const { id } = await parley.session("slow");
    const stopped = await parley.api("POST", `/api/sessions/${id}/stop?all=true`, {}, await parley.token({ person: "Ada" }));
    expect(stopped.body).toEqual({ stopped: true, dropped: 2, queued: 0 });
    await parley.untilState("slow", "idle");
    bo.say("last");
    await bo.hears("did last");
    expect(bo.heard().filter((text) => text.startsWith("did"))).toEqual(["did bo one", "did bo two", "did last"]);
    expect(await parley.records("stopped")).toHaveLength(4);
  });

  it("drops a prompt that waits for an agent that is busy elsewhere, and the list of sessions shows that it waits", async () => {
    const clock = jumpingClock();
    const busy = { "slow.script": 'begin "typed" busy "somebody types" for 1h\notherwise\n  say "did {prompt}"\n' };
    await using parley = await Parley.start({ yaml, files: busy, clock });
    const bo = talk(parley, "bo");
    bo.say("typed");
    await bo.hears(say("en", turnTexts.busy, { session: "slow", reason: "somebody types" }));
    await parley.until(async () => (await parley.session("slow")).queue === 1);
    bo.say("!!sessions");
    const waiting = say("en", sessionTexts.stateQueue, { state: say("en", sessionTexts.stateQueued), queue: 1 });
    await bo.hears(say("en", sessionTexts.sessionLineHere, { name: "slow", cli: "scripted", state: waiting }));
    bo.say("!!stop all");
    await bo.hears(say("en", sessionTexts.droppedFromQueue, { session: "slow", count: 1 }));
    clock.jump(2 * 60 * minutes);
    bo.say("next");
    await bo.hears("did next");
    expect(bo.heard()).not.toContain("did typed");
  });

  it("takes its question back: every copy says so and no button answers it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("ask me");
    const asked = await bo.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    const { id: session } = await parley.session("slow");
    const stopped = await parley.api("POST", `/api/sessions/${session}/stop`, {}, await parley.token({ person: "Ada" }));
    expect([stopped.status, stopped.body["stopped"]]).toEqual([200, true]);
    await bo.hears("Ada stopped slow.");
    const copy = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.id === asked.id && message.buttons.length === 0));
    expect(copy.text).toContain("slow withdrew this question");
    expect(await bo.pressOn(asked, "Allow once")).toBe(say("en", questionTexts.questionWithdrawn, { session: "slow" }));
    expect([(await parley.question(id)).state, (await parley.session("slow")).state]).toEqual(["withdrawn", "idle"]);
    expect(bo.heard()).not.toContain("went on");
  });
});
