import { type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";

export interface MarkdownProps {
  readonly text: string;
  readonly growing?: boolean;
  /** Long code in it is not folded. */
  readonly isWhole?: boolean;
  readonly after?: ComponentChildren;
}

/** What reads Markdown and cuts long texts (parts/markdown/reader.ts). */
export interface MarkdownReader {
  readonly ReadMarkdown: (props: MarkdownProps) => VNode;
  readonly piecesOf: (text: string, budget: number) => readonly string[];
  readonly plainPiecesOf: (text: string, budget: number) => readonly string[];
}

/** Null until its chunk is here. It is asked for when the page opens, before the first message has arrived. */
export function openMarkdown(load: () => Promise<MarkdownReader>): ReadonlySignal<MarkdownReader | null> {
  const reader = signal<MarkdownReader | null>(null);
  load().then(
    (loaded) => {
      reader.value = loaded;
    },
    // Messages stay readable as they were written.
    () => {},
  );
  return reader;
}
