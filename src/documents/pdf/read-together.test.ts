import { describe, expect, it } from "vitest";
import { claimBytes, createPageClaims, type PageClaims } from "./page-claims.ts";
import type { ReadPageText } from "./page-text.ts";
import { readTogether } from "./read-together.ts";
import type { ReadPages, SecondReader } from "./second-reader.ts";

// The other thread is played here step by step; the real one is in test/documents/two-readers.test.ts.

const range = { from: 3, to: 60 };
const all = Array.from({ length: 58 }, (_unused, i) => i + 3);
const textOf = (number: number): ReadPageText => ({ isCut: false, letters: [], parts: [{ rows: [[String(number)]] }] });

interface Played {
  readonly written: readonly number[];
  readonly readHere: readonly number[];
  readonly done: readonly number[];
}

interface Turn {
  readonly claims: PageClaims;
  /** Nothing is left for the other to do but to wait. */
  readonly isAwaited: boolean;
  bring(share: ReadPages): void;
  leave(): void;
}

/** `take` is what the other thread does whenever it is looked at or waited for. */
async function play(take: (turn: Turn) => void, unreadable: readonly number[] = []): Promise<Played> {
  const shared = new SharedArrayBuffer(claimBytes);
  const claims = createPageClaims(shared, range);
  const came: ReadPages[] = [];
  let isGone = false;
  const act = (isAwaited: boolean): void => {
    if (!isGone) take({ claims, isAwaited, bring: (share) => void came.push(share), leave: () => void (isGone = true) });
  };
  const second: SecondReader = {
    claims: shared,
    brought: () => {
      if (came.length === 0) act(false);
      return came.shift();
    },
    more: async () => act(true),
    isGone: () => isGone,
    [Symbol.asyncDispose]: async () => {},
  };
  const [written, readHere, done]: [number[], number[], number[]] = [[], [], []];
  await readTogether(
    {
      range,
      read: (number) => {
        readHere.push(number);
        return unreadable.includes(number) ? undefined : textOf(number);
      },
      done: (number, isRead) => void done.push(isRead ? number : -number),
      write: (number, text) => {
        expect(text).toEqual(textOf(number));
        written.push(number);
      },
    },
    second,
  );
  return { written, readHere, done };
}

const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => Math.abs(a) - Math.abs(b));
const bringing = ({ claims, bring }: Pick<Turn, "claims" | "bring">): void => {
  const share = claims.take();
  if (typeof share === "string") return;
  bring({ share: share.number, texts: Array.from({ length: share.to - share.from + 1 }, (_unused, i) => textOf(share.from + i)) });
};

describe("two readers of one document", () => {
  it("write every page once and in order, and read none twice", async () => {
    const { written, readHere, done } = await play(bringing);
    expect(written).toEqual(all);
    expect(sorted(done)).toEqual(all);
    expect(readHere.length).toBeLessThan(all.length);
    expect(readHere.slice(0, 8)).toEqual(all.slice(0, 8));
  });

  it("keep the order when one of them is late with what it took first", async () => {
    let late: ReadPages | undefined;
    const { written, readHere } = await play(({ claims, isAwaited, bring, leave }) => {
      if (late === undefined) bringing({ claims, bring: (share) => (late = share) });
      else if (isAwaited) {
        bring(late);
        leave();
      }
    });
    expect(written).toEqual(all);
    expect(readHere).toEqual(all.filter((number) => number < 11 || number > 18));
  });

  it("read here what the other took and did not bring before it was gone", async () => {
    const { written, readHere, done } = await play(({ claims, leave }) => {
      claims.take();
      leave();
    });
    expect([written, sorted(readHere), sorted(done)]).toEqual([all, all, all]);
  });

  it("are one reader where the other never came", async () => {
    const { written, readHere } = await play(({ leave }) => leave());
    expect([written, readHere]).toEqual([all, all]);
  });

  it("tell of a page that cannot be read, whoever tried", async () => {
    const tell = await play(
      ({ claims, bring }) => {
        const share = claims.take();
        if (typeof share !== "string") bring({ share: share.number, texts: Array.from({ length: share.to - share.from + 1 }, () => undefined) });
      },
      [4],
    );
    expect(tell.done.filter((number) => number < 0).length).toBeGreaterThan(1);
    expect(tell.written).toEqual(all.filter((number) => tell.done.includes(number)));
    expect(sorted(tell.done).map(Math.abs)).toEqual(all);
  });
});

describe("what is taken by one of two readers", () => {
  it("is at most eight shares ahead of what is written, and the first belongs to the one who writes", () => {
    const claims = createPageClaims(new SharedArrayBuffer(claimBytes), { from: 1, to: 1_000 });
    const took = Array.from({ length: 9 }, () => claims.take());
    expect(took.map((share) => (typeof share === "string" ? share : share.from))).toEqual([9, 17, 25, 33, 41, 49, 57, 65, "ahead"]);
    claims.wrote(1);
    expect(claims.take()).toEqual({ number: 9, from: 73, to: 80 });
  });

  it("ends with the last page", () => {
    const claims = createPageClaims(new SharedArrayBuffer(claimBytes), { from: 5, to: 14 });
    expect([claims.shares, claims.take(), claims.take()]).toEqual([2, { number: 1, from: 13, to: 14 }, "none"]);
  });
});
