import { z } from "zod";
import type { SeatSpec } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import type { Offered } from "#agents/steward/system-prompt";
import { callKey } from "./call-key.ts";

const listed = z.object({ skills: z.array(z.object({ name: z.string(), valid: z.boolean(), description: z.string().optional() })) });
const mostOffered = 50;

/** The workspace's skills by name and description; nothing when they cannot be read. */
export async function offeredSkills(spec: Pick<SeatSpec, "exec">, turn: TurnId, signal: AbortSignal): Promise<readonly Offered[]> {
  const run = await spec.exec("skill list", { key: `${turn}/skills`, signal });
  const found = listed.safeParse(run.result).data?.skills ?? [];
  return found
    .filter(({ valid }) => valid)
    .slice(0, mostOffered)
    .map(({ name, description = "" }) => ({ name, description }));
}

/** The operator's own instructions, so not marked as data. */
export function skillTool(spec: Pick<SeatSpec, "call">, turn: TurnId): AgentTool {
  return agentTool({
    name: "skill",
    description: "Loads a skill: instructions for one kind of work in this workspace. Load it before you do that work.",
    input: z.object({ name: z.string().min(1).max(200) }),
    run: async ({ name }, run) => {
      const { code, message, text = "" } = await spec.call("skill show", { name }, { key: callKey(turn, run, "skill", name), signal: run.signal });
      return code === undefined ? { text } : { isError: true, text: `${code}: ${message ?? ""}` };
    },
  });
}
