import { describe, expect, it } from "vitest";
import { type Invites, type Tried, openInvites } from "./invites.ts";

/** Resolves when the click stands so. */
function until(invites: Invites, kind: Tried["kind"] | undefined): Promise<void> {
  return new Promise((resolve) => {
    invites.tried.subscribe((tried) => {
      if (tried.get("thr_1 codex")?.kind === kind) resolve();
    });
  });
}

describe("a click on Invite", () => {
  it("asks once, however often it is pressed while the hub has not answered", async () => {
    const asked: string[] = [];
    const answer = Promise.withResolvers<void>();
    const invites = openInvites({
      invite: (agent, thread) => {
        asked.push(`${agent} ${thread}`);
        return answer.promise;
      },
      look: async () => {},
    });
    invites.invite("codex", "thr_1");
    invites.invite("codex", "thr_1");
    invites.invite("codex", "thr_2");
    expect(asked).toEqual(["codex thr_1", "codex thr_2"]);
    expect(invites.tryOf("codex", "thr_1")).toEqual({ kind: "asking" });
    answer.resolve();
    await until(invites, undefined);
    invites.invite("codex", "thr_1");
    expect(asked).toHaveLength(3);
  });

  it("keeps the refusal until it is pressed again", async () => {
    const error = new Error("not here");
    const invites = openInvites({ invite: () => Promise.reject(error), look: async () => {} });
    invites.invite("codex", "thr_1");
    await until(invites, "refused");
    expect(invites.tryOf("codex", "thr_1")).toEqual({ kind: "refused", error });
    invites.invite("codex", "thr_1");
    expect(invites.tryOf("codex", "thr_1")).toEqual({ kind: "asking" });
  });
});
