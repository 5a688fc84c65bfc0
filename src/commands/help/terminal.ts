import { terminalCommand } from "#commands/kit/terminal-command";
import type { Command } from "#domain/command";
import { catalogue } from "#lib/words";

export function terminalHelpCommand(commands: () => readonly Command[]): Command {
  return terminalCommand({ name: "help", usage: "help", summary: catalogue.summaryTerminalHelp }, async (_args, { language }) => {
    const known = commands();
    const width = Math.max(...known.map(({ name }) => name.length));
    return {
      exitCode: 0,
      text: known.map(({ name, usage, summary }) => `${name.padEnd(width)}  ${summary[language]}\n${" ".repeat(width)}  ${usage}`).join("\n"),
      result: {
        ok: true,
        commands: known.map(({ name, usage, summary, needs, limits }) => ({
          name,
          usage,
          summary: summary[language],
          capabilities: [...needs],
          limits: { time_ms: limits.timeMs, input_chars: limits.inputChars, output_chars: limits.outputChars },
        })),
      },
    };
  });
}
