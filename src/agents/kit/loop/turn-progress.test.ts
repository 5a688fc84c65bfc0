import { expect, it } from "vitest";
import type { TurnEvent } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { fakeClock } from "#test/fakes/clock";
import { TurnProgress } from "./turn-progress.ts";

it("shows a call by its name when its arguments are any JSON but an object with a telling argument", async () => {
  const events: TurnEvent[] = [];
  const sink = {
    isOver: false,
    happened: async (event: TurnEvent) => {
      events.push(event);
      return { how: "kept" as const };
    },
  };
  using progress = new TurnProgress({ clock: fakeClock(), turn: "trn_1" as TurnId, sink, stop: new AbortController().signal });
  const inputs = ["null", "[]", "5", '"path"', "{broken", "", '{"path":null}', '{"path":"a.txt"}'];
  for (const [n, input] of inputs.entries()) await progress.began({ id: `c${n}`, name: "read", input });
  expect(events.map((event) => (event.kind === "step" ? event.step.what : event.kind))).toEqual([...inputs.slice(1).map(() => "read"), "a.txt"]);
});
