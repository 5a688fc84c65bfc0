import type { Capability, Command, CommandContext, CommandResult, Language, Limits } from "#domain/command";
import { type ArgSpec, type ArgsOf, parseArgs } from "./args.ts";

const usual: Limits = { timeMs: 30_000, inputChars: 64 * 1024, outputChars: 16_000 };

export interface TerminalSpec extends ArgSpec {
  /** One word, or two. */
  readonly name: string;
  readonly summary: Readonly<Record<Language, string>>;
  readonly needs?: readonly Capability[];
  readonly limits?: Partial<Limits>;
  /** Arguments that stay out of the record, because their content is somebody's words. */
  readonly unrecorded?: readonly string[];
  readonly secretsOf?: string;
}

/** A command of the terminal: it declares what it needs, and its arguments are on record. */
export function terminalCommand<const S extends TerminalSpec>(
  spec: S,
  run: (args: ArgsOf<S>, ctx: CommandContext) => Promise<CommandResult>,
): Command<ArgsOf<S>> {
  const named = [...(spec.required ?? []), ...(spec.optional ?? []), ...Object.keys(spec.flags ?? {})];
  return {
    name: spec.name,
    usage: spec.usage,
    summary: spec.summary,
    right: "run.plain",
    needs: spec.needs ?? [],
    limits: { ...usual, ...spec.limits },
    audit: named.filter((name) => spec.unrecorded?.includes(name) !== true),
    ...(spec.secretsOf === undefined ? {} : { secretsOf: spec.secretsOf }),
    replaces: replaced,
    parse: (argv, speech) => parseArgs(spec, argv, speech),
    run,
  };
}

/** Wherever a command writes, `--out` names the file and `--confirm` says that it may be replaced. */
function replaced(args: { readonly out?: unknown; readonly confirm?: unknown }): string | undefined {
  return args.confirm === true && typeof args.out === "string" ? args.out : undefined;
}
