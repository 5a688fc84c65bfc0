import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { encodeExec } from "#http/encode/encode-runs";
import { answer, failure } from "#http/mcp/result";
import { tool, type Tool } from "#http/mcp/tool";
import { execTimeout } from "#protocol/runs";
import { defined } from "#lib/defined";

const terminalExec = tool({
  name: "terminal_exec",
  description:
    "Runs one command of Parley's own terminal and returns exit_code, stdout, stderr, result and artifacts. It looks like a command line but is not a shell: no programs, no pipes, only the commands that `help` lists. `skill list` shows what can be done with them.",
  badArguments: "InvalidArgs",
  input: z.object({
    // What is wrong with the line or the input is the terminal's to say.
    command: z.string().describe("One line: a command, its subcommand, --flags with values. Values with spaces stand in double quotes. Example: hello"),
    stdin: z.string().optional().describe("Plain text for commands that read it, such as irc send --text-stdin."),
    timeout_ms: execTimeout.optional().describe("The command is stopped after it; no more than the command's own limit."),
  }),
  run: async ({ deps, by, ending, progress }, { command, stdin, timeout_ms: timeoutMs }) => {
    const run = await deps.hub.terminal.exec({
      by,
      surface: "mcp",
      line: command,
      signal: ending.signal,
      ...defined({ stdin, timeoutMs, progress }),
    });
    if (ending.signal.reason instanceof ParleyError) throw ending.signal.reason;
    const output = { ...encodeExec(run, deps.language) };
    return output.exit_code === 0 ? answer(output) : failure(output);
  },
});

export const terminalTools: readonly Tool[] = [terminalExec];
