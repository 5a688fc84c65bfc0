import { expect, it } from "vitest";
import type { RegisteredAgent } from "#domain/agent-card";
import { kit, refusal } from "#test/contracts/store/kit";
import type { OpenStore } from "#test/contracts/store/kit";

function card(id: RegisteredAgent["id"], more: Partial<RegisteredAgent> = {}): RegisteredAgent {
  return {
    id,
    name: "Cursor (GPT)",
    ide: "Cursor",
    model: "GPT",
    description: "d",
    capabilities: ["code"],
    skills: [{ id: "s", name: "S" }],
    aliasSource: "auto",
    at: 5,
    lastHeartbeat: 5,
    lastActivity: "registered",
    lastActivityAt: 5,
    ...more,
  };
}

export function agentContract(open: OpenStore): void {
  it("keeps an agent as it told of itself, and what it changes", async () => {
    await using k = await kit(open);
    const agent = card("agt_1", { displayName: "Curt", emoji: "c", resumeCommand: "rm -rf /", owner: "per_ann", invitedAs: "cursor" });
    expect(await k.store.putAgent(agent)).toEqual(agent);
    await k.reopen();
    expect(await k.store.registeredAgent("agt_1")).toEqual(agent);
    const changed = card("agt_1", { description: "other", capabilities: [] });
    expect(await k.store.putAgent(changed)).toEqual(changed);
    expect(await k.store.registeredAgents()).toEqual([changed]);
    expect(await k.store.registeredAgent("agt_2")).toBeUndefined();
  });

  it("puts a number behind a name that another agent, a person, a session or a token's holder has", async () => {
    await using k = await kit(open);
    await k.store.addPerson({ id: "per_a", name: "Ann", role: "member", accounts: [], source: "store" }, k.record());
    await k.session(await k.thread(), { name: "Work" });
    await k.store.addToken({ id: "tok_1", holder: { kind: "agent", agent: "agt_t", name: "Toks", may: [] }, label: "", at: 1 }, "h", k.record());
    const name = async (id: RegisteredAgent["id"], wanted: string): Promise<string> => (await k.store.putAgent(card(id, { name: wanted }))).name;
    expect(await Promise.all([name("agt_1", "Cursor (GPT)"), name("agt_2", "cursor (gpt)"), name("agt_3", "Cursor (GPT)")])).toEqual([
      "Cursor (GPT)",
      "cursor (gpt) 2",
      "Cursor (GPT) 3",
    ]);
    expect([await name("agt_4", "ann"), await name("agt_5", "Work"), await name("agt_6", "Toks")]).toEqual(["ann 2", "Work 2", "Toks 2"]);
    expect(await name("agt_t", "Toks")).toBe("Toks");
    expect(await name("agt_1", "Cursor (GPT)")).toBe("Cursor (GPT)");
    expect(await refusal(name("agt_7", "Hub"))).toBe("NameTaken");
  });

  it("ends an agent once, with its tokens, and gives its name away again", async () => {
    await using k = await kit(open);
    await k.store.putAgent(card("agt_1"));
    const holder = { kind: "agent", agent: "agt_1", name: "Cursor (GPT)", may: [] } as const;
    await k.store.addToken({ id: "tok_1", holder, label: "", at: 1 }, "h1", k.record());
    await k.store.addToken({ id: "tok_2", holder: { ...holder, agent: "agt_other", name: "other" }, label: "", at: 1 }, "h2", k.record());
    expect(await k.store.endAgent("agt_1", 9, k.record({ data: { what: "kicked" } }))).toBe(true);
    expect(await k.store.endAgent("agt_1", 10, k.record())).toBe(false);
    expect(await k.store.tokenByHash("h1", 9)).toBeUndefined();
    expect(await k.store.tokenByHash("h2", 9)).toBeDefined();
    expect((await k.store.auditRecords({ limit: 1 }))[0]).toMatchObject({ data: { what: "kicked" } });
    const next = await k.store.putAgent(card("agt_2"));
    expect(next.name).toBe("Cursor (GPT)");
    expect(await k.store.registeredAgents()).toEqual([next]);
    expect((await k.store.registeredAgents({ gone: true })).map(({ id, goneAt }) => [id, goneAt])).toEqual([
      ["agt_1", 9],
      ["agt_2", undefined],
    ]);
    expect(await k.store.registeredAgent("agt_1")).toMatchObject({ goneAt: 9 });
  });

  it("finds an agent by the name it has now, and else by a token it had", async () => {
    await using k = await kit(open);
    await k.store.addToken({ id: "tok_1", holder: { kind: "agent", agent: "agt_t", name: "Toks", may: [] }, label: "", at: 1 }, "h", k.record());
    await k.store.putAgent(card("agt_1"));
    expect([await k.store.agentNamed("toks"), await k.store.agentNamed("CURSOR (gpt)"), await k.store.agentNamed("x")]).toEqual(["agt_t", "agt_1", undefined]);
    await k.store.endAgent("agt_1", 9, k.record());
    expect(await k.store.agentNamed("Cursor (GPT)")).toBeUndefined();
  });

  it("keeps for which one thread a token is good", async () => {
    await using k = await kit(open);
    const holder = { kind: "agent", agent: "agt_1", name: "Guest", may: [], only: "thr_1" } as const;
    await k.store.addToken({ id: "tok_1", holder, label: "", at: 1 }, "h", k.record());
    await k.reopen();
    expect((await k.store.tokenByHash("h", 1))?.holder).toEqual(holder);
  });

  it("keeps the last sign of life, and wakes whoever watches agents only when something changed", async () => {
    await using k = await kit(open);
    await k.store.putAgent(card("agt_1"));
    const end = new AbortController();
    const batches = k.store.changes(end.signal)[Symbol.asyncIterator]();
    await k.store.touchAgent("agt_1", "msg_wait", 20);
    expect((await batches.next()).value).toEqual([{ topic: "agents" }]);
    await k.store.touchAgent("agt_1", "msg_wait", 30);
    expect(await k.store.registeredAgent("agt_1")).toMatchObject({ lastHeartbeat: 30, lastActivity: "msg_wait", lastActivityAt: 30 });
    const thread = await k.thread();
    expect((await batches.next()).value).toEqual([{ topic: "thread", thread, rev: 0 }]);
    await k.store.endAgent("agt_1", 40, k.record());
    await k.store.touchAgent("agt_1", "late", 50);
    expect(await k.store.registeredAgent("agt_1")).toMatchObject({ lastHeartbeat: 30 });
    expect((await batches.next()).value).toEqual([{ topic: "agents" }]);
    end.abort();
  });
}
