import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Brand } from "#web/parts/icon.tsx";
import { Problem } from "#web/parts/problem.tsx";
import { Refusal } from "#web/state/api.ts";
import type { App } from "#web/state/app.ts";
import type { Words } from "#web/words/en.ts";

const loginCommand = "npm run -s parley -- login";

/** Opening a link uses nothing up; only this form does. */
export function UseLink({ app, words, how, secret }: { readonly app: App; readonly words: Words; readonly how: "claim" | "login"; readonly secret: string }) {
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

export function NeedLink({ words, why }: { readonly words: Words; readonly why: "never" | "left" | "ended" }) {
  return <NeedLinkCard words={words} text={why === "never" ? words.needLinkWhy : why === "left" ? words.signedOutWhy : words.endedWhy} />;
}

function NeedLinkCard({ words, text }: { readonly words: Words; readonly text: string }) {
  return (
    <Card title={words.needLink}>
      <p class="two" role="status">
        {text}
      </p>
      <p class="command">{loginCommand}</p>
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
function problemOf(error: unknown, words: Words): { readonly text: string; readonly isOver: boolean } {
  if (!(error instanceof Refusal)) return { text: words.hubGone, isOver: false };
  if (error.code === "LinkUsed") return { text: words.linkUsed, isOver: true };
  if (error.code === "LinkExpired") return { text: words.linkExpired, isOver: true };
  if (error.code === "LinkUnknown") return { text: words.linkUnknown, isOver: true };
  return { text: error.message, isOver: false };
}
