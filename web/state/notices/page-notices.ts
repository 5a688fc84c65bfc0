import type { ReadonlySignal } from "@preact/signals";
import type { Api } from "#web/state/hub/api.ts";
import type { BrowserStorage } from "#web/state/browser-storage.ts";
import { notifyState } from "#web/state/push/notify-here.ts";
import type { Shown } from "#web/state/shown.ts";
import type { Model } from "#web/state/stream/model.ts";
import type { Language } from "#web/words.ts";
import { type Notices, openNotices } from "./notices.ts";

interface PageNoticePorts {
  readonly api: Pick<Api, "answer">;
  readonly storage: BrowserStorage;
  readonly language: ReadonlySignal<Language>;
  readonly now: ReadonlySignal<number>;
  readonly model: ReadonlySignal<Model>;
  readonly shown: Pick<Shown, "thread" | "view" | "isListOpen">;
  readonly isOneColumn: () => boolean;
}

/** The notices of a page that somebody may look at, in a browser that may notify. */
export function openPageNotices({ api, storage, language, now, model, shown, isOneColumn }: PageNoticePorts): Notices {
  const { thread, view, isListOpen } = shown;
  return openNotices({
    now,
    isVisible: () => document.visibilityState === "visible",
    onPage: () => ({
      thread: view.value === null && !(isListOpen.value && isOneColumn()) ? thread.value : null,
      isInbox: view.value?.view === "questions",
    }),
    isResolved: (question) => (model.value.questions.get(question)?.state ?? "open") !== "open",
    browser: {
      mayNotify: () => notifyState(storage) === "on",
      isPushOn: async () => (await (await import("#web/state/push/push-here.ts")).pushState()) === "on",
      show: async (notice) => (await import("./browser-notice.ts")).showInBrowser(notice, language.peek(), api.answer),
    },
  });
}
