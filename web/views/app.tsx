import { useEffect } from "preact/hooks";
import { Fetched } from "#web/parts/lazy-part.tsx";
import { useLater } from "#web/parts/use-lazy.ts";
import type { App } from "#web/state/app.ts";
import { SignedInContext } from "#web/state/signed-in-context.ts";
import type { Page } from "#web/state/page.ts";
import { useWords } from "#web/words.ts";
import { useQuestionKeys } from "./questions/question-keys.ts";
import { Announcer } from "./questions/announcer.tsx";
import { Conversation } from "./conversation/conversation.tsx";
import { Side } from "./side/side.tsx";
import { Threads } from "./threads/threads.tsx";
import { Top } from "./top.tsx";

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
  useQuestionKeys(page);
  const { value: open } = page.files.shown;
  const isPanelOpen = page.isPanelOpen.value;
  const shown = open?.thread === page.thread.value && !isPanelOpen ? open : null;
  return (
    <div class="frame">
      <Top app={app} />
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
      <Announcer />
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
  const waiting = [...model.questions.values()].filter((question) => question.state === "open" && question.may_answer).length;
  const title = `${waiting > 0 ? `(${waiting}) ` : ""}${topic === undefined ? "Parley" : `${topic} - Parley`}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
