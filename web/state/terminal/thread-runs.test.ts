import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunLineWire } from "#protocol/runs";
import { lineOfRun, pageRun } from "#test/fakes/page-runs";
import { ranFromSnapshot, withRuns } from "./thread-runs.ts";

const run = (n: number, isOver = true): RunLineWire =>
  lineOfRun(pageRun(n * 60_000, 0, { id: `run_${n}`, ...(isOver ? {} : { duration_ms: null, exit_code: null }) }));
const ids = (lines: readonly RunLineWire[]): readonly string[] => lines.map(({ id }) => id);

describe("the runs of a thread", () => {
  it("stand in the order they were begun in, each once, however they arrive", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (told) => {
        const lines = told.reduce<readonly RunLineWire[]>((have, n) => withRuns(have, [run(n)]), []);
        expect(ids(lines)).toEqual([...new Set(told)].sort((a, b) => a - b).map((n) => `run_${n}`));
      }),
    );
  });

  it("stay over once they are over, whichever of their copies arrives last", () => {
    expect(withRuns([run(1)], [run(1, false)])[0]?.ended_at).not.toBeNull();
    expect(withRuns([run(1, false)], [run(1)])[0]?.ended_at).not.toBeNull();
  });

  it("begin anew where a snapshot does not reach up to what is known", () => {
    expect(ranFromSnapshot({ lines: [run(1)], hasMore: false }, [run(5)])).toMatchObject({ lines: [{ id: "run_5" }], hasMore: true });
    expect(ids(ranFromSnapshot({ lines: [run(1)], hasMore: false }, [run(2), run(1)]).lines)).toEqual(["run_1", "run_2"]);
    expect(ranFromSnapshot(undefined, [])).toEqual({ lines: [], hasMore: false });
  });
});
