import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import "#web/style/sign-in.css";
import { Brand } from "#web/parts/icon.tsx";
import { shellQuoted } from "#web/parts/shell-quote.ts";
import { Problem } from "#web/parts/problem.tsx";
import { Refusal, namedHome } from "#web/state/hub/api.ts";
import type { App, SignInState } from "#web/state/app.ts";
import { type SignInWords, signInWords } from "#web/words/sign-in.ts";

const loginCommand = (home: string | null): string => `npm run -s parley -- login${home === null ? "" : ` --home ${shellQuoted(home)}`}`;

/** For nobody yet: the form of a link, or how to get one. */
export function SignIn({ app, state }: { readonly app: App; readonly state: Exclude<SignInState, { kind: "in" }> }) {
  const words = signInWords[app.language.current.value];
  return state.kind === "link" ? <UseLink app={app} words={words} how={state.how} secret={state.secret} /> : <NeedLink words={words} why={state.why} />;
}

/** Opening a link uses nothing up; only this form does. */
function UseLink({ app, words, how, secret }: { readonly app: App; readonly words: SignInWords; readonly how: "claim" | "login"; readonly secret: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<{ readonly text: string; readonly isOver: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy || (how === "claim" && name.trim() === "")) return;
    setBusy(true);
    setProblem(null);
    app.signIn(secret, how === "claim" ? name.trim() : undefined).catch((error: unknown) => {
      setBusy(false);
      setProblem(problemOf(error, words));
    });
  };
  if (problem?.isOver === true) return <NeedLinkCard words={words} text={problem.text} />;
  return (
    <Card title={how === "claim" ? words.claimTitle : words.signInTitle}>
      <p class="two">{how === "claim" ? words.claimWhy : words.signInWhy}</p>
      <form class="labelled" onSubmit={onSubmit}>
        {how === "claim" && (
          <label>
            {words.yourName}
            <span class="field">
              <input name="name" autocomplete="name" required maxLength={64} autofocus value={name} onInput={(event) => setName(event.currentTarget.value)} />
            </span>
          </label>
        )}
        <Problem text={problem?.text ?? ""} />
        <button type="submit" class="button main" disabled={isBusy}>
          {how === "claim" ? words.claim : words.signIn}
        </button>
      </form>
    </Card>
  );
}

function NeedLink({ words, why }: { readonly words: SignInWords; readonly why: "never" | "left" | "ended" }) {
  return <NeedLinkCard words={words} text={why === "never" ? words.needLinkWhy : why === "left" ? words.signedOutWhy : words.endedWhy} />;
}

function NeedLinkCard({ words, text }: { readonly words: SignInWords; readonly text: string }) {
  const [home, setHome] = useState<string | null>(null);
  useEffect(() => {
    // A hub that does not answer leaves the command as it is for the default home.
    namedHome().then(setHome, () => undefined);
  }, []);
  return (
    <Card title={words.needLink}>
      <p class="two" role="status">
        {text}
      </p>
      <p class="command">{loginCommand(home)}</p>
    </Card>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="sign-in">
      <Brand />
      <div class="card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** `isOver`: this link will never work again, so the page says how to get another. */
function problemOf(error: unknown, words: SignInWords): { readonly text: string; readonly isOver: boolean } {
  if (!(error instanceof Refusal)) return { text: words.hubGone, isOver: false };
  if (error.code === "LinkUsed") return { text: words.linkUsed, isOver: true };
  if (error.code === "LinkExpired") return { text: words.linkExpired, isOver: true };
  if (error.code === "LinkUnknown") return { text: words.linkUnknown, isOver: true };
  return { text: error.message, isOver: false };
}
