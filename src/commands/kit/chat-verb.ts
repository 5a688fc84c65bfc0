import { argNames, type ArgSpec, type ArgsOf, type Summary } from "#domain/arg-spec";
import type { Asked, Command, CommandResult, Limits } from "#domain/command";
import type { Right } from "#domain/policy";
import { argsOf, parseArgs } from "./args.ts";

const limits: Limits = { timeMs: 10_000, inputChars: 1_000, outputChars: 16_000 };

export interface VerbSpec extends ArgSpec {
  readonly name: string;
  readonly summary: Summary;
  readonly right: Right;
  /** For one that waits for a program to end and start. */
  readonly timeMs?: number;
}

/** A command that works on the hub alone: no capabilities, small limits, every argument on record. */
export function chatVerb<const S extends VerbSpec>(spec: S, run: (args: ArgsOf<S>, asked: Asked) => Promise<CommandResult>): Command<ArgsOf<S>> {
  const { name, summary, right, timeMs = limits.timeMs } = spec;
  const args = argsOf(spec);
  return {
    name,
    summary,
    args,
    right,
    needs: [],
    limits: { ...limits, timeMs },
    audit: argNames(args),
    parse: (argv, speech) => parseArgs(spec, argv, speech),
    run,
  };
}
