import { terminalCommand } from "#commands/kit/terminal-command";
import { jsonSchemaOf } from "#domain/arg-schema";
import { usageOf } from "#domain/arg-spec";
import type { Capability, Command, Language } from "#domain/command";
import { say } from "#lib/words/words";
import { helpTexts } from "./texts.ts";

export function terminalHelpCommand(commands: () => readonly Command[]): Command {
  return terminalCommand({ name: "help", summary: helpTexts.summaryTerminalHelp }, async (_args, { language }) => {
    const known = commands();
    const width = Math.max(...known.map(({ name }) => name.length));
    return {
      exitCode: 0,
      text: known
        .map((command) => {
          const { name, summary, needs } = command;
          const indent = " ".repeat(width + 2);
          return [`${name.padEnd(width)}  ${summary[language]}`, `${indent}${usageOf(command)}`, `${indent}${touches(needs, language)}`].join("\n");
        })
        .join("\n"),
      result: {
        ok: true,
        commands: known.map(({ name, args, summary, needs, limits }) => ({
          name,
          usage: usageOf({ name, args }),
          summary: summary[language],
          parameters: jsonSchemaOf(args, language),
          capabilities: [...needs],
          limits: { time_ms: limits.timeMs, input_chars: limits.inputChars, output_chars: limits.outputChars },
        })),
      },
    };
  });
}

const { touchesRead, touchesWrite, touchesNetwork, touchesRisky } = helpTexts;
const words = { "files.read": touchesRead, "files.write": touchesWrite, network: touchesNetwork, risky: touchesRisky } as const;

/** What it may touch, which is what decides who may run it. */
function touches(needs: readonly Capability[], language: Language): string {
  if (needs.length === 0) return say(language, helpTexts.touchesNothing);
  return say(language, helpTexts.touches, { what: needs.map((need) => say(language, words[need])).join(say(language, helpTexts.touchesAnd)) });
}
