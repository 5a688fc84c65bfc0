import { terminalCommand } from "#commands/kit/terminal-command";
import type { Capability, Command, Language } from "#domain/command";
import { catalogue, say } from "#lib/words";

export function terminalHelpCommand(commands: () => readonly Command[]): Command {
  return terminalCommand({ name: "help", usage: "help", summary: catalogue.summaryTerminalHelp }, async (_args, { language }) => {
    const known = commands();
    const width = Math.max(...known.map(({ name }) => name.length));
    return {
      exitCode: 0,
      text: known
        .map(({ name, usage, summary, needs }) => {
          const indent = " ".repeat(width + 2);
          return [`${name.padEnd(width)}  ${summary[language]}`, `${indent}${usage}`, `${indent}${touches(needs, language)}`].join("\n");
        })
        .join("\n"),
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

const words = { "files.read": "touchesRead", "files.write": "touchesWrite", network: "touchesNetwork", risky: "touchesRisky" } as const;

/** What it may touch, which is what decides who may run it. */
function touches(needs: readonly Capability[], language: Language): string {
  if (needs.length === 0) return say(language, "touchesNothing");
  return say(language, "touches", { what: needs.map((need) => say(language, words[need])).join(say(language, "touchesAnd")) });
}
