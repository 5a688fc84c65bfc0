import { describe, expect, it } from "vitest";
import { draftOf, moved, newDraft, ruleOf } from "./rule-draft.ts";

describe("a rule that is edited", () => {
  it.each([
    { name: "reviews", kinds: ["review"], session: "reviewer" },
    { addresses: ["telegram:-1001", "irc:#ops"], keywords: ["rollback*", "故障"], session: "ops" },
    { keywords: ["CVE*"], mention: true, invite: "auditor" },
  ])("comes back as it was: %j", (rule) => {
    expect(ruleOf(draftOf(rule, 2))).toEqual({ was: 3, ...rule });
  });

  it("leaves out what is empty, and takes commas of both scripts", () => {
    expect(ruleOf({ ...newDraft(1, "demo"), keywords: " a ,，b、 " })).toEqual({ was: null, session: "demo", keywords: ["a", "b"] });
  });

  it("mentions only whom it invites", () => {
    expect(ruleOf({ ...newDraft(1, "demo"), mention: true })).not.toHaveProperty("mention");
  });

  it("moves by one place, and not past an end", () => {
    const [a, b] = [newDraft(1, "a"), newDraft(2, "b")];
    expect([moved([a, b], 0, 1), moved([a, b], 1, -1)]).toEqual([
      [b, a],
      [b, a],
    ]);
    expect(moved([a, b], 1, 1)).toEqual([a, b]);
  });
});
