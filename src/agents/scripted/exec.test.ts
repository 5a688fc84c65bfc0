import { expect, it } from "vitest";
import { createScriptedDriver } from "#agents/scripted/driver";
import type { NewId } from "#domain/ids";
import { sortableIds } from "#lib/sortable-id";
import { fakeClock } from "#test/fakes/clock";
import { fakeSpec, seatHub } from "#test/fakes/seat-hub";

const script = `otherwise
  exec "echo a" stdin "b"
  exec "echo {artifact} {stdout}"
  exec "sing"
  say "{stderr}, {exit}"
`;

it("runs lines of the terminal, and hands on what they gave", async () => {
  const clock = fakeClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const driver = createScriptedDriver({ clock, newId, readScript: async () => script });
  const hub = seatHub();
  const spec = fakeSpec({ settings: { script: "a" } });
  await using seat = await driver.open(spec, hub.sink(), new AbortController().signal);
  const turn = newId("trn");
  await seat.begin(turn, { text: "x", by: "Ann", outside: false, files: [] });
  await clock.until(() => hub.endings(turn).length > 0);
  const last = hub.of(turn).flatMap((event) => (event.kind === "step" && event.step.state !== "running" ? [event.step] : []));
  expect(last.map(({ what, state, detail }) => [what, state, detail])).toEqual([
    ["echo a", "done", "run-1.txt"],
    ["echo run-1.txt ab", "done", "run-2.txt"],
    ["sing", "failed", "no such command"],
  ]);
  expect(hub.endings(turn)).toMatchObject([{ how: "completed", text: "no such command, 1" }]);
});
