import { useEffect } from "preact/hooks";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import type { App } from "#web/state/app.ts";
import { SignedInContext, useSignedIn } from "#web/state/signed-in-context.ts";
import { unreadCount } from "#web/state/unread-count.ts";
import type { Page } from "#web/state/page.ts";
import { useWords } from "#web/words.ts";
import { useQuestionKeys } from "./questions/question-keys.ts";
import { Announcer } from "./questions/announcer.tsx";
import { Conversation } from "./conversation/conversation.tsx";
import { Side } from "./side/side.tsx";
import { Threads } from "./threads/threads.tsx";
import { Destination } from "./frame/destination.tsx";
import { Notices } from "./notices/notices.tsx";
import { OverPage } from "./frame/over-page.tsx";
import { usePageKeys } from "./frame/page-keys.ts";
import { Top } from "./frame/top.tsx";
import { useUnreadIcon } from "./frame/unread-icon.ts";

export function AppView({ app }: { readonly app: App }) {
  const state = app.state.value;
  const language = app.language.current.value;
  const words = useWords(language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const signIn = useLater(state.kind !== "in", () => import("./sign-in.tsx"));
  if (words === null) return null;
  if (state.kind !== "in") return signIn === "lost" || signIn === "coming" ? null : <signIn.part.SignIn app={app} state={state} />;
  return (
    <SignedInContext.Provider value={{ page: state.page, words, markdown: app.markdown, frames: app.frames }}>
      <SignedIn page={state.page} app={app} />
    </SignedInContext.Provider>
  );
}

function SignedIn({ page, app }: { readonly page: Page; readonly app: App }) {
  useComeBack(page);
  useTitle(page);
  useUnreadIcon(page);
  useQuestionKeys(page);
  usePageKeys(page);
  const { words } = useSignedIn();
  const shown = page.view.value;
  return (
    <div class={`frame${isItem(page) ? " in-item" : ""}`}>
      <a class="button skip" href="#main" onClick={skip}>
        {words.skipToContent}
      </a>
      <Top app={app} />
      {shown === null ? <ThreadColumns page={page} /> : <Destination app={app} shown={shown} />}
      <Announcer />
      <Notices />
      <OverPage app={app} page={page} />
    </div>
  );
}

/** The address names what is shown, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  [...document.querySelectorAll("main")].find((one) => one.checkVisibility())?.focus();
}

/** One thread or one question is shown, not a list: where one column fits, it has the page to itself. */
function isItem(page: Page): boolean {
  const shown = page.view.value;
  return shown === null ? !page.isListOpen.value : shown.view === "questions" && shown.part !== null;
}

function ThreadColumns({ page }: { readonly page: Page }) {
  const { value: open } = page.files.shown;
  const isPanelOpen = page.isPanelOpen.value;
  const shown = open?.thread === page.thread.value && !isPanelOpen ? open : null;
  return (
    <div class={`columns${page.isListOpen.value ? " list-open" : ""}${shown === null ? "" : " beside"}${isPanelOpen ? " panel-open" : ""}`}>
      <Threads />
      <Conversation />
      {isPanelOpen && <div class="scrim" onClick={page.history.closePanel} aria-hidden="true" />}
      {shown === null ? (
        <Side />
      ) : (
        <Fetched load={() => import("./documents/text-pane.tsx")}>{(part) => <part.TextPane key={shown.path} shown={shown} />}</Fetched>
      )}
    </div>
  );
}

/** A laptop that wakes up, a tab that is visible again: reconnect now instead of waiting for the next retry. */
function useComeBack(page: Page): void {
  useEffect(() => {
    const back = (): void => {
      if (document.visibilityState === "visible") page.tryNow();
    };
    addEventListener("online", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      removeEventListener("online", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, [page]);
}

function useTitle(page: Page): void {
  const model = page.model.value;
  const topic = model.threads.get(page.thread.value ?? "")?.topic;
  const { words } = useSignedIn();
  const waiting = unreadCount(model);
  const view = page.view.value;
  const place = view === null ? topic : words.destination[view.view];
  const title = `${waiting > 0 ? `(${waiting}) ` : ""}${place === undefined ? "Parley" : `${place} - Parley`}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
