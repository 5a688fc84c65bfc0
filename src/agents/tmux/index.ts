import { z } from "zod";
import type { SecretValue } from "#domain/agent";
import { defined } from "#lib/defined";
import { enabled, environment, integer, path, text, type SettingsPart } from "#lib/settings";
import type { CliSettings } from "./cli-settings.ts";

/** The CLIs that can sit in a pane, and how many of the last lines their prompts take. */
const checkLines = { claude: 3, gemini: 5, opencode: 3, codex: 3, copilot: 3, qwen: 5 } as const;

/** Those that this version can drive in tmux. Their profiles are loaded when one of them is needed. */
export const drivenClis: readonly string[] = Object.keys(checkLines).toSorted();

export const cliAdaptersPart: SettingsPart = {
  schema: z.strictObject({ ...Object.fromEntries(Object.entries(checkLines).map(([cli, lines]) => [cli, cliSettings(lines)])), acp: acpSettings() }),
  warnings: (settings) => [...slips(settings)],
};

function cliSettings(lines: number) {
  return z
    .strictObject({
      command: text("The program to start; this CLI's usual name unless it is given.").optional(),
      args: z.array(z.string().max(10_000)).default([]).meta({ description: "Arguments for the program." }),
      env: environment("Environment variables for the program.").optional(),
      history_dir: path("One more directory to look for this CLI's record of its sessions.").optional(),
      history_db: path("One more file to look for this CLI's record of its sessions; a database is reported and not read.").optional(),
      history_file: path("One more file to look for this CLI's record of its sessions.").optional(),
      hook_command: text("Replaces the command that this CLI's hooks call. $SESSION is the session's name, a first word clibot is read as parley.").optional(),
      interactive: z
        .strictObject({
          enabled: enabled("Whether the screen is searched for prompts that no hook reports."),
          check_lines: integer("How many of the last non-empty lines are searched.", 1, 100).default(lines),
          patterns: z.array(pattern()).default([]).meta({ description: "Regular expressions that show a prompt, added to the ones Parley knows." }),
        })
        .prefault({}),
    })
    .optional()
    .meta({ description: "How this CLI is started and watched." });
}

/** Any other agent that speaks ACP has no terminal to watch. */
function acpSettings() {
  return z
    .strictObject({
      command: text("The program that speaks ACP on its standard input and output.").optional(),
      args: z.array(z.string().max(10_000)).default([]).meta({ description: "Arguments for the program." }),
      env: environment("Environment variables for the program.").optional(),
    })
    .optional()
    .meta({ description: "How sessions of cli_type acp are started, unless they have a start_cmd." });
}

function pattern() {
  return z.string().min(1).max(1_000).refine(compiles, "must be a regular expression");
}

function compiles(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

/** `[y/N]` without backslashes is one character out of y, / and N, which is hardly ever meant. */
function* slips(settings: unknown) {
  const seen = z.record(z.string(), z.object({ interactive: z.object({ patterns: z.array(z.string()) }).optional() }).optional()).parse(settings);
  for (const [cli, one] of Object.entries(seen)) {
    for (const [i, source] of (one?.interactive?.patterns ?? []).entries()) {
      const slip = /(?<!\\)\[(y\/n)\]/i.exec(source);
      if (slip === null) continue;
      const sentence = `[${slip[1]}] is one character in a regular expression; if the brackets are on the screen, write \\[${slip[1]}\\].`;
      yield { path: [cli, "interactive", "patterns", i], sentence };
    }
  }
}

const section = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.custom<SecretValue>()).default({}),
  history_dir: z.string().optional(),
  history_db: z.string().optional(),
  history_file: z.string().optional(),
  hook_command: z.string().optional(),
  interactive: z.looseObject({ enabled: z.boolean(), check_lines: z.number(), patterns: z.array(z.string()) }).optional(),
});

/** The section of one CLI, as the configuration has checked it. */
export function cliSettingsOf(cliAdapters: Readonly<Record<string, unknown>>, cli: string): CliSettings {
  const { command, args, env, hook_command: hookCommand, interactive, ...places } = section.parse(cliAdapters[cli] ?? {});
  const lines = Object.entries(checkLines).find(([name]) => name === cli)?.[1] ?? 3;
  return {
    args,
    env,
    ...defined({ command, hookCommand }),
    history: [places.history_dir, places.history_file, places.history_db].filter((place) => place !== undefined),
    interactive: {
      enabled: interactive?.enabled ?? true,
      checkLines: interactive?.check_lines ?? lines,
      patterns: (interactive?.patterns ?? []).map((source) => new RegExp(source)),
    },
  };
}
