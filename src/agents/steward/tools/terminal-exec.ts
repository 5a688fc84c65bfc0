import { z } from "zod";
import type { SeatSpec } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import { markData } from "#agents/steward/mark-data";
import { defined } from "#lib/defined";
import { callKey } from "./call-key.ts";
import { outcomeOf } from "./run-outcome.ts";

export function terminalExecTool(spec: Pick<SeatSpec, "exec">, turn: TurnId): AgentTool {
  return agentTool({
    name: "terminal_exec",
    description:
      "Runs one command of Parley's own terminal. It looks like a command line but is not a shell: no programs, no pipes, only the commands that `help` lists, such as doc extract --in FILE for documents.",
    input: z.object({
      command: z.string().min(1).max(8_000).describe("One line. Values with spaces stand in double quotes."),
      stdin: z.string().max(64_000).optional(),
      timeout_ms: z.int().min(1).max(600_000).optional(),
    }),
    run: async ({ command, stdin, timeout_ms: timeoutMs }, run) => {
      const key = callKey(turn, run, "terminal_exec", [command, stdin]);
      const ran = await spec.exec(command, { key, signal: run.signal, ...defined({ stdin, timeoutMs }) });
      const outcome = outcomeOf(`terminal_exec ${command}`, ran);
      // What programs read is more exact than what people do; a refusal has said everything.
      if (ran.code !== undefined || ran.result === undefined || ran.text === "") return outcome;
      return { ...outcome, text: `${outcome.text}\n${markData("result", JSON.stringify(ran.result))}` };
    },
  });
}
