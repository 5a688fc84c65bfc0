import type { NoticeWire } from "#protocol/personal";
import type { Language } from "#web/words.ts";
import { noticeWords } from "#web/words/notices.ts";

type Answer = (question: string, choice: string) => Promise<void>;

/** Has the service worker show it, as it does with what the push service brings. What somebody answers there, this page passes on. */
export async function showInBrowser({ kind, thread, question, topic, who, text, tag, choices }: NoticeWire, language: Language, answer: Answer): Promise<void> {
  const worker = (await navigator.serviceWorker.getRegistration("/"))?.active ?? null;
  if (worker === null) throw new Error("no service worker to show a notification");
  // In place of the one before.
  navigator.serviceWorker.onmessage = answerWith(answer);
  worker.postMessage({ kind, title: noticeWords[language].title[kind](who), body: text, topic, thread, question, tag, choices });
}

function answerWith(answer: Answer): (event: MessageEvent<{ readonly question?: unknown; readonly choice?: unknown }>) => void {
  return ({ data, ports: [port] }) => {
    if (port === undefined || typeof data.question !== "string" || typeof data.choice !== "string") return;
    answer(data.question, data.choice).then(
      () => port.postMessage(true),
      () => port.postMessage(false),
    );
  };
}
