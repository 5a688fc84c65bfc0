import type { SeatSpec } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { AgentTool } from "#agents/kit/loop/agent-tool";
import { askTool, type AskPeople } from "./ask.ts";
import { hubTool } from "./hub-tools.ts";
import { skillTool } from "./skill.ts";
import { terminalExecTool } from "./terminal-exec.ts";

/** What the agent can do in a turn. Words of a third party, or of a guest, get nothing done: for them it can only look. */
export function stewardTools(spec: SeatSpec, turn: TurnId, how: { readonly onlyLooks: boolean; readonly ask: AskPeople }): readonly AgentTool[] {
  const tools = spec.tools();
  if (how.onlyLooks) return tools.filter(({ isReading }) => isReading).map((tool) => hubTool(spec, turn, tool));
  return [terminalExecTool(spec, turn), ...tools.map((tool) => hubTool(spec, turn, tool)), skillTool(spec, turn), askTool(turn, how.ask)];
}
