import { expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Invitation } from "#domain/invitation";
import { all, kit } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

export function invitation(thread: ThreadId, more: Partial<Invitation> = {}): Invitation {
  return {
    id: "inv_1",
    agentName: "claude",
    thread,
    by: "per_ann",
    byName: "Ann",
    at: 5,
    argv: ["claude", "-p", "hi"],
    state: "starting",
    reason: "",
    output: "",
    ...more,
  };
}

export function invitationContract(open: OpenStore): void {
  it("keeps an invitation by its id, from the word that asked for it to its end, with its records", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.store.putInvitation(invitation(thread), [k.record({ data: { what: "invited" } })]);
    const ended = invitation(thread, {
      state: "ended",
      pid: 7,
      pidBegan: "99",
      agent: "agt_1",
      joinedAt: 6,
      endedAt: 9,
      exitCode: 1,
      signal: "SIGTERM",
      output: "no",
    });
    await k.store.putInvitation(ended, [k.record({ data: { what: "ended" } })]);
    await k.reopen();
    expect(await k.store.invitations(all, { limit: 9 })).toEqual([ended]);
    expect(await k.store.auditRecords({ limit: 9 })).toHaveLength(2);
  });

  it("lists the newest first, by agent, by thread, and those that are open", async () => {
    await using k = await kit(open);
    const [one, two] = [await k.thread(), await k.thread()];
    const states = ["starting", "running", "joined", "ended", "refused", "lost"] as const;
    for (const [i, state] of states.entries()) {
      await k.store.putInvitation(invitation(i % 2 === 0 ? one : two, { id: `inv_${i}`, state, agentName: i < 3 ? "claude" : "codex" }), []);
    }
    const list = async (which: Omit<Parameters<typeof k.store.invitations>[1], "limit">, limit = 9): Promise<string> =>
      (await k.store.invitations(all, { ...which, limit })).map(({ id }) => id.slice(4)).join("");
    expect([await list({}), await list({}, 2), await list({ open: true }), await list({ open: false })]).toEqual(["543210", "54", "210", "543210"]);
    expect([await list({ agentName: "claude" }), await list({ thread: one }), await list({ agentName: "codex", thread: one })]).toEqual(["210", "420", "4"]);
    expect([await list({ open: true, thread: one }), await list({ open: true, agentName: "codex" })]).toEqual(["20", ""]);
  });

  it("wakes whoever watches agents", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const end = new AbortController();
    const batches = k.store.changes(end.signal)[Symbol.asyncIterator]();
    await k.store.putInvitation(invitation(thread), []);
    expect((await batches.next()).value).toEqual([{ topic: "agents" }]);
    end.abort();
  });
}
