import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NewId, QuestionId } from "#domain/ids";
import { openSqliteStore } from "#store/sqlite/store";
import type { LogMessage } from "#test/fakes/chat/log";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: deploy, cli_type: scripted, script: deploy.script }
default_session: deploy
`;
const files = {
  "deploy.script": `
on "push"
  say "Let me see." every 0ms
  ask permission "May I push?" argv ["git", "push"] expires 10m
    when "allow"
      run-approved argv ["git", "push"]
      say "Pushed."
    when expired
      say "I was told: {answer}"
    otherwise
      say "Not pushed."
on "pick"
  ask choice "Which one?" "The store" "The page" expires 10m
    when expired
      say "Nobody chose. {answer}"
`,
};
const minutes = 60_000;

describe("lesson 6: a restart between question and answer", () => {
  const ways: readonly [string, (parley: Parley, id: string) => Promise<unknown>][] = [
    ["the old button", (parley) => talk(parley, "ana").press("Allow once")],
    ["a typed word", async (parley) => talk(parley, "ana").say("yes")],
    ["the API", async (parley, id) => parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" })],
  ];
  for (const [name, answer] of ways) {
    it(`lesson 6: ${name} still resolves it, once`, async () => {
      await using parley = await Parley.start({ yaml, files });
      const ana = talk(parley, "ana");
      ana.say("push it");
      await ana.hears(partOf(questionTexts.asksPermission));
      const { id } = await parley.openQuestion();
      await parley.restart();
      await parley.restart();
      expect((await parley.session("deploy")).state).toBe("waiting_input");
      await answer(parley, id);
      await ana.hears(/Pushed\./);
      expect((await parley.questions()).map((one) => `${one.id} ${one.state}`)).toEqual([`${id} answered`]);
      expect(await parley.records("answered")).toHaveLength(1);
      expect(parley.chat.posted.filter((message) => message.was.some((was) => was.buttons.length > 0))).toHaveLength(1);
    });
  }

  it("lesson 6: an answer that was committed and not handed over is handed over by the next start", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = talk(parley, "ana");
    ana.say("push it");
    await ana.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    await parley.down();
    await answerOnDisk(parley, id);
    await parley.up();
    await ana.hears(/Pushed\./);
    expect((await ana.hears("Ada answered in")).buttons).toEqual([]);
    await parley.untilState("deploy", "idle");
  });

  it("lesson 6: one that expired while the hub was down is said to have expired, and an answer comes too late", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ana = talk(parley, "ana");
    ana.say("push it");
    const asked = await ana.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    await parley.down();
    clock.jump(11 * minutes);
    await parley.up();
    await ana.hears(/I was told: Expired, nothing ran\./);
    expect(await ana.pressOn(asked, "Allow once")).toContain(say("en", questionTexts.questionExpired, { session: "deploy" }));
    const late = await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" });
    expect([late.status, late.body["error"]]).toEqual([409, "QuestionExpired"]);
  });

  it("lesson 6: an answer after the time is up counts as too late, even if the hub has not noticed the hour yet", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ana = talk(parley, "ana");
    ana.say("push it");
    await ana.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();
    clock.shiftWall(11 * minutes);
    const late = await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" });
    expect([late.status, late.body["error"]]).toEqual([409, "QuestionExpired"]);
    expect(await ana.press("Allow once")).toContain(say("en", questionTexts.questionExpired, { session: "deploy" }));
    // It expired then and there, with its notice, and its session goes on: no timer was needed.
    await ana.hears(/I was told: Expired, nothing ran\./);
    expect((await parley.question(id)).state).toBe("expired");
    await parley.untilState("deploy", "idle");
  });
});

describe("lesson 7: two surfaces at once", () => {
  it("lesson 7: exactly one wins, and everybody else is told who did and where", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [ana, ada] = [talk(parley, "ana"), talk(parley, "ada", parley.chat.group("ops", ["ada"]))];
    ada.say("!!use deploy");
    await ada.hears("Switched to deploy.");
    ana.say("push it");
    await Promise.all([ana.hears(partOf(questionTexts.asksPermission)), ada.hears(partOf(questionTexts.asksPermission))]);
    const { id, code } = await parley.openQuestion();
    const [anaToken, adaToken] = [await parley.token({ person: "Ana" }), await parley.token({ person: "Ada" })];
    const answer = (token: string, choice: string) => parley.api("POST", `/api/questions/${id}/answer`, { choice }, token);

    const [first, second, toast, otherToast] = await Promise.all([
      answer(anaToken, "allow"),
      answer(adaToken, "deny"),
      ana.press("Allow once"),
      ada.press("Deny"),
    ]);
    const given = (await parley.question(id)).answer;
    const who = given?.by ?? "";
    const where = given?.surface === "api" ? "the API" : "Chat";
    const won = [first.status === 200, second.status === 200, toast.startsWith("Answered"), otherToast.startsWith("Answered")];
    expect(won.filter(Boolean)).toHaveLength(1);
    for (const reply of [first, second].filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body["error"], reply.body["answered_by"], reply.body["answered_in"]]).toEqual([409, "AlreadyAnswered", who, given?.surface]);
      expect(reply.body["detail"]).toContain(`${who} already answered this in`);
    }
    for (const told of [toast, otherToast].filter((one) => !one.startsWith("Answered")))
      expect(told).toMatch(new RegExp(`^${who} already answered this in ${where}: `, "i"));
    expect(await parley.records("answered")).toHaveLength(1);
    for (const copy of [await ana.hears(`${who} `), await ada.hears(`${who} `)]) {
      expect([copy.buttons, copy.was.at(-1)?.buttons.length]).toEqual([[], 2]);
    }

    ada.say(`yes ${code}`);
    await ada.hears(`${who} already answered this in`);
    const lines = await parley.messages(await parley.threadOf("deploy"));
    expect(lines.map((line) => line.content)).not.toContain(`yes ${code}`);
  });

  it("lesson 7: a second press on the same button says what was answered", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = talk(parley, "ana");
    ana.say("push it");
    const asked = await ana.hears(partOf(questionTexts.asksPermission));
    expect(await ana.pressOn(asked, "Deny")).toBe("Answered: Deny");
    expect(await ana.pressOn(asked, "Allow once")).toMatch(/^Ana already answered this in chat: Deny\.$/i);
    await ana.hears("Not pushed.");
  });
});

describe("lesson 9: an expiry is a message", () => {
  it("lesson 9: in the thread and in every chat; copies are edited, the agent is told no", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ana = talk(parley, "ana");
    const group = talk(parley, "bo", parley.chat.group("ops", ["bo"]));
    group.say("!!use deploy");
    await group.hears("Switched to deploy.");
    ana.say("push it");
    const copies = await Promise.all([ana.hears(partOf(questionTexts.asksPermission)), group.hears(partOf(questionTexts.asksPermission))]);
    await Promise.all([ana.hears("Let me see. …"), group.hears("Let me see. …")]);
    const { id } = await parley.openQuestion();
    clock.jump(10 * minutes);
    const expired = /Expired, nothing ran\. Nobody answered within 10 min; deploy received a denial\./;
    await Promise.all([
      ana.hears(/^Let me see\.\n\nI was told: Expired.* received a denial\.$/),
      group.hears(/Let me see\.\n\nI was told: Expired.* received a denial\.$/),
    ]);
    await parley.untilState("deploy", "idle");
    for (const { id: copy, room } of copies) {
      const now = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.id === copy && expired.test(message.text)));
      expect(now.buttons).toEqual([]);
      const told = (): readonly LogMessage[] =>
        parley.chat.posted.filter((message) => message.room === room && expired.test(message.text) && !message.text.includes("I was told"));
      await parley.chat.waitFor(() => told().length === 2);
      expect(told().every((message) => message.id === copy || message.was.length === 0)).toBe(true);
      const answers = parley.chat.posted.filter((message) => message.room === room && message.text.includes("Let me see."));
      expect(answers.map((message) => message.text.includes("I was told"))).toEqual([true]);
    }
    expect((await parley.question(id)).state).toBe("expired");
    const lines = await parley.messages(await parley.threadOf("deploy"));
    expect(lines.map((line) => [line.author_kind, expired.test(line.content)])).toEqual([
      ["person", false],
      ["hub", true],
      ["agent", true],
    ]);
  });

  it("lesson 9: also for a choice", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ana = talk(parley, "ana");
    ana.say("pick");
    await ana.hears(partOf(questionTexts.asksChoice));
    clock.jump(10 * minutes);
    await ana.hears(`Nobody chose. ${say("en", questionTexts.expiredChoice, { span: "10 min", session: "deploy" })}`);
    expect((await parley.questions()).map((one) => one.state)).toEqual(["expired"]);
  });
});

/** What a kill leaves between the commit of an answer and its way to the agent. */
async function answerOnDisk(parley: Parley, id: string): Promise<void> {
  const newId: NewId = (kind) => `${kind}_written-while-down` as never;
  await using store = await openSqliteStore({ path: join(parley.home, "parley.db"), newId, now: () => Date.now() });
  const given = { option: "allow", by: "per_ada", name: "Ada", surface: "chat:chat", at: Date.now() } as const;
  const outcome = await store.answer(id as QuestionId, given, { at: Date.now(), kind: "answered", who: "per_ada", data: {} });
  expect(outcome?.won).toBe(true);
}
