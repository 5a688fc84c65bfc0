import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Page } from "./page.ts";
import type { Words } from "#web/words/en.ts";

/** What every view of a signed-in person needs. */
interface Here {
  readonly page: Page;
  readonly words: Words;
}

export const HereContext = createContext<Here | null>(null);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (here === null) throw new Error("A view was drawn outside the page.");
  return here;
}
