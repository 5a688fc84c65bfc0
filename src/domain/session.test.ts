import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { stepSession } from "./session.ts";
import type { SessionEvent, SessionState } from "./session.ts";

// Every state with every event, written out: what changes nothing stands here too.
const walk: Record<SessionState, Record<SessionEvent, SessionState>> = {
  idle: {
    taken: "processing",
    ended: "idle",
    stopped: "idle",
    asked: "idle",
    answered: "idle",
    dropped: "idle",
    failed: "idle",
    timeout: "idle",
    late: "idle",
    gone: "dead",
    restarted: "idle",
  },
  processing: {
    taken: "processing",
    ended: "idle",
    stopped: "idle",
    asked: "waiting_input",
    answered: "processing",
    dropped: "processing",
    failed: "error",
    timeout: "error",
    late: "processing",
    gone: "dead",
    restarted: "processing",
  },
  waiting_input: {
    taken: "waiting_input",
    ended: "idle",
    stopped: "idle",
    asked: "waiting_input",
    answered: "processing",
    dropped: "idle",
    failed: "error",
    timeout: "waiting_input",
    late: "waiting_input",
    gone: "dead",
    restarted: "waiting_input",
  },
  error: {
    taken: "processing",
    ended: "error",
    stopped: "error",
    asked: "error",
    answered: "error",
    dropped: "error",
    failed: "error",
    timeout: "error",
    late: "idle",
    gone: "dead",
    restarted: "error",
  },
  dead: {
    taken: "dead",
    ended: "dead",
    stopped: "dead",
    asked: "dead",
    answered: "dead",
    dropped: "dead",
    failed: "dead",
    timeout: "dead",
    late: "dead",
    gone: "dead",
    restarted: "idle",
  },
};

function after(start: SessionState, ...events: SessionEvent[]): SessionState {
  return events.reduce(stepSession, start);
}

describe("the session's table", () => {
  for (const state of Object.keys(walk) as SessionState[]) {
    it.each(Object.entries(walk[state]) as [SessionEvent, SessionState][])(`takes ${state} on %s to %s`, (event, next) => {
      expect(stepSession(state, event)).toBe(next);
    });
  }

  verifies("C-11.5-1", "has the states idle, processing, waiting_input and error, and dead for a process that is gone", () => {
    const reached = Object.entries(walk).flatMap(([from, events]) => [
      from,
      ...(Object.keys(events) as SessionEvent[]).map((event) => stepSession(from as SessionState, event)),
    ]);
    expect([...new Set(reached)].toSorted()).toEqual(["dead", "error", "idle", "processing", "waiting_input"]);
  });

  verifies("C-11.5-2", "a prompt that is taken makes an idle session process", () => {
    expect(after("idle", "taken")).toBe("processing");
  });

  verifies("C-11.5-3", "completion makes it idle again", () => {
    expect(after("idle", "taken", "ended")).toBe("idle");
  });

  verifies("C-11.5-4", "a question makes it wait for input, also a second one in the same turn", () => {
    expect(after("processing", "asked")).toBe("waiting_input");
    expect(after("processing", "asked", "answered", "asked")).toBe("waiting_input");
  });

  verifies("C-11.5-5", "the person's answer lets it go on", () => {
    expect(after("processing", "asked", "answered")).toBe("processing");
  });

  verifies("C-11.5-6", "a timeout or a failure is an error, and the next prompt leaves it", () => {
    expect(after("processing", "timeout")).toBe("error");
    expect(after("processing", "failed")).toBe("error");
    expect(after("error", "taken")).toBe("processing");
    expect(after("processing", "timeout", "late")).toBe("idle");
  });

  it("stands still while a person is asked: no timeout leaves waiting_input", () => {
    expect(after("waiting_input", "timeout")).toBe("waiting_input");
  });

  it("takes a dead session nowhere but back to idle by a restart", () => {
    expect(after("processing", "gone", "ended", "taken")).toBe("dead");
    expect(after("dead", "restarted", "taken")).toBe("processing");
  });
});
