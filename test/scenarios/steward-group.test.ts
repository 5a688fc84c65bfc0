import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { openSteward, says } from "./steward-stage.ts";
import { talk } from "./talk.ts";

describe("the steward in a group", () => {
  it("answers what addresses it and nothing else, and a burst of one person together", async () => {
    const held = Promise.withResolvers<void>();
    await using stage = await openSteward(
      { "and a third": [says("To all three.")], "first question": [says("To the first.")] },
      { before: async (said) => ("text" in said && said.text === "To the first." ? held.promise : undefined) },
    );
    const { parley, model } = stage;
    const room = parley.chat.group("ops", ["ada", "bo", "cy"]);
    const [ada, bo] = [talk(parley, "ada", room), talk(parley, "bo", room)];
    bo.say("just talking among ourselves", { mention: false });
    ada.say("first question");
    await expect.poll(() => model.exchanges.length, { timeout: 10_000 }).toBe(1);
    ada.say("one more thing");
    await ada.hears("position");
    ada.say("and another");
    ada.say("and a third");
    await parley.until(async () => (await parley.messages(await parley.threadOf("main"))).some(({ content }) => content === "and a third"));
    held.resolve();
    await ada.hears("To all three.");
    expect(model.exchanges.length).toBe(2);
    const asked = model.exchanges[1]?.asked ?? "";
    for (const words of ["one more thing", "and another", "and a third"]) expect(asked).toContain(words);
    expect(asked).not.toContain("among ourselves");
    expect(asked).toContain('Ada, in the group "ops"');
  });

  it("does not put the words of two people into one turn", async () => {
    const held = Promise.withResolvers<void>();
    await using stage = await openSteward(
      { "from Bo": [says("To Bo.")], "from Cy": [says("To Cy.")], "first question": [says("To the first.")] },
      { before: async (said) => ("text" in said && said.text === "To the first." ? held.promise : undefined) },
    );
    const { parley, model } = stage;
    const room = parley.chat.group("ops", ["ada", "bo", "cy"]);
    const [ada, bo, cy] = [talk(parley, "ada", room), talk(parley, "bo", room), talk(parley, "cy", room)];
    ada.say("first question");
    await expect.poll(() => model.exchanges.length, { timeout: 10_000 }).toBe(1);
    cy.say("from Cy");
    bo.say("from Bo");
    await parley.until(async () => (await parley.session("main")).queue === 2);
    held.resolve();
    await parley.until(async () => (await parley.session("main")).queue === 0);
    await expect.poll(() => model.exchanges.length, { timeout: 10_000 }).toBe(3);
  });

  it("lesson 30: costs nothing while nobody speaks to it for an hour", async () => {
    const clock = jumpingClock();
    await using stage = await openSteward({ hello: [says("Good morning.")] }, { clock });
    const { parley, model } = stage;
    const room = parley.chat.group("ops", ["ada", "bo"]);
    const [ada, bo] = [talk(parley, "ada", room), talk(parley, "bo", room)];
    ada.say("hello");
    await ada.hears("Good morning.");
    const asked = model.headers.length;
    for (let minute = 0; minute < 60; minute++) {
      bo.say(`talk among people ${minute}`, { mention: false });
      clock.jump(60_000);
    }
    ada.say("!!status");
    await ada.hears("main");
    expect(model.headers.length).toBe(asked);
  });
});
