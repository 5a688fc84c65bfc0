import { say } from "#lib/words/words";
import { questionTexts } from "#hub/questions/texts";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley, type ParleyOptions } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { partOf } from "#test/part-of";
import { roadTexts } from "#hub/road/texts";

const yaml = `${people}
questions: { approvers: [Ada] }
sessions:
  - { name: deploy, cli_type: scripted, script: deploy.script }
  - { name: chat, cli_type: scripted, script: deploy.script }
default_session: deploy
`;
const files = {
  "deploy.script": `
on "push"
  ask permission "May I push?" argv ["git", "push"] expires 10m
    when "allow"
      say "Pushed."
otherwise
  say "heard"
`,
};

/** Ada can be reached alone, in a chat that shows another session's thread; Bo asks for something in his own. */
async function start(options: ParleyOptions = {}) {
  const clock = jumpingClock();
  const parley = await Parley.start({ yaml, files, clock, ...options });
  const [ada, bo] = [talk(parley, "ada"), talk(parley, "bo")];
  ada.say("!!use chat");
  await ada.hears("Switched to chat.");
  ada.say("hello");
  await ada.hears("heard");
  return { parley, clock, ada, bo };
}

describe("lesson 8: a question that does not reach its approver", () => {
  it("lesson 8: is told to the asking chat within five seconds when the approver's room is gone", async () => {
    const { parley, clock, ada, bo } = await start();
    await using _ = parley;
    parley.chat.removeRoom(ada.room);
    bo.say("push it");
    await bo.hears(partOf(questionTexts.asksPermission));
    const thread = await parley.threadOf("deploy");
    await parley.until(async () => (await parley.entries(thread)).some((entry) => JSON.stringify(entry).includes("The room is gone")));
    clock.jump(4_500);
    const told = await bo.hears("could not be delivered to");
    expect(told.text).toBe(say("en", questionTexts.undelivered, { session: "deploy", who: "chat dm-ada", reason: "The chat refused it: The room is gone" }));
    const lines = await parley.messages(await parley.threadOf("deploy"));
    expect(lines.filter((line) => line.author_kind === "hub").map((line) => line.content)).toEqual([told.text]);
    expect((await parley.openQuestion()).state).toBe("open");
  });

  it("lesson 8: is told after a restart if there was no time to tell it before, and only once", async () => {
    const { parley, clock, ada, bo } = await start();
    await using _ = parley;
    parley.chat.removeRoom(ada.room);
    bo.say("push it");
    await bo.hears(partOf(questionTexts.asksPermission));
    await parley.restart();
    clock.jump(4_500);
    await bo.hears("could not be delivered to");
    await parley.restart();
    clock.jump(4_500);
    bo.say("!!whoami");
    await bo.hears("Bo");
    expect(bo.heard().filter((text) => text.includes("could not be delivered"))).toHaveLength(1);
  });

  it("lesson 8: the same when the approver's chat does not answer", async () => {
    const { parley, clock, ada, bo } = await start();
    await using _ = parley;
    parley.chat.fault({ on: "post", kind: "hang-before", room: ada.room, times: 100 });
    bo.say("push it");
    await bo.hears(partOf(questionTexts.asksPermission));
    clock.jump(4_500);
    expect((await bo.hears("could not be delivered to")).text).toContain("chat dm-ada: no answer from the platform");
  });

  it("lesson 8: the same when no chat with the approver is known", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("push it");
    await bo.hears(partOf(questionTexts.asksPermission));
    clock.jump(4_500);
    expect((await bo.hears("could not be delivered to")).text).toContain("to Ada: no chat with them is known yet");
  });

  it("lesson 8: nobody is alarmed when it arrives, and the approver answers where they are", async () => {
    const { parley, clock, ada, bo } = await start();
    await using _ = parley;
    bo.say("push it");
    await ada.hears(partOf(questionTexts.asksPermission));
    expect(await bo.press("Allow once")).toContain(say("en", questionTexts.notAnApprover, { who: "Ada" }));
    clock.jump(4_500);
    expect(await ada.press("Allow once")).toBe("Answered: Allow once");
    await bo.hears("Pushed.");
    expect((await bo.hears("Ada answered in")).buttons).toEqual([]);
    expect(bo.heard().filter((text) => text.includes("could not be delivered"))).toEqual([]);
  });
});

describe("an approver whose own chat has no session", () => {
  it("answers there with the code, which is the only way that words can mean that question", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml: yaml.replace("default_session: deploy", ""), files, clock });
    const [ada, bo] = [talk(parley, "ada"), talk(parley, "bo")];
    ada.say("hello");
    await ada.hears(partOf(roadTexts.noSession));
    bo.say("!!use deploy");
    await bo.hears("Switched");
    bo.say("push it");
    await ada.hears(partOf(questionTexts.asksPermission));
    const { code, id } = await parley.openQuestion();
    ada.say("yes");
    await parley.chat.waitFor(() => ada.heard().filter((text) => text.startsWith("No session is bound here")).length === 2);
    expect((await parley.question(id)).state).toBe("open");
    ada.say(`yes ${code}`);
    await bo.hears("Pushed.");
  });
});

describe("a question that is over before its first copy went out", () => {
  it("is shown as over, without buttons", async () => {
    const { parley, clock, ada, bo } = await start();
    await using _ = parley;
    parley.chat.fault({ on: "post", kind: "limit", retryAfterMs: 60_000, room: ada.room });
    // The first row of Ada's room is told to come back in a minute, and what follows waits behind it.
    ada.say("!!whoami");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "post" && call.room === ada.room && call.text.includes("You: Ada")));
    bo.say("push it");
    await bo.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, await parley.token({ person: "Ada" }));
    await bo.hears("Pushed.");
    clock.jump(61_000);
    const shown = await ada.hears("Ada answered in");
    expect(shown.buttons).toEqual([]);
    expect(shown.was).toEqual([]);
    expect(shown.text).toContain("git push");
  });

  it("is brought up to date right after, when it was on its way", async () => {
    const { parley, bo } = await start();
    await using _ = parley;
    parley.chat.fault({ on: "post", kind: "cut-after", room: bo.room });
    bo.say("push it");
    const { id } = await parley.openQuestion();
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, await parley.token({ person: "Ada" }));
    await bo.hears("Pushed.");
    const copy = await bo.hears("Ada answered in");
    expect(copy.buttons).toEqual([]);
    expect(bo.heard().filter((text) => text.includes(partOf(questionTexts.asksPermission)))).toEqual([]);
  });
});
