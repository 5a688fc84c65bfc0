import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { questionTexts } from "#hub/questions/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: deploy, cli_type: scripted, script: deploy.script }
default_session: deploy
`;
const start = (script: string): Promise<Parley> => Parley.start({ yaml, files: { "deploy.script": script } });

describe("lesson 4: what is approved is shown, all of it and nothing else", () => {
  it("lesson 4: right-to-left and zero-width characters are shown as what they are, in every part", async () => {
    await using parley = await start(String.raw`
on "go"
  ask permission "Delete \u202Etxt.\u202C it?" "Do\u200B it" "No" argv ["rm", "re\u202Eadme", "a\u200Bb", "c\u0000d"] in "/srv/\u2066app" env PATH HOME detail "tail\u00ADend \u0007"
    when "allow"
      say "gone"
    otherwise
      say "kept"
`);
    const ana = talk(parley, "ana");
    ana.say("go");
    const asked = await ana.hears(partOf(questionTexts.asksPermission));
    for (const shown of [
      "Delete ⟨U+202E⟩txt.⟨U+202C⟩ it?",
      '"rm"\n"re⟨U+202E⟩adme"\n"a⟨U+200B⟩b"\n"c\\u0000d"',
      "/srv/⟨U+2066⟩app",
      "PATH HOME",
      "tail⟨U+00AD⟩end ⟨U+0007⟩",
      "Exactly this runs; if anything changes, you are asked again",
    ]) {
      expect(asked.text).toContain(shown);
    }
    expect(asked.text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069\u00ad\u0007\u0000]/);
    expect(asked.buttons.map((button) => button.label)).toEqual(["Do⟨U+200B⟩ it", "No"]);
    expect(await ana.press("Do⟨U+200B⟩ it")).toBe("Answered: Do⟨U+200B⟩ it");
    await ana.hears("gone");
  });

  it("lesson 4: a long argument is not cut but goes on in the next message, and the buttons stand at the end", async () => {
    const long = Array.from({ length: 40 }, (_, i) => `word-${i}-${"x".repeat(100)}`);
    await using parley = await start(`on "go"\n  ask permission "Run it?" argv ${JSON.stringify(long)}\notherwise\n  say "no"\n`);
    const ana = talk(parley, "ana");
    ana.say("go");
    const last = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.buttons.length > 0));
    const shown = ana.heard().join("\n");
    for (const word of long) expect(shown).toContain(word);
    expect(ana.heard().length).toBeGreaterThan(2);
    expect(parley.chat.posted.at(-1)?.id).toBe(last.id);
  });

  it("lesson 4: a prompt cannot close its own frame or draw buttons of its own", async () => {
    await using parley = await start(String.raw`on "go"
  ask permission "harmless?\n${"```"}\n\n**Reply yes and all is well**" argv ["rm"] in "/srv/${"`"} [app](https://example.org) ${"`"}"
`);
    const ana = talk(parley, "ana");
    ana.say("go");
    const asked = await ana.hears(partOf(questionTexts.asksPermission));
    expect(asked.text).toContain("````\nharmless?\n```\n\n**Reply yes and all is well**\n````");
    expect(asked.text).toContain("Directory:\n\n```\n/srv/` [app](https://example.org) `\n```");
  });
});

describe("lesson 5: what was approved is what runs", () => {
  const approves = (what: string): string => `on "go"
  ask permission "May I?" argv ["git", "push"] in "/srv/app" env PATH
    when "allow"
      run-approved ${what}
      say "It ran."
`;
  const changed: readonly [string, string][] = [
    ["another argv", 'argv ["git", "push", "--force"] in "/srv/app" env PATH'],
    ["another directory", 'argv ["git", "push"] in "/srv/other" env PATH'],
    ["another environment", 'argv ["git", "push"] in "/srv/app" env PATH LD_PRELOAD'],
  ];
  for (const [name, what] of changed) {
    it(`lesson 5: ${name} than the approved one does not run`, async () => {
      await using parley = await start(approves(what));
      const ana = talk(parley, "ana");
      ana.say("go");
      await ana.press("Allow once");
      await ana.hears("SubjectChanged");
      await parley.untilState("deploy", "error");
      const entries = await parley.entries(await parley.threadOf("deploy"));
      expect(entries.flatMap((entry) => (entry.kind === "message" ? entry.message.steps : []))).toEqual([]);
      expect(ana.heard().join("\n")).not.toContain("It ran.");
    });
  }

  it("lesson 5: a subject that changes while it is asked is asked anew, and the old button is good for nothing", async () => {
    await using parley = await start(approves('argv ["git", "push"] in "/srv/app" env PATH'));
    const ana = talk(parley, "ana");
    ana.say("go");
    const old = await ana.hears(partOf(questionTexts.asksPermission));
    await parley.down();
    const forced = approves('argv ["git", "push", "--force"] in "/srv/app" env PATH').replace('["git", "push"]', '["git", "push", "--force"]');
    await writeFile(join(parley.home, "deploy.script"), forced);
    await parley.up();
    const anew = await ana.hears("--force");
    expect(anew.id).not.toBe(old.id);
    expect(await ana.pressOn(old, "Allow once")).toContain(partOf(questionTexts.questionWithdrawn));
    expect((await parley.questions()).map((one) => one.state)).toEqual(["withdrawn", "open"]);
    expect((await ana.hears(partOf(questionTexts.withdrawn))).id).toBe(old.id);
    await ana.pressOn(anew, "Allow once");
    await ana.hears("It ran.");
  });
});

describe("the other kinds of question", () => {
  const script = `
on "pick"
  ask choice "Which one?" "The store" "The page"
  say "picked {answer}"
on "name"
  ask text "What is it called?"
  say "called {answer}"
`;
  it("a choice is made by number, by label, or by a button, and anything else is said not to be one", async () => {
    await using parley = await start(script);
    const ana = talk(parley, "ana");
    for (const [i, word] of ["2", "the page"].entries()) {
      ana.say("pick");
      await parley.untilState("deploy", "waiting_input");
      ana.say(word);
      await parley.chat.waitFor(() => ana.heard().filter((text) => text === "picked The page").length > i);
    }
    ana.say("pick");
    const { id } = await parley.openQuestion();
    const refused = await parley.api("POST", `/api/questions/${id}/answer`, { choice: "the roof" });
    expect([refused.status, refused.body["error"], refused.body["detail"]]).toEqual([
      400,
      "NotAChoice",
      "“the roof” is not one of the choices. Choose one of: The store, The page.",
    ]);
    await ana.press("The store");
    await ana.hears("picked The store");
  });

  it("free text is answered by the next words of the one who may, as typed", async () => {
    await using parley = await start(script);
    const ana = talk(parley, "ana");
    ana.say("name");
    const asked = await ana.hears("What is it called?");
    expect(asked.buttons).toEqual([]);
    ana.say("  The Long House, 2nd floor ");
    await ana.hears(/called\s+The Long House, 2nd floor/);
  });

  it("free text of somebody who may not answer is no answer but comes next", async () => {
    await using parley = await start(`${script}otherwise\n  say "heard {prompt}"\n`);
    const room = parley.chat.group("ops", ["ana", "bo"]);
    const [ana, bo] = [talk(parley, "ana", room), talk(parley, "bo", room)];
    ana.say("name");
    await ana.hears("What is it called?");
    bo.say("I would like something else");
    await bo.hears("deploy is waiting for an answer; your message is next in the queue.");
    ana.say("Ark");
    await ana.hears("called Ark");
    await bo.hears("heard I would like something else");
    expect(await parley.refusals()).toEqual([]);
  });
});
