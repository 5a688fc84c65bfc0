import { createPageClaims, type PageShare } from "./page-claims.ts";
import type { ReadPageText } from "./page-text.ts";
import type { PageRange } from "./pages.ts";
import type { SecondReader } from "./second-reader.ts";

export interface PagesJob {
  readonly range: PageRange;
  /** Undefined when the page cannot be read. */
  readonly read: (number: number) => ReadPageText | undefined;
  /** Called once for each page, in the order they are read. */
  readonly done: (number: number, isRead: boolean) => void;
  /** Called for each page that could be read, in the order of the pages. */
  readonly write: (number: number, text: ReadPageText) => void;
}

type Texts = readonly (ReadPageText | undefined)[];

/** Reads the pages together with another thread. Whatever that thread fails to deliver is read here. */
export async function readTogether({ range, read, done, write }: PagesJob, second: SecondReader): Promise<void> {
  const claims = createPageClaims(second.claims, range);
  const kept = new Map<number, Texts>();

  const readOne = (number: number): ReadPageText | undefined => {
    const text = read(number);
    done(number, text !== undefined);
    return text;
  };
  const readAll = ({ from, to }: PageShare): Texts => Array.from({ length: to - from + 1 }, (_unused, i) => readOne(from + i));
  const hear = (): void => {
    for (let brought = second.brought(); brought !== undefined; brought = second.brought()) {
      const { from } = claims.share(brought.share);
      kept.set(brought.share, brought.texts);
      brought.texts.forEach((text, i) => done(from + i, text !== undefined));
    }
  };
  const writeNow = ({ from, to }: PageShare): void => {
    for (let number = from; number <= to; number++) {
      const text = readOne(number);
      if (text !== undefined) write(number, text);
    }
  };
  const writeKept = ({ number, from }: PageShare): boolean => {
    const texts = kept.get(number);
    texts?.forEach((text, i) => {
      if (text !== undefined) write(from + i, text);
    });
    return kept.delete(number);
  };

  writeNow(claims.share(0));
  for (let number = 1; number < claims.shares; number++) {
    claims.wrote(number);
    const share = claims.share(number);
    for (;;) {
      hear();
      if (writeKept(share)) break;
      const next = second.isGone() && claims.isTaken(number) ? share : claims.take();
      if (next === "ahead" || next === "none") await second.more();
      else if (next.number !== number) kept.set(next.number, readAll(next));
      else {
        writeNow(next);
        break;
      }
    }
  }
}
