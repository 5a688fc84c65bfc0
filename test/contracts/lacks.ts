import { it, type TestContext } from "vitest";

/**
 * Reports a contract's case as skipped, with the reason why this implementation cannot show it. The only skip that the lint rules
 * allow; `npm test` prints each reason. A reason of fewer than three words fails the case.
 */
export function lacks(ctx: Pick<TestContext, "skip">, reason: string): never {
  if (!/\S+ \S+ \S+/.test(reason)) throw new Error(`"${reason}" does not say why the case cannot be shown.`);
  return ctx.skip(reason);
}

/** Registers a case of a contract that this implementation cannot show. */
export function reportLack(name: string, reason: string): void {
  it(`${name}`, (ctx) => lacks(ctx, reason));
}
