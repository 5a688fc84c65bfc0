import type { Asked, Command, CommandResult, Language, Limits } from "#domain/command";
import type { Right } from "#domain/policy";
import { type ArgSpec, type ArgsOf, parseArgs } from "./args.ts";

const limits: Limits = { timeMs: 10_000, inputChars: 1_000, outputChars: 16_000 };

export interface VerbSpec extends ArgSpec {
  readonly name: string;
  readonly summary: Readonly<Record<Language, string>>;
  readonly right: Right;
}

/** A command that works on the hub alone: no capabilities, small limits, every argument on record. */
export function chatVerb<const S extends VerbSpec>(spec: S, run: (args: ArgsOf<S>, asked: Asked) => Promise<CommandResult>): Command<ArgsOf<S>> {
  return {
    name: spec.name,
    usage: spec.usage,
    summary: spec.summary,
    right: spec.right,
    needs: [],
    limits,
    audit: [...(spec.required ?? []), ...(spec.optional ?? []), ...Object.keys(spec.flags ?? {})],
    parse: (argv, speech) => parseArgs(spec, argv, speech),
    run,
  };
}
