import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { App } from "./app.ts";
import type { Page } from "./page.ts";
import type { Words } from "#web/words/en.ts";

/** What every view of a signed-in person needs. */
interface SignedIn {
  readonly page: Page;
  readonly words: Words;
  readonly markdown: App["markdown"];
  readonly frames: App["frames"];
}

export const SignedInContext = createContext<SignedIn | null>(null);

export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (signedIn === null) throw new Error("A view needs somebody who is signed in.");
  return signedIn;
}
