import { describe, expect, it } from "vitest";
import { pageInvitation } from "#test/fakes/page-agents";
import { en } from "./en.ts";
import { runWords } from "./run-words.ts";

const now = Date.parse("2026-11-15T12:00:00Z");

describe("how a run ended", () => {
  it.each([
    [{ state: "ended", exit_code: 0, duration_ms: 2_000 }, "exit 0, 2.0 s"],
    [{ state: "ended", exit_code: null, signal: "SIGKILL", duration_ms: 2_000 }, "ended by SIGKILL, 2.0 s"],
    [{ state: "joined", exit_code: null }, "Here"],
    [
      { state: "lost", exit_code: null, reason: "Bee ended while the hub was down. How it ended is not known; it was not started again." },
      "Lost when the hub stopped: Bee ended while the hub was down. How it ended is not known; it was not started again.",
    ],
    [{ state: "ended", exit_code: null, signal: null, reason: "Bee could not be started: no such file" }, "Bee could not be started: no such file"],
  ] as const)("%j is told as %s", (some, told) => {
    expect(runWords(pageInvitation(now, { signal: null, ...some }), en)).toBe(told);
  });
});
