import type { AgentWire, AgentsWire } from "#protocol/agents";
import type { InvitableWire, InvitationWire } from "#protocol/invitations";

/** Who is here, who was, and who can be invited. */
export function pageAgents(now: number): AgentsWire {
  const agent = (id: string, name: string, some: Partial<AgentWire>): AgentWire => ({
    id,
    name,
    display_name: null,
    emoji: null,
    ide: "",
    model: "",
    description: "",
    is_online: false,
    is_invitable: false,
    is_available: false,
    agent_name: null,
    last_activity: "",
    threads: [],
    ...some,
  });
  const invitable = (name: string, shown: string, some: Partial<InvitableWire>): InvitableWire => ({
    agent_name: name,
    display_name: shown,
    description: "",
    is_invitable: true,
    command: `${name} --thread {thread_id}`,
    timeout_seconds: 30,
    max_runtime_seconds: 3_600,
    run_as: null,
    environment: [],
    health: { ok: true, says: "The command is there and may be run.", checked_at: new Date(now).toISOString() },
    last: null,
    ...some,
  });
  return {
    agents: [
      agent("agt_steward", "Steward", { is_online: true, is_available: true, last_activity: "waiting" }),
      agent("agt_old", "Cursor (sonnet)", { ide: "Cursor", model: "sonnet" }),
      agent("agt_invitable_codex", "codex", { is_invitable: true, is_available: true, agent_name: "codex" }),
      agent("agt_invitable_copilot-cli", "copilot-cli", { is_invitable: true, is_available: true, agent_name: "copilot-cli" }),
    ],
    invitable: [
      invitable("codex", "Codex", { description: "Reviews what others wrote", last: pageInvitation(now, { exit_code: 0 }) }),
      invitable("copilot-cli", "Copilot CLI", {
        description: "GitHub Copilot Command Line Interface",
        last: pageInvitation(now, { id: "inv_2", agent_name: "copilot-cli", exit_code: 127, duration_ms: 61, output: "sh: copilot: not found\n" }),
        health: { ok: false, says: "copilot is not on the path of the hub.", checked_at: new Date(now).toISOString() },
      }),
      invitable("night", "Night shift", { is_invitable: false }),
    ],
    invalid_agents: [
      { agent_name: "shelly", why: "Its command has a pipe outside quotes. Put it into a script and name the script.", waits: null, question: null },
      { agent_name: "fresh", why: "It was added while the hub ran, and waits for an admin's yes.", waits: invitable("fresh", "Fresh", {}), question: null },
    ],
  };
}

export function pageInvitation(now: number, some: Partial<InvitationWire>): InvitationWire {
  const at = new Date(now - 40 * 60_000).toISOString();
  return {
    id: "inv_1",
    agent_name: "codex",
    thread_id: "thr_gateway",
    invited_by: "Mara",
    started_at: at,
    state: "ended",
    joined_at: null,
    ended_at: at,
    exit_code: null,
    signal: null,
    duration_ms: 4_200,
    command: "codex --thread thr_gateway",
    reason: "",
    output: "",
    ...some,
  };
}
