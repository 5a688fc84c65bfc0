import { describe, expect, it, vi } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { openSteward, says } from "./steward-stage.ts";
import { people, talk } from "./talk.ts";
import { scheduleTexts } from "#hub/schedules/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
schedules: { time_zone: UTC, per_person: 2 }
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "ask"
  ask permission "May I?" argv ["make"] expires 23h
    when "allow"
      say "allowed"
    otherwise
      say "denied"
otherwise
  say "did {prompt}"
`,
};
const hour = 3_600_000;

describe("a prompt for later", () => {
  it("is said once when its time has come, also after a restart", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say('!!in 2h look at "the build"');
    await bo.hears("Scheduled as");
    await parley.restart();
    bo.say("!!schedules");
    await bo.hears(/once, work, by Bo: look at "the build"/);
    clock.jump(2 * hour);
    await bo.hears('did look at "the build"');
    expect(bo.heard().filter((text) => text.includes("Scheduled by Bo")).length).toBe(1);
    bo.say("!!schedules");
    await bo.hears("Nothing is scheduled");
  });

  it("is said to Parley's own agent too", async () => {
    const clock = jumpingClock();
    await using stage = await openSteward({ "water the plants": [says("Watered.")] }, { clock, yaml: "schedules: { time_zone: UTC }\n" });
    const bo = talk(stage.parley, "bo");
    bo.say("!!in 2h water the plants");
    await bo.hears(/Scheduled as \w{5} for main/);
    expect(stage.model.exchanges.length).toBe(0);
    clock.jump(2 * hour);
    await bo.hears("Watered.");
    expect(stage.model.exchanges.length).toBe(1);
  });

  it("comes every day, and what was missed is told and not said", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ada = talk(parley, "ada");
    const soon = new Date(clock.now() + hour).toISOString().slice(11, 16);
    ada.say(`!!every ${soon} sum up the day`);
    await ada.hears(/Scheduled as \w{5} for work, next at .* \(UTC\)/);
    clock.jump(hour);
    await ada.hears("did sum up the day");
    await parley.down();
    clock.jump(72 * hour);
    await parley.up();
    await ada.hears(/was due at .*3 missed.*Next:/);
    expect(ada.heard().filter((text) => text.includes("did sum up the day")).length).toBe(1);
  });

  it("that was missed and comes once is said late", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ada = talk(parley, "ada");
    ada.say("!!in 2h water the plants");
    await ada.hears("Scheduled as");
    await parley.down();
    clock.jump(5 * hour);
    await parley.up();
    await ada.hears(partOf(scheduleTexts.saidLate));
    await ada.hears("did water the plants");
    expect(ada.heard().filter((text) => text.includes("did water")).length).toBe(1);
  });

  it("answers no question and runs no command, whatever it says", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ana = talk(parley, "ana");
    ana.say("!!in 1h yes");
    await ana.hears("Scheduled as");
    ana.say("!!in 1h !!stop work");
    await parley.chat.waitFor(() => ana.heard().filter((text) => text.includes("Scheduled as")).length === 2);
    ana.say("ask");
    const question = await parley.openQuestion();
    clock.jump(hour);
    await parley.until(async () => (await parley.session("work")).queue === 2);
    expect((await parley.question(question.id)).state).toBe("open");
    await ana.press("Deny");
    await ana.hears("denied");
    await ana.hears("did yes");
    await ana.hears("did !!stop work");
  });

  it("is not said for somebody who was removed, and the thread is told", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    await parley.person("Dee", "member", ["chat:dee"]);
    const [ana, dee] = [talk(parley, "ana"), talk(parley, "dee")];
    ana.say("hello");
    await ana.hears("did hello");
    dee.say("!!in 1h leak the plans");
    await dee.hears("Scheduled as");
    await parley.api("DELETE", "/api/people/Dee");
    clock.jump(hour);
    await ana.hears("Dee is no longer in this hub");
    expect(ana.heard().some((text) => text.includes("did leak"))).toBe(false);
  });

  it("is bounded for each person, cancelled by its author and not by another member", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, cy, ada] = [talk(parley, "bo"), talk(parley, "cy"), talk(parley, "ada")];
    bo.say("!!in 1h one");
    const first = await bo.hears("Scheduled as");
    const code = /Scheduled as (\w{5})/.exec(first.text)?.[1] ?? "";
    bo.say("!!every 30m two");
    bo.say("!!in 1h three");
    await bo.hears(partOf(scheduleTexts.tooMany));
    cy.say(`!!schedules cancel ${code}`);
    await cy.hears(partOf(scheduleTexts.unknown));
    cy.say("!!schedules");
    await cy.hears("Nothing is scheduled");
    ada.say("!!schedules");
    await ada.hears(/by Bo: two[^]*by Bo: one/);
    bo.say(`!!schedules cancel ${code}`);
    await bo.hears(`Cancelled ${code}`);
    bo.say("!!every 1m four");
    await bo.hears(partOf(scheduleTexts.badTime));
    expect(bo.heard().filter((text) => text.includes("Scheduled as")).length).toBe(2);
  });

  it("goes on when the machine's time was set forward by years and back again", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ada = talk(parley, "ada");
    const soon = new Date(clock.now() + hour).toISOString().slice(11, 16);
    ada.say(`!!every ${soon} sum up the day`);
    await ada.hears("Scheduled as");
    ada.say("!!every 2h look around");
    await parley.chat.waitFor(() => ada.heard().filter((text) => text.includes("Scheduled as")).length === 2);
    clock.shiftWall(10 * 365 * 24 * hour);
    clock.jump(6 * 60_000);
    await parley.chat.waitFor(() => ada.heard().filter((text) => text.includes(partOf(scheduleTexts.missed))).length === 2);
    clock.shiftWall(-10 * 365 * 24 * hour);
    clock.jump(6 * 60_000);
    const listed = async (): Promise<string> => {
      const before = ada.heard().length;
      ada.say("!!schedules");
      await parley.chat.waitFor(() => ada.heard().length > before);
      return ada.heard().at(-1) ?? "";
    };
    const year = new Date(clock.now()).getUTCFullYear();
    await vi.waitFor(async () => expect(await listed()).toMatch(new RegExp(`${year}-.*sum up the day`)), { timeout: 10_000 });
    clock.jump(49 * 60_000);
    await ada.hears("did sum up the day");
    clock.jump(72 * 60_000);
    await ada.hears("did look around");
  });

  it("cannot be left behind by a stranger", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const eve = talk(parley, "eve");
    eve.say("!!in 1h do harm");
    clock.jump(hour);
    const bo = talk(parley, "bo");
    bo.say("!!in 1h good");
    await bo.hears("Scheduled as");
    clock.jump(hour);
    await bo.hears("did good");
    expect(parley.chat.posted.some(({ text }) => text.includes("do harm"))).toBe(false);
  });
});
