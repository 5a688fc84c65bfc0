import { argNames, type ArgSpec, type ArgsOf, type Summary } from "#domain/arg-spec";
import type { Capability, Command, CommandContext, CommandResult, Limits } from "#domain/command";
import { defined } from "#lib/defined";
import { argsOf, parseArgs } from "./args.ts";

const usual: Limits = { timeMs: 30_000, inputChars: 64 * 1024, outputChars: 16_000 };

export interface TerminalSpec extends ArgSpec {
  /** One word, or two. */
  readonly name: string;
  readonly summary: Summary;
  readonly needs?: readonly Capability[];
  readonly limits?: Partial<Limits>;
  /** Arguments that stay out of the record, because their content is somebody's words. */
  readonly unrecorded?: readonly string[];
  readonly secretsOf?: string;
  readonly opens?: Command["opens"];
}

/** A command of the terminal: it declares what it needs, and its arguments are on record. */
export function terminalCommand<const S extends TerminalSpec>(
  spec: S,
  run: (args: ArgsOf<S>, ctx: CommandContext) => Promise<CommandResult>,
): Command<ArgsOf<S>> {
  const { name, summary, needs = [], limits, unrecorded = [], secretsOf, opens } = spec;
  const args = argsOf(spec);
  return {
    name,
    summary,
    args,
    right: "run.plain",
    needs,
    limits: { ...usual, ...limits },
    audit: argNames(args).filter((argument) => !unrecorded.includes(argument)),
    ...defined({ secretsOf, opens }),
    replaces: replaced,
    parse: (argv, speech) => parseArgs(spec, argv, speech),
    run,
  };
}

/** Wherever a command writes, `--out` names the file and `--confirm` says that it may be replaced. */
function replaced(args: { readonly out?: unknown; readonly confirm?: unknown }): string | undefined {
  return args.confirm === true && typeof args.out === "string" ? args.out : undefined;
}
