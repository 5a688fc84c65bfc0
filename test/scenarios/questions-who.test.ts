import { questionTexts } from "#hub/questions/texts";
import { describe, expect, it } from "vitest";
import { roadTexts } from "#hub/road/texts";
import { say } from "#lib/words/words";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { accessTexts } from "#hub/access/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: deploy, cli_type: scripted, script: deploy.script }
  - { name: other, cli_type: scripted, script: other.script }
default_session: deploy
`;
const files = {
  "deploy.script": `
on "push"
  ask permission "May I push?" argv ["git", "push"] in "/srv/app" env PATH HOME
    when "allow"
      run-approved argv ["git", "push"] in "/srv/app" env PATH HOME
      say "Pushed after {answer}."
    otherwise
      say "Not pushed."
otherwise
  say "deploy heard {prompt}"
`,
  "other.script": 'otherwise\n  say "other heard {prompt}"\n',
};
const start = (): Promise<Parley> => Parley.start({ yaml, files });

describe("lesson 1: the chat whose turn is blocked on a question can answer it", () => {
  const ways: readonly [string, (parley: Parley) => Promise<unknown>][] = [
    ["a button", (parley) => talk(parley, "ana").press("Allow once")],
    ["typed words", async (parley) => talk(parley, "ana").say("yes")],
    ["the API", async (parley) => parley.api("POST", `/api/questions/${(await parley.openQuestion()).id}/answer`, { choice: "allow" })],
  ];
  for (const [name, answer] of ways) {
    verifies(["C-11.5-4", "C-11.5-5"], `lesson 1: by ${name}, within a second`, async () => {
      await using parley = await start();
      const ana = talk(parley, "ana");
      ana.say("push it");
      await ana.hears(partOf(questionTexts.asksPermission));
      await parley.untilState("deploy", "waiting_input");
      const { id } = await parley.openQuestion();
      const answeredAt = Date.now();
      await answer(parley);
      await ana.hears("Pushed after Allow once.");
      const { answer: given } = await parley.question(id);
      expect(given).toMatchObject({ option: "allow", by: name === "the API" ? "operator" : "Ana" });
      expect(Date.parse(given?.at ?? "") - answeredAt).toBeLessThan(1_000);
      expect((await parley.session("deploy")).state).toBe("idle");
    });
  }
});

describe("lesson 2: somebody who may not answer", () => {
  it("lesson 2: presses a valid button in an allowed group, is refused and on record, and the button stays alive", async () => {
    await using parley = await start();
    const room = parley.chat.group("ops", ["ana", "bo", "eve"]);
    const [ana, bo, eve] = [talk(parley, "ana", room), talk(parley, "bo", room), talk(parley, "eve", room)];
    ana.say("push it");
    const asked = await ana.hears(partOf(questionTexts.asksPermission));
    const { id } = await parley.openQuestion();

    expect(await bo.press("Allow once")).toContain(partOf(questionTexts.notAnApprover));
    expect(await eve.press("Allow once")).toContain(partOf(questionTexts.notAnApprover));
    bo.say("yes");
    await bo.hears(partOf(questionTexts.notAnApprover));
    eve.say("yes");
    await eve.hears(partOf(accessTexts.notAllowed));
    const refused = await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, await parley.token({ person: "Bo" }));
    expect([refused.status, refused.body["error"]]).toEqual([403, "NotAnApprover"]);

    expect((await parley.question(id)).state).toBe("open");
    expect(parley.chat.posted.find((message) => message.id === asked.id)?.buttons).toEqual(asked.buttons);
    const codes = (await parley.refusals()).map(({ who, code }) => `${who.replace(/^per_.*/, "a person")} ${code}`);
    expect(codes.toSorted()).toEqual(["a person NotAnApprover", "chat:eve NotAllowed"]);
    expect(await parley.records("answered")).toEqual([]);

    expect(await ana.press("Allow once")).toBe("Answered: Allow once");
    await ana.hears("Pushed after Allow once.");
  });

  it("lesson 2: a member answers the questions of turns that they began, and no others", async () => {
    await using parley = await start();
    const room = parley.chat.group("ops", ["bo", "cy"]);
    const [bo, cy] = [talk(parley, "bo", room), talk(parley, "cy", room)];
    bo.say("push it");
    expect(await cy.press("Deny")).toContain(partOf(questionTexts.notAnApprover));
    expect(await bo.press("Deny")).toBe("Answered: Deny");
    await bo.hears("Not pushed.");
  });
});

describe("lesson 3: a bare word answers only where one question waits", () => {
  it("lesson 3: in another chat it is an ordinary message, and with the code it answers", async () => {
    await using parley = await start();
    const ana = talk(parley, "ana");
    const elsewhere = talk(parley, "ana", parley.chat.group("hall", ["ana"]));
    elsewhere.say("!!use other");
    await elsewhere.hears("Switched to other.");
    ana.say("push it");
    const { id, code } = await parley.openQuestion();
    expect(code).toMatch(/^[a-km-z]{5}$/);
    await ana.hears(`yes ${code}`);

    elsewhere.say("yes");
    await elsewhere.hears("other heard yes");
    expect((await parley.question(id)).state).toBe("open");
    elsewhere.say(`yes ${code}`);
    await ana.hears("Pushed after Allow once.");
    expect(elsewhere.heard().filter((text) => text.includes(code))).toEqual([]);
  });

  it("lesson 3: more than the word is no answer but the next prompt, and the sender is told what the session waits for", async () => {
    await using parley = await start();
    const ana = talk(parley, "ana");
    ana.say("push it");
    const { id } = await parley.openQuestion();
    ana.say("yes please, and then tell me");
    await ana.hears(say("en", roadTexts.nextInLine, { session: "deploy", prompt: "git push" }));
    expect((await parley.question(id)).state).toBe("open");
    ana.say("否");
    await ana.hears("Not pushed.");
    await ana.hears("deploy heard yes please, and then tell me");
  });

  it("lesson 3: with two pending it asks which, in the chat and over the API, and the code decides", async () => {
    await using parley = await start();
    const ana = talk(parley, "ana");
    const thread = await parley.threadOf("deploy");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "!!new second scripted" });
    const second = await parley.session("second");
    expect(second.thread).toBe(thread);
    ana.say("push it");
    await ana.hears("deploy asks to run a command");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "ask me", session: second.id });
    await ana.hears("second asks to run a command");
    const open = await parley.questions();
    const codeOf = (session: string): string => open.find((one) => one.session_name === session)?.code ?? "";

    ana.say("yes", { files: [{ name: "a.png", mime: "image/png", content: Buffer.from("1") }] });
    const which = await ana.hears(say("en", roadTexts.needsCode));
    await ana.hears(say("en", roadTexts.filesLeftOut));
    for (const name of ["deploy", "second"]) expect(which.text).toContain(`yes ${codeOf(name)}`);
    const token = await parley.token({ person: "Ana" });
    const refused = await parley.api("POST", `/api/threads/${thread}/messages`, { content: "yes" }, token);
    expect([refused.status, refused.body["error"]]).toEqual([409, "NeedsQuestionCode"]);
    expect(refused.body["codes"]).toEqual(open.map((one) => one.code));
    expect((await parley.questions()).map((one) => one.state)).toEqual(["open", "open"]);

    ana.say(`no ${codeOf("second")}`);
    await ana.hears("You said no, so nothing ran.");
    expect((await parley.questions()).map((one) => `${one.session_name} ${one.state}`).toSorted()).toEqual(["deploy open", "second answered"]);
    ana.say("yes");
    await ana.hears("Pushed after Allow once.");
  });
});

describe("lesson 10: what no human sent never answers", () => {
  it("lesson 10: a program in the room, by words, by code or by a press", async () => {
    await using parley = await start();
    parley.chat.user("hook", { human: false, name: "build hook" });
    const room = parley.chat.group("ops", ["ana", "hook"]);
    const [ana, hook] = [talk(parley, "ana", room), talk(parley, "hook", room)];
    ana.say("push it");
    const { id, code } = await parley.openQuestion();
    await ana.hears(partOf(questionTexts.asksPermission));

    expect(await hook.press("Allow once")).toBe(say("en", questionTexts.outsideNeverAnswers));
    hook.say("yes");
    hook.say(`yes ${code}`);
    hook.say("!!stop");
    const lines = await parley.until(async () => {
      const all = await parley.messages(await parley.threadOf("deploy"));
      return all.some((line) => line.content === "!!stop") && all;
    });
    expect(lines.filter((line) => line.author_kind === "outside").map((line) => `${line.author_name}: ${line.content}`)).toEqual([
      "build hook: yes",
      `build hook: yes ${code}`,
      "build hook: !!stop",
    ]);
    expect((await parley.question(id)).state).toBe("open");
    expect(await parley.refusals()).toEqual([expect.objectContaining({ who: "chat:hook", code: "NotAllowed" })]);
    await ana.press("Allow once");
    await ana.hears("Pushed after Allow once.");
  });

  it("lesson 10: even with the account of somebody who may", async () => {
    await using parley = await start();
    const ana = talk(parley, "ana");
    ana.say("push it");
    const { id } = await parley.openQuestion();
    await ana.hears(partOf(questionTexts.asksPermission));
    parley.chat.user("ana", { human: false });
    expect(await ana.press("Allow once")).toContain(say("en", questionTexts.outsideNeverAnswers));
    expect((await parley.question(id)).state).toBe("open");
  });

  it("lesson 10: an agent's token, whatever it was granted", async () => {
    await using parley = await start();
    const ana = talk(parley, "ana");
    ana.say("push it");
    const { id, code, thread } = await parley.openQuestion();
    const agent = await parley.token({ agent: "bee", may: ["invite", "prompt"] });
    for (const name of [id, code]) {
      const refused = await parley.api("POST", `/api/questions/${name}/answer`, { choice: "allow" }, agent);
      expect([refused.status, refused.body["error"]]).toEqual([403, "AgentsNeverAnswer"]);
    }
    for (const content of ["yes", `yes ${code}`]) {
      expect((await parley.api("POST", `/api/threads/${thread}/messages`, { content }, agent)).status).toBe(201);
    }
    expect((await parley.question(id)).state).toBe("open");
    expect((await parley.refusals()).map((one) => one.code)).toEqual(["AgentsNeverAnswer"]);
  });
});
