import { z } from "zod";
import { encodeExec } from "#http/encode-runs";
import { answer, failure } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";
import { execLimits } from "#protocol/runs";

const terminalExec = tool({
  name: "terminal_exec",
  description:
    "Runs one command of Parley's own terminal and returns exit_code, stdout, stderr, result and artifacts. It looks like a command line and is none: no shell, no pipes, no programs, only the commands that `help` lists. `skill list` shows what can be done with them.",
  input: z.object({
    command: z
      .string()
      .min(1)
      .max(execLimits.commandChars)
      .describe("One line: a command, its subcommand, --flags with values. Values with spaces stand in double quotes. Example: hello"),
    stdin: z.string().max(execLimits.stdinChars).optional().describe("Plain text for commands that read it, such as irc send --text-stdin."),
    timeout_ms: z.number().int().min(1).max(execLimits.timeoutMs).optional().describe("The command is stopped after it; no more than the command's own limit."),
  }),
  run: async ({ deps, by, ending, progress }, { command, stdin, timeout_ms: timeoutMs }) => {
    const run = await deps.hub.terminal.exec({
      by,
      surface: "mcp",
      line: command,
      signal: ending.signal,
      ...(stdin === undefined ? {} : { stdin }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(progress === undefined ? {} : { progress }),
    });
    const output = { ...encodeExec(run, deps.language) };
    return output.exit_code === 0 ? answer(output) : failure(output);
  },
});

export const terminalTools: readonly Tool[] = [terminalExec];
