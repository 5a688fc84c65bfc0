import type { Span } from "#documents/blocks";

/** Collects the runs of one paragraph; runs that lead to the same place become one span. */
export interface SpanList {
  add(text: string, link?: string): void;
  readonly length: number;
  /** What was collected; the list starts anew. */
  take(): Span[];
}

export function spanList(): SpanList {
  let spans: Span[] = [];
  let text = "";
  let link: string | undefined;
  let length = 0;

  function close(): void {
    if (text !== "") spans.push(link === undefined ? { text } : { text, link });
    text = "";
  }

  return {
    add(more, leadsTo) {
      if (more === "") return;
      if (leadsTo !== link) {
        close();
        link = leadsTo;
      }
      text += more;
      length += more.length;
    },
    get length() {
      return length;
    },
    take() {
      close();
      const taken = spans;
      spans = [];
      length = 0;
      link = undefined;
      return taken;
    },
  };
}

export function textOf(spans: readonly Span[]): string {
  return spans.length === 1 ? (spans[0]?.text ?? "") : spans.map((span) => span.text).join("");
}

export function isBlank(spans: readonly Span[]): boolean {
  return !spans.some((span) => /\S/u.test(span.text));
}

/** Text of a run: line ends and tabs of the XML are only its layout, and soft hyphens are no letters. */
export function runText(text: string): string {
  return /[\t\n\r\u{ad}]/u.test(text) ? text.replaceAll("\u{ad}", "").replace(/[\t\n\r]+/gu, " ") : text;
}
