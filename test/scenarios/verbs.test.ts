import { say } from "#lib/words/words";
import { accessTexts } from "#hub/access/texts";
import { turnTexts } from "#hub/turns/texts";
import { commonTexts } from "#lib/words/common";
import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { helpTexts } from "#commands/help/texts";
import { partOf } from "#test/part-of";

const sessions = `
sessions:
  - { name: echo, cli_type: scripted, script: echo.script }
  - { name: other, cli_type: scripted, script: other.script }
default_session: echo
`;
const yaml = people + sessions;
const files = { "echo.script": 'otherwise\n  say "echo heard {prompt}"\n', "other.script": 'otherwise\n  say "other heard {prompt}"\n' };

describe("the prefix of the chat verbs", () => {
  for (const prefix of ["!!", ">>", "##", "@+", "."]) {
    verifies(["C-8.1-1", "C-9.1-2", "C-8.3-3"], `works as ${prefix}, and everything without it reaches the session as typed`, async () => {
      await using parley = await Parley.start({ yaml: `${yaml}command_prefix: ${JSON.stringify(prefix)}\n`, files });
      const bo = talk(parley, "bo");
      bo.say(`${prefix}help`);
      const help = await bo.hears(partOf(helpTexts.helpIntro));
      for (const verb of ["sessions", "use <session>", "new <name> <cli>", "whoami", "status", "help", "stop"]) expect(help.text).toContain(`${prefix}${verb}`);
      const untouched = ["/help", "/exit", prefix, `${prefix} help`, `${prefix}1`, `a ${prefix}help`, prefix === "!!" ? ">>help" : "!!help"];
      for (const text of untouched) {
        bo.say(text);
        await parley.chat.waitFor(() => bo.heard().includes(`echo heard ${text.trimEnd()}`));
      }
      const prompts = (await parley.messages(await parley.threadOf("echo"))).filter((line) => line.author_kind === "person").map((line) => line.content);
      expect(prompts).toEqual(untouched);
    });
  }

  it("with an unknown word behind it names the nearest verb, and no session hears of it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("!!sesions");
    await bo.hears("There is no command `!!sesions`. Did you mean `!!sessions`? Nothing was sent to a session.");
    bo.say("!!frobnicate everything");
    await bo.hears("There is no command `!!frobnicate`. `!!help` lists the commands. Nothing was sent to a session.");
    bo.say('!!use "unclosed');
    await bo.hears("The double quote at character");
    bo.say("!!use");
    await bo.hears("Usage: `!!use <session>`");
    const thread = await parley.threadOf("echo");
    const typed = await parley.api("POST", `/api/threads/${thread}/messages`, { content: "!!sesions" });
    expect([typed.status, (typed.body["run"] as Record<string, unknown>)["code"]]).toEqual([200, "UnknownCommand"]);
    expect(await parley.messages(thread)).toEqual([]);
    expect((await parley.records("run")).map((one) => [one.data["line"], one.data["code"]])).toEqual([
      ["!!sesions", "UnknownCommand"],
      ["!!use", "InvalidArgs"],
      ['!!use "unclosed', "InvalidCommand"],
      ["!!frobnicate everything", "UnknownCommand"],
      ["!!sesions", "UnknownCommand"],
    ]);
  });
});

describe("the chat verbs", () => {
  verifies(["C-8.2-1", "C-8.3-1", "C-8.2-4", "C-8.2-5", "C-12.2-1", "C-5.1-1"], "tell the sessions, the state of everything, and who one is", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("!!sessions");
    const list = await bo.hears("Sessions:");
    expect(list.text).toMatch(/echo \(scripted\) - idle, current here\n.*other \(scripted\) - idle/);
    bo.say("!!whoami");
    const me = await bo.hears("You: Bo, member");
    for (const part of ["Session: echo (scripted) - idle", `Directory: ${parley.home}`, "Account: chat:bo"]) expect(me.text).toContain(part);
    bo.say("!!status");
    const status = await bo.hears("Links:");
    for (const part of ["other (scripted) - idle", "connected", "Open questions: 0", parley.home]) expect(status.text).toContain(part);
    bo.say("!!use nowhere");
    await bo.hears(say("en", commonTexts.sessionMissing, { name: "nowhere", prefix: "!!" }));
  });

  verifies(["C-9.1-12", "C-8.2-2"], "!!use binds one topic of one room, and the rest keeps the default session", async () => {
    await using parley = await Parley.start({ yaml, files });
    const room = parley.chat.group("ops", ["bo"]);
    parley.chat.say("bo", room, "!!use other", { topic: "t1" });
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.topic === "t1" && message.text === "Switched to other."));
    parley.chat.say("bo", room, "hi", { topic: "t1", mention: true });
    parley.chat.say("bo", room, "hi", { mention: true });
    await parley.chat.waitFor((chat) => chat.posted.find((message) => message.topic === "t1" && message.text === "other heard hi"));
    const plain = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.text === "echo heard hi"));
    expect(plain.topic).toBeUndefined();
  });

  it("the answer goes to every chat of the thread and to no other, and says there who asked", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, group, cy] = [talk(parley, "bo"), talk(parley, "cy", parley.chat.group("ops", ["cy"])), talk(parley, "cy")];
    cy.say("!!use other");
    await cy.hears("Switched");
    group.say("!!use echo");
    await group.hears("Switched");
    bo.say("hello");
    await bo.hears("echo heard hello");
    await group.hears(/^echo on \S+ · Bo in chat asked: hello\necho heard hello$/);
    await parley.api("POST", `/api/threads/${await parley.threadOf("echo")}/messages`, { content: "from the page" }, await parley.token({ person: "Ana" }));
    await bo.hears(/^echo on \S+ · Ana asked: from the page\necho heard from the page$/);
    await group.hears(/^echo on \S+ · Ana asked: from the page\necho heard from the page$/);
    expect(cy.heard()).toEqual(["Switched to other."]);
  });
});

describe("!!new", () => {
  verifies("C-8.2-3", "is refused to a member and works for an admin, in a group in an open thread", async () => {
    await using parley = await Parley.start({ yaml, files });
    const room = parley.chat.group("ops", ["bo", "ada"]);
    const [bo, ada] = [talk(parley, "bo", room), talk(parley, "ada", room)];
    bo.say("!!new mine scripted");
    await bo.hears(say("en", accessTexts.roleNeeded, { role: "admin", mine: "member" }));
    expect((await parley.refusals()).map((one) => one.code)).toEqual(["NotAllowed"]);
    ada.say("!!new ours scripted");
    await ada.hears(`Created ours (scripted) in ${parley.home}.`);
    bo.say("help");
    await bo.hears("I am a scripted agent.");
    const { thread } = await parley.session("ours");
    expect((await parley.api("GET", `/api/threads/${thread}`, undefined, await parley.token({ person: "Cy" }))).body["access"]).toBe("open");
    ada.say("!!new ours scripted");
    await ada.hears(say("en", commonTexts.nameTaken, { name: "ours", prefix: "!!" }));
    ada.say("!!new theirs scripted --dir nowhere");
    await ada.hears(`The directory ${parley.home}/nowhere does not exist or cannot be read.`);
    ada.say("!!new theirs cobol");
    await ada.hears(say("en", turnTexts.cliMissing, { cli: "cobol", known: "claude, gemini, opencode, codex, copilot, qwen, acp, builtin, scripted" }));
    ada.say("!!new ../evil scripted");
    await ada.hears(partOf(turnTexts.badSessionName));
  });

  it("in a direct chat makes a closed thread, which is not there for another member, and that is recorded", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [ada, cy] = [talk(parley, "ada"), talk(parley, "cy")];
    ada.say("!!new private scripted");
    await ada.hears("Created private");
    ada.say("help");
    await ada.hears("I am a scripted agent.");
    const { thread, id } = await parley.session("private");
    const token = await parley.token({ person: "Cy" });
    for (const [method, path, body] of [
      ["GET", `/api/threads/${thread}`, undefined],
      ["GET", `/api/threads/${thread}/messages`, undefined],
      ["GET", `/api/threads/${thread}/entries`, undefined],
      ["POST", `/api/threads/${thread}/messages`, { content: "let me in" }],
      ["POST", `/api/sessions/${id}/stop`, {}],
    ] as const) {
      expect([path, (await parley.api(method, path, body, token)).status]).toEqual([path, 404]);
    }
    expect((await parley.refusals()).map(({ code, count }) => [code, count])).toEqual([
      ["NotFound", 4],
      ["NoSuchSession", 1],
    ]);
    expect((await parley.api("GET", "/api/sessions", undefined, token)).body.map((one) => (one as { name: string }).name)).toEqual(["echo", "other"]);
    cy.say("!!use private");
    await cy.hears("There is no session “private”.");
    cy.say("!!sessions");
    expect((await cy.hears("Sessions:")).text).not.toContain("private");
    expect((await parley.api("GET", `/api/threads/${thread}`, undefined, await parley.token({ person: "Ana" }))).body["access"]).toBe("closed");
  });
});
