import { signal } from "@preact/signals";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { type Quote, readQuote } from "./quote.ts";

/** A line of one's own that is being written anew. */
export interface Editing {
  readonly quote: Quote;
  /** All of what stands there now. */
  readonly text: string;
}

/** What the composer of a thread is for, besides a new line. A reply stays with its thread like what is being written; an edit goes with the tab. */
export interface ComposerAims {
  reply(thread: string): Quote | undefined;
  editing(thread: string): Editing | undefined;
  answer(quote: Quote): void;
  edit(editing: Editing): void;
  dropReply(thread: string): void;
  dropEdit(thread: string): void;
}

const prefix = "parley.reply.";

export function openComposerAims(storage: BrowserStorage): ComposerAims {
  const replies = signal<ReadonlyMap<string, Quote>>(restore(storage));
  const edits = signal<ReadonlyMap<string, Editing>>(new Map());
  return {
    reply: (thread) => replies.value.get(thread),
    editing: (thread) => edits.value.get(thread),
    answer(quote) {
      storage.set(prefix + quote.thread, JSON.stringify(quote));
      replies.value = new Map(replies.value).set(quote.thread, quote);
      edits.value = without(edits.value, quote.thread);
    },
    edit(editing) {
      edits.value = new Map(edits.value).set(editing.quote.thread, editing);
    },
    dropReply(thread) {
      storage.set(prefix + thread, null);
      replies.value = without(replies.value, thread);
    },
    dropEdit(thread) {
      edits.value = without(edits.value, thread);
    },
  };
}

function restore(storage: BrowserStorage): ReadonlyMap<string, Quote> {
  const kept = storage.names(prefix).map((name) => parsed(storage.get(name) ?? ""));
  return new Map(kept.filter((quote) => quote !== undefined).map((quote) => [quote.thread, quote]));
}

function parsed(text: string): Quote | undefined {
  try {
    return readQuote(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
