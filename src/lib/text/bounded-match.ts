import { createContext, Script } from "node:vm";

/** The expression took longer than it may. */
export class MatchTooSlow extends Error {
  override readonly name = "MatchTooSlow";
}

const script = new Script("texts.flatMap((text, at) => (expression.test(text) ? [at] : []))");

/**
 * Tests an expression that somebody else wrote: which of the texts match, by their place. One that backtracks without end would hold up
 * the whole program; it is broken off, and `MatchTooSlow` thrown, when all calls of one matcher together have taken `ms`.
 */
export function boundedMatcher(expression: RegExp, ms: number): (texts: readonly string[]) => readonly number[] {
  const sandbox: { expression: RegExp; texts: readonly string[] } = { expression, texts: [] };
  const context = createContext(sandbox);
  let left = ms;
  return (texts) => {
    if (left <= 0) throw new MatchTooSlow();
    const began = performance.now();
    let isOver = false;
    sandbox.texts = texts;
    try {
      return [...(script.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) }) as number[])];
    } catch (cause) {
      // An error of the script's own context is no Error of ours.
      isOver = typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
      throw isOver ? new MatchTooSlow() : cause;
    } finally {
      // Its timer may be a little early.
      left = isOver ? 0 : left - (performance.now() - began);
    }
  };
}
