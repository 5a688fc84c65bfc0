import { boundedMatcher, MatchTooSlow } from "./bounded-match.ts";

const longestLine = 10_000;

/** Why nothing was searched: the expression is none, or takes too long. The message is for whoever wrote it. */
export class MatchRefused extends Error {
  override readonly name = "MatchRefused";
  readonly code: "InvalidArgs" | "Timeout";

  constructor(code: MatchRefused["code"], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export interface LineSearch {
  readonly isRegex: boolean;
  readonly isExact: boolean;
  /** An expression holds up everybody while it is tested: so long at most, over all calls together. */
  readonly withinMs: number;
}

/** Which of the lines match, by their place. The pattern may be anybody's. Throws MatchRefused. */
export function lineMatcher(pattern: string, { isRegex, isExact, withinMs }: LineSearch): (lines: readonly string[]) => readonly number[] {
  if (!isRegex) {
    const fold = (text: string): string => (isExact ? text : text.toLowerCase());
    const wanted = fold(pattern);
    return (lines) => lines.flatMap((line, at) => (fold(line).includes(wanted) ? [at] : []));
  }
  const matches = boundedMatcher(expressionOf(pattern, isExact ? "u" : "iu"), withinMs);
  return (lines) => {
    try {
      return matches(lines.map((line) => line.slice(0, longestLine)));
    } catch (cause) {
      if (!(cause instanceof MatchTooSlow)) throw cause;
      throw new MatchRefused("Timeout", "The pattern took too long. Use a simpler one, or name a folder.", cause);
    }
  };
}

function expressionOf(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (cause) {
    throw new MatchRefused("InvalidArgs", `The pattern is not a regular expression: ${cause instanceof Error ? cause.message : ""}`, cause);
  }
}
