import { describe, expect, it } from "vitest";
import { stepQuestion } from "./question.ts";
import type { QuestionEvent, QuestionState } from "./question.ts";

const walk: Record<QuestionState, Record<QuestionEvent, QuestionState | undefined>> = {
  open: { answer: "answered", expire: "expired", withdraw: "withdrawn" },
  answered: { answer: undefined, expire: undefined, withdraw: undefined },
  expired: { answer: undefined, expire: undefined, withdraw: undefined },
  withdrawn: { answer: undefined, expire: undefined, withdraw: undefined },
};
const states = Object.keys(walk) as QuestionState[];
const events = Object.keys(walk.open) as QuestionEvent[];

describe("the question's table", () => {
  for (const state of states) {
    it.each(events)(`on ${state} %s is as written`, (event) => {
      expect(stepQuestion(state, event)).toBe(walk[state][event]);
    });
  }

  it("closes a question once: whatever comes second comes too late", () => {
    const closed = events.flatMap((first) => stepQuestion("open", first) ?? []);
    expect(closed).toHaveLength(events.length);
    for (const state of closed) expect(events.map((second) => stepQuestion(state, second))).toEqual([undefined, undefined, undefined]);
  });
});
