import { describe, expect, it } from "vitest";
import type { QuestionWire } from "#protocol/wire";
import { inboxGroups } from "./inbox-groups.ts";

const at = (minute: number): string => new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString();
const question = (id: string, some: Partial<QuestionWire>): QuestionWire =>
  ({ id, state: "open", may_answer: true, asked_at: at(0), expires_at: at(10), answer: null, ...some }) as QuestionWire;

const all = [
  question("late", { expires_at: at(30) }),
  question("soon", { expires_at: at(5) }),
  question("theirs", { may_answer: false }),
  question("first", { state: "answered", answer: { option: "yes", text: null, by: "Mara", surface: "page", at: at(2) } }),
  question("second", { state: "answered", answer: { option: "no", text: null, by: "Mara", surface: "page", at: at(3) } }),
  question("expired", { state: "expired", expires_at: at(1) }),
  question("withdrawn", { state: "withdrawn" }),
];
const ids = (filter: Parameters<typeof inboxGroups>[1]): readonly (readonly string[])[] => {
  const { yours, others, past } = inboxGroups(all, filter);
  return [yours, others, past].map((group) => group.map(({ id }) => id));
};

describe("the questions inbox", () => {
  it("has what expires soonest first, and what is over newest first", () =>
    expect(ids("all")).toEqual([["soon", "late"], ["theirs"], ["second", "first", "expired", "withdrawn"]]));

  it("shows only what waits, or only what became of the others", () => {
    expect(ids("waiting")).toEqual([["soon", "late"], ["theirs"], []]);
    expect(ids("answered")).toEqual([[], [], ["second", "first"]]);
    expect(ids("expired")).toEqual([[], [], ["expired", "withdrawn"]]);
  });
});
