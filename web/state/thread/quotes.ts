import { signal } from "@preact/signals";
import type { MessageWire } from "#protocol/wire";
import { type Quote, quoteOf } from "./quote.ts";

/** Lines that are answered in view while they themselves stand too far above to be here. */
export interface Quotes {
  /** Null when the hub has none such to show; undefined until it has answered. */
  of(id: string): Quote | null | undefined;
  /** Asks for it, once. */
  want(id: string): void;
}

export function openQuotes(message: (id: string) => Promise<MessageWire>): Quotes {
  const known = signal<ReadonlyMap<string, Quote | null>>(new Map());
  const asked = new Set<string>();
  const put = (id: string, quote: Quote | null): void => {
    known.value = new Map(known.value).set(id, quote);
  };
  return {
    of: (id) => known.value.get(id),
    want(id) {
      if (asked.has(id)) return;
      asked.add(id);
      message(id).then(
        (found) => put(id, quoteOf(found, found.content)),
        () => put(id, null),
      );
    },
  };
}
