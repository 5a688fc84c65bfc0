import { describe, expect, it } from "vitest";
import { invitingTexts } from "#hub/inviting/texts";
import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import type { LogMessage } from "#test/fakes/chat/log";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { command, withAgents, writeAgents } from "./invitations.ts";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const talker = { name: "Talker", invoke_command: command("talk") };
const minutes = 60_000;

/** The message as it reads once its buttons are gone. */
function closed(parley: Parley, { id }: LogMessage): Promise<LogMessage> {
  return parley.chat.waitFor((chat) => chat.posted.find((message) => message.id === id && message.buttons.length === 0));
}

describe("a question that the hub itself asks, in a chat", () => {
  it("is not headed as an agent's words, says what is granted until when, and names the person once it is answered", async () => {
    await using parley = await withAgents({ first: talker });
    const ola = talk(parley, "ola");
    ola.say("!!whoami");
    await ola.hears("chat:ola");
    await writeAgents(parley, JSON.stringify({ first: { ...talker, invoke_command: command("stay") } }));
    const asked = await ola.hears(say("en", invitingTexts.titleNewAgent, { agent: "first" }));
    for (const text of [questionTexts.asksApproval, questionTexts.asksPermission]) expect(asked.text).not.toContain(say("en", text, { session: "Parley" }));
    expect(asked.text).not.toContain(say("en", questionTexts.guessed));
    const file = "§";
    const granted = say("en", invitingTexts.askNewAgent, { file, agent: "first" }).split(file);
    for (const words of granted) expect(asked.text).toContain(words);
    const allow = say("en", invitingTexts.allowUntilChanged);
    expect(asked.buttons.map((button) => button.label)).toContain(allow);
    await ola.pressOn(asked, allow);
    const after = await closed(parley, asked);
    expect(after.text).toContain("Ola");
    expect(after.text).toContain(allow);
    expect(await ola.pressOn(asked, allow)).not.toBe("");
    expect((await parley.questions()).map((one) => one.state)).toEqual(["answered"]);
  });
});

describe("a question that is settled at the terminal", () => {
  it("says so in every chat that shows it, and no copy keeps its buttons", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({
      yaml: `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
questions: { approvers: ["Ada"] }
`,
      files: {
        "work.script": `
on "settle"
  ask permission "Push?" argv ["git", "push"] settled "allow" after 2m
  say "Settled." every 0ms
otherwise
  say "did {prompt}" every 0ms
`,
      },
      clock,
    });
    const [ada, bo] = [talk(parley, "ada"), talk(parley, "bo")];
    ada.say("!!whoami");
    await ada.hears("chat:ada");
    bo.say("settle");
    const [asking, approving] = [await bo.hears("Push?"), await ada.hears("Push?")];
    expect(approving.buttons).not.toEqual([]);
    clock.jump(2 * minutes);
    await bo.hears("Settled.");
    const [question] = await parley.questions();
    const choice = question?.options.find((option) => option.id === "allow")?.label ?? "";
    const span = "§";
    const settled = say("en", questionTexts.settled, { span, choice }).split(span);
    for (const copy of [asking, approving]) {
      const after = await closed(parley, copy);
      for (const words of settled) expect(after.text).toContain(words);
    }
    expect(await ada.pressOn(approving, choice)).not.toBe("");
    expect(await parley.question(question?.id ?? "")).toMatchObject({ state: "answered", answer: { surface: "desk" } });
  });
});
