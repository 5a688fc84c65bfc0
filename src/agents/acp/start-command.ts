import { stat } from "node:fs/promises";
import type { SeatSpec, SecretValue } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import { lineWords } from "#lib/text/line-words";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { findCommand } from "#wire/find-command";
import type { AcpCli } from "./acp-clis.ts";
import { acpTexts } from "./texts.ts";

/** What the configuration says of one CLI (`cli_adapters.NAME`), as far as it concerns this driver. */
export interface AcpSettings {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, SecretValue>>;
}

export interface StartParts {
  readonly spec: SeatSpec;
  readonly cli: AcpCli;
  readonly settings: AcpSettings;
  /** What the agent inherits from the hub. */
  readonly environment: Readonly<Record<string, string>>;
  readonly language: TextLanguage;
}

export interface StartCommand {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** `NAME=value` that everything the agent starts inherits. */
  readonly mark: string;
}

/** Variables that make a CLI believe that it runs inside another one. */
const stripped = ["IS_SANDBOX", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "NODE_OPTIONS"];

export function markOf(spec: Pick<SeatSpec, "session">): string {
  return `PARLEY_SEAT=${spec.session}`;
}

/** What starts the agent. Throws BadConfig with a sentence when it cannot be started. */
export async function startCommand(parts: StartParts): Promise<StartCommand> {
  const { spec, language } = parts;
  if (spec.runAs !== undefined) throw new ParleyError("NotSupported", say(language, acpTexts.runAsUnsupported));
  const isThere = await stat(spec.workDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere) throw new ParleyError("BadConfig", say(language, acpTexts.directoryMissing, { directory: spec.workDir }));
  const env = environmentOf(parts);
  const pathOf = async (program: string): Promise<string> => {
    const found = await findCommand(program, spec.workDir, env["PATH"]);
    if ("why" in found) throw new ParleyError("BadConfig", missing(program, parts));
    return found.path;
  };
  const [command, ...args] = wordsOf(parts);
  if (command === undefined) throw new ParleyError("BadConfig", say(language, acpTexts.noCommand));
  const { cliVariable } = parts.cli;
  const isNamed = cliVariable !== undefined && parts.settings.command !== undefined && env[cliVariable] === undefined;
  const named = isNamed ? { [cliVariable]: await pathOf(parts.settings.command) } : {};
  return { argv: [await pathOf(command), ...args], env: { ...env, ...named }, mark: markOf(spec) };
}

/** The session's own command is taken as it is; otherwise the flags that make the CLI speak ACP are added. */
function wordsOf({ spec, cli, settings, language }: StartParts): readonly string[] {
  if (spec.startCommand !== undefined) {
    const { words, fault } = lineWords(spec.startCommand);
    if (fault !== undefined && fault.kind !== "shellSyntax") throw new ParleyError("BadConfig", say(language, acpTexts.badStartCommand));
    return words.map((word) => word.text);
  }
  // Behind a program of its own the CLI is found by a variable.
  const command = cli.cliVariable === undefined ? (settings.command ?? cli.command) : cli.command;
  return command === "" ? [] : [command, ...cli.args, ...(cli.cliVariable === undefined ? settings.args : [])];
}

function missing(command: string, { cli, spec, language }: StartParts): string {
  const isUsual = spec.startCommand === undefined && command === cli.command;
  return isUsual ? say(language, acpTexts.commandMissing, { command, install: cli.install }) : say(language, acpTexts.programMissing, { command });
}

function environmentOf({ spec, cli, settings, environment }: StartParts): Readonly<Record<string, string>> {
  const revealed = (env: AcpSettings["env"]): readonly (readonly [string, string])[] => Object.entries(env).map(([name, value]) => [name, value.reveal()]);
  const inherited = Object.entries(environment).filter(([name]) => !stripped.includes(name));
  const [mark = "", seat = ""] = markOf(spec).split("=");
  return {
    ...Object.fromEntries(inherited),
    ...cli.env,
    ...Object.fromEntries([...revealed(settings.env), ...revealed(spec.env)]),
    PARLEY_SESSION: spec.name,
    [mark]: seat,
  };
}
