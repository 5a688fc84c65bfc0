/** Thrown by a writer at the output limit: ends the reading without a failure. */
export class OutputLimitReached extends Error {
  constructor() {
    super("output limit reached");
    this.name = "OutputLimitReached";
  }
}

/** Undefined when a writer had enough before the end. */
export async function untilOutputLimit<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof OutputLimitReached) return undefined;
    throw cause;
  }
}

/** Counts code points, so that truncation never splits a character. */
export interface OutputBudget {
  /** The part of the text that fits. */
  take(text: string): string;
  readonly taken: number;
  /** True once something did not fit. */
  readonly isSpent: boolean;
}

const pair = /[\ud800-\udbff][\udc00-\udfff]/g;

export function createBudget(most = Number.POSITIVE_INFINITY): OutputBudget {
  let taken = 0;
  let isSpent = false;
  return {
    take: (text) => {
      const left = most - taken;
      const length = text.length <= left ? text.length - (text.match(pair)?.length ?? 0) : lengthOf(text);
      if (length <= left) {
        taken += length;
        return text;
      }
      isSpent = true;
      taken = most;
      return headOf(text, left);
    },
    get taken() {
      return taken;
    },
    get isSpent() {
      return isSpent;
    },
  };
}

function lengthOf(text: string): number {
  return text.length - (text.match(pair)?.length ?? 0);
}

function headOf(text: string, points: number): string {
  let end = 0;
  for (let i = 0; i < points; i++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
