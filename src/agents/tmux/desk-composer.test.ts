import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { parrot } from "#test/fakes/parrot/profile";
import { DeskComposer } from "./desk-composer.ts";
import { TurnRecord } from "./turn-record.ts";

const busy = (composer: string) => ({ kind: "busy" as const, composer });
const ready = (composer: string) => ({ kind: "ready" as const, composer });

function turn(text: string) {
  return { text, record: new TurnRecord((said) => said === text) };
}

describe("what is typed at the desk", () => {
  it("was just sent when the composer is emptied, until the record has it or some time has passed", async () => {
    const clock = fakeClock();
    const composer = new DeskComposer({ clock, profile: parrot });
    composer.shows(ready("half a thought"), undefined);
    expect(composer.wasJustSent).toBe(false);
    composer.shows(ready(""), undefined);
    expect(composer.wasJustSent).toBe(true);
    composer.recorded();
    expect(composer.wasJustSent).toBe(false);
    composer.shows(ready("more"), undefined);
    composer.shows(ready(""), undefined);
    await clock.advance(10_000);
    expect(composer.wasJustSent).toBe(false);
  });

  it("is taken up after the turn in which it was sent, however long that takes", async () => {
    const clock = fakeClock();
    const composer = new DeskComposer({ clock, profile: parrot });
    const run = turn("hello");
    composer.shows(busy("hello"), run);
    composer.shows(busy(""), run);
    run.record.taken();
    composer.shows(busy("hello"), run);
    composer.shows(busy(""), run);
    composer.turnEnded();
    expect(composer.wasJustSent).toBe(false);
    composer.shows(busy("typed meanwhile"), run);
    composer.shows(busy(""), run);
    await clock.advance(60_000);
    composer.turnEnded();
    expect(composer.wasJustSent).toBe(true);
    composer.recorded();
    expect(composer.wasJustSent).toBe(false);
  });
});
