import { useEffect } from "preact/hooks";
import { Fetched } from "#web/parts/fetched.tsx";
import type { App } from "#web/state/app.ts";
import { HereContext } from "#web/state/here.ts";
import type { Page } from "#web/state/page.ts";
import { useWords } from "#web/words.ts";
import { Announcer } from "./announcer.tsx";
import { Conversation } from "./conversation.tsx";
import { Side } from "./side.tsx";
import { NeedLink, UseLink } from "./sign-in.tsx";
import { Threads } from "./threads.tsx";
import { Top } from "./top.tsx";

export function AppView({ app }: { readonly app: App }) {
  const door = app.door.value;
  const language = door.kind === "in" && door.page.model.value.me !== null ? door.page.model.value.language : app.language.value;
  const words = useWords(language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (words === null) return null;
  if (door.kind === "link") return <UseLink app={app} words={words} how={door.how} secret={door.secret} />;
  if (door.kind === "out") return <NeedLink words={words} why={door.why} />;
  return (
    <HereContext.Provider value={{ page: door.page, words }}>
      <SignedIn page={door.page} onSignOut={app.signOut} />
    </HereContext.Provider>
  );
}

function SignedIn({ page, onSignOut }: { readonly page: Page; readonly onSignOut: () => void }) {
  useComeBack(page);
  useTitle(page);
  const { value: open } = page.papers.shown;
  const shown = open?.thread === page.thread.value ? open : null;
  return (
    <div class="frame">
      <Top onSignOut={onSignOut} />
      <div class={`columns${page.isListOpen.value ? " list-open" : ""}${shown === null ? "" : " beside"}`}>
        <Threads />
        <Conversation />
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

/** A laptop that wakes up, a tab that is looked at again: no reason to wait for the next try. */
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
