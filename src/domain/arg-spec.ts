/** One sentence in every language that Parley speaks. */
export type Summary = Readonly<Record<"en" | "zh-CN", string>>;

/** An argument that is given by its place: `use <session>`. */
export interface PositionalSpec {
  readonly name: string;
  readonly summary: Summary;
  /** May be left out. Only optional ones follow an optional one. */
  readonly optional?: true;
  /** Takes the rest of the line from the first word that is no flag of the command's. Only the last one can. */
  readonly rest?: true;
}

/** A text; `placeholder` stands for it in the usage: `--out PATH`. */
export interface TextFlag {
  readonly kind: "text";
  readonly placeholder: string;
  readonly required?: true;
  readonly summary: Summary;
}

/** Given or not: `--confirm`. */
export interface SwitchFlag {
  readonly kind: "switch";
  readonly summary: Summary;
}

export interface ChoiceFlag {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly summary: Summary;
}

/** A whole number within bounds. */
export interface NumberFlag {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly summary: Summary;
}

export type FlagSpec = TextFlag | SwitchFlag | ChoiceFlag | NumberFlag;

/**
 * What a command takes, as data: the parser, the usage, completion, native commands of a chat and a model's tool schema all come
 * from it. What is not declared here is refused.
 */
export interface ArgSpec {
  readonly positionals?: readonly PositionalSpec[];
  /** By name, without the dashes. */
  readonly flags?: Readonly<Record<string, FlagSpec>>;
  /** Flags of which exactly one is given; none of them is required by itself. */
  readonly oneOf?: readonly string[];
}

type PositionalOf<S extends ArgSpec> = NonNullable<S["positionals"]>[number];
type NameOf<P> = P extends { readonly name: infer Name extends string } ? Name : never;
type FlagsOf<S extends ArgSpec, Kind> = { [K in keyof S["flags"]]: S["flags"][K] extends Kind ? K : never }[keyof S["flags"]] & string;
type ChoiceOf<F> = F extends { readonly choices: readonly (infer Word extends string)[] } ? Word : never;
type RequiredFlag = { readonly kind: "text"; readonly required: true };
type OptionalText = { readonly kind: "text"; readonly required?: undefined };

/** The parsed arguments of a command, by name. */
export type ArgsOf<S extends ArgSpec> = {
  readonly [K in NameOf<Exclude<PositionalOf<S>, { readonly optional: true }>> | FlagsOf<S, RequiredFlag>]: string;
} & { readonly [K in NameOf<Extract<PositionalOf<S>, { readonly optional: true }>> | FlagsOf<S, OptionalText>]?: string } & {
  readonly [K in FlagsOf<S, { readonly kind: "switch" }>]: boolean;
} & { readonly [K in FlagsOf<S, { readonly kind: "choice" }>]?: ChoiceOf<NonNullable<S["flags"]>[K]> } & {
  readonly [K in FlagsOf<S, { readonly kind: "number" }>]?: number;
};

/** Every name that a parsed argument can have. */
export function argNames({ positionals = [], flags = {} }: ArgSpec): readonly string[] {
  return [...positionals.map(({ name }) => name), ...Object.keys(flags)];
}

/** How a command is written, without the prefix: `new <name> <cli> [--dir PATH]`. */
export function usageOf({ name, args }: { readonly name: string; readonly args: ArgSpec }): string {
  const { positionals = [], flags = {}, oneOf = [] } = args;
  const group = oneOf.map((flag) => flagUsage(flag, flags[flag]));
  return [
    name,
    ...positionals.map(positionalUsage),
    ...Object.entries(flags).flatMap(([flag, spec]) => {
      if (oneOf.includes(flag)) return flag === oneOf[0] ? [`(${group.join(" | ")})`] : [];
      return isRequired(spec) ? [flagUsage(flag, spec)] : [`[${flagUsage(flag, spec)}]`];
    }),
  ].join(" ");
}

export function isRequired(spec: FlagSpec): boolean {
  return spec.kind === "text" && spec.required === true;
}

/** What stands for a flag's value in a usage; empty for a switch. */
export function valueUsage(spec: FlagSpec): string {
  switch (spec.kind) {
    case "text":
      return spec.placeholder;
    case "choice":
      return spec.choices.join("|");
    case "number":
      return "N";
    case "switch":
      return "";
  }
}

function flagUsage(name: string, spec: FlagSpec | undefined): string {
  return `--${name} ${spec === undefined ? "" : valueUsage(spec)}`.trimEnd();
}

function positionalUsage({ name, optional, rest }: PositionalSpec): string {
  const shown = rest === true ? `${name} …` : name;
  return optional === true ? `[${shown}]` : `<${shown}>`;
}
