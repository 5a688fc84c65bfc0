import { type ReadonlySignal, effect, signal } from "@preact/signals";
import type { NoticeWire } from "#protocol/personal";
import { type Looking, isOnPage, placeNotice } from "./place-notice.ts";

export interface Notices {
  /** On the page, newest first. */
  readonly shown: ReadonlySignal<readonly NoticeWire[]>;
  take(notice: NoticeWire): Promise<void>;
  dismiss(tag: string): void;
  /** None goes away by itself while somebody points at them or has the focus there. */
  hold(isHeld: boolean): void;
  close(): void;
}

interface NoticePorts {
  /** Once a second. */
  readonly now: ReadonlySignal<number>;
  readonly isVisible: () => boolean;
  /** What is on the page; read where a change of it matters. */
  readonly onPage: () => Pick<Looking, "thread" | "isInbox">;
  /** Whether the question is known to need no answer any more. */
  readonly isResolved: (question: string) => boolean;
  readonly browser: {
    mayNotify(): boolean;
    isPushOn(): Promise<boolean>;
    /** Rejects when the browser did not show it. */
    show(notice: NoticeWire): Promise<void>;
  };
}

const mostShown = 3;
/** Of a page that somebody looks at. */
const secondsShown = 15;

/** What the hub notifies this person of, while their page is open. */
export function openNotices({ now, isVisible, onPage, isResolved, browser }: NoticePorts): Notices {
  const shown = signal<readonly NoticeWire[]>([]);
  const seconds = new Map<string, number>();
  let isHeld = false;
  let countedAt = now.peek();

  const keep = (wanted: (notice: NoticeWire) => boolean): void => {
    const left = shown.peek().filter(wanted);
    if (left.length === shown.peek().length) return;
    shown.value = left;
    if (left.length === 0) isHeld = false;
  };

  const add = (notice: NoticeWire): void => {
    seconds.set(notice.tag, 0);
    shown.value = [notice, ...shown.peek().filter(({ tag }) => tag !== notice.tag)].slice(0, mostShown);
  };

  const stopClearing = effect(() => {
    if (shown.value.length === 0) return;
    const here = onPage();
    keep((notice) => !isOnPage(notice, here) && (notice.question === null || !isResolved(notice.question)));
  });

  const stopCounting = effect(() => {
    if (shown.value.length === 0) return seconds.clear();
    if (now.value === countedAt) return;
    countedAt = now.value;
    if (isHeld || !isVisible()) return;
    for (const { tag } of shown.peek()) seconds.set(tag, (seconds.get(tag) ?? 0) + 1);
    keep(({ tag }) => (seconds.get(tag) ?? 0) <= secondsShown);
  });

  return {
    shown,
    take: async (notice) => {
      const isPushOn = !isVisible() && (await browser.isPushOn());
      const place = placeNotice(notice, { ...onPage(), isVisible: isVisible(), mayNotify: browser.mayNotify(), isPushOn });
      if (place === "browser") return browser.show(notice).catch(() => add(notice));
      if (place === "page") add(notice);
    },
    dismiss: (tag) => keep((notice) => notice.tag !== tag),
    hold: (held) => {
      isHeld = held;
    },
    close: () => {
      stopClearing();
      stopCounting();
    },
  };
}
