/** What an agent is doing inside a turn, for people who wait. */
export interface WorkStatus {
  readonly doing: "working" | "retrying" | "rate_limited" | "compacting" | "stalled";
  /** What it works on, why it retries, or what it was doing when it stopped moving. `stalled` is no sign of life. */
  readonly what?: string;
  /** Epoch ms: when a rate limit ends, or the next try comes. */
  readonly until?: number;
}

export interface PlanItem {
  readonly text: string;
  readonly state: "pending" | "in_progress" | "done";
}

/** The agent's own todo list. */
export type WorkPlan = readonly PlanItem[];

/** What one turn has used so far. */
export interface TurnUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, where the agent knows it. */
  readonly cost?: number;
  /** Tokens that still fit into the model's context. */
  readonly contextLeft?: number;
}

/** All turns of a session together; model and context are those of the latest. */
export interface SessionUsage extends TurnUsage {
  readonly turns: number;
}

/** Adds a turn's usage to its session's, in place of what the same turn reported before. */
export function addUsage(total: SessionUsage | undefined, before: TurnUsage | undefined, now: TurnUsage): SessionUsage {
  const cost = (total?.cost ?? 0) - (before?.cost ?? 0) + (now.cost ?? 0);
  const isCostKnown = total?.cost !== undefined || now.cost !== undefined;
  return {
    model: now.model,
    inputTokens: (total?.inputTokens ?? 0) - (before?.inputTokens ?? 0) + now.inputTokens,
    outputTokens: (total?.outputTokens ?? 0) - (before?.outputTokens ?? 0) + now.outputTokens,
    ...(isCostKnown && { cost: Math.max(0, Math.round(cost * 1e6) / 1e6) }),
    ...(now.contextLeft !== undefined && { contextLeft: now.contextLeft }),
    turns: (total?.turns ?? 0) + (before === undefined ? 1 : 0),
  };
}
