import { describe, expect, it } from "vitest";
import type { AgentWire } from "#protocol/agents";
import { pageScenario } from "#test/fakes/page-scenario";
import { agentList } from "./agent-list.ts";

const { agents, invitable } = pageScenario(0).snapshot;
const agent = (id: string, some: Partial<AgentWire>): AgentWire => ({ ...agents[1]!, id, name: id, ...some });
const shown = (all: readonly AgentWire[]): readonly string[] => agentList(all, invitable).shown.map(({ agent: { id }, name }) => `${id} ${name}`);

describe("the list of agents", () => {
  it("has who is here first, then who can be invited by the operator's name for it, then who was here", () => {
    const all = [agent("gone", {}), agent("codex-1", { agent_name: "codex", is_invitable: true }), agent("here", { is_online: true, display_name: "Steward" })];
    expect(shown(all)).toEqual(["here Steward", "codex-1 Codex", "gone gone"]);
  });

  it("has one line for an agent that can be invited, however often it was here", () => {
    const known = [1, 2, 3].map((n) => agent(`codex-${n}`, { agent_name: "codex", is_online: n === 2 }));
    expect(shown(known)).toEqual(["codex-2 Codex"]);
  });

  it("leaves out those that have been gone longest, and counts them", () => {
    const gone = Array.from({ length: 11 }, (_, n) => agent(`old-${n}`, {}));
    const list = agentList(gone, []);
    expect([list.shown[0]?.name, list.shown.length, list.more]).toEqual(["old-10", 8, 3]);
  });
});
