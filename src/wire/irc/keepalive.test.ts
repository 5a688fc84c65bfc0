import { describe, expect, it } from "vitest";
import { fakeClock } from "#test/fakes/clock";
import { createKeepalive } from "./keepalive.ts";

function watched() {
  const clock = fakeClock();
  const seen = { asked: 0, lost: 0 };
  const keepalive = createKeepalive({ quietMs: 60_000, pongMs: 30_000, ask: () => (seen.asked += 1), lost: () => (seen.lost += 1) }, clock);
  return { clock, seen, keepalive };
}

describe("keeping a link alive", () => {
  it("asks nobody who speaks", async () => {
    const { clock, seen, keepalive } = watched();
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(50_000);
      keepalive.heard();
    }
    expect(seen).toEqual({ asked: 0, lost: 0 });
  });

  it("asks after a silence and goes on when there is an answer", async () => {
    const { clock, seen, keepalive } = watched();
    await clock.advance(60_000);
    expect(seen).toEqual({ asked: 1, lost: 0 });
    await clock.advance(29_000);
    keepalive.heard();
    await clock.advance(59_000);
    expect(seen).toEqual({ asked: 1, lost: 0 });
    await clock.advance(1_000);
    expect(seen).toEqual({ asked: 2, lost: 0 });
  });

  it("calls it lost, once, when there is none", async () => {
    const { clock, seen } = watched();
    await clock.advance(600_000);
    expect(seen).toEqual({ asked: 1, lost: 1 });
    expect(clock.pending).toBe(0);
  });

  it("leaves no timer when it is over", () => {
    const { clock, keepalive } = watched();
    keepalive[Symbol.dispose]();
    expect(clock.pending).toBe(0);
  });
});
