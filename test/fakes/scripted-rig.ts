import type { NewId } from "#domain/ids";
import { sortableIds } from "#lib/sortable-id";
import type { AgentRig } from "#test/contracts/agent-rig";
import { fakeClock } from "#test/fakes/clock";
import { fakeSpec } from "#test/fakes/seat-hub";
import { createScriptedDriver } from "#agents/scripted/driver";

/** A scripted driver on a clock that the test moves; files below /files can be read. */
export function scriptedRig(source: string): AgentRig & { readonly clock: ReturnType<typeof fakeClock> } {
  const clock = fakeClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const spec = fakeSpec({ settings: { script: "a.script" } });
  return {
    clock,
    newId,
    spec,
    driver: createScriptedDriver({ clock, newId, readScript: async (path) => (path.startsWith("/files/") ? `what is in ${path}` : source) }),
    until: (isSo) => clock.until(isSo),
    rest: () => clock.advance(60_000),
    timers: () => clock.pending,
  };
}
