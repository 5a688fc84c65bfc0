import { type Signal, computed, signal } from "@preact/signals";
import { type Address, addressOf } from "./address.ts";
import { type BrowserStorage, storageOf } from "./browser-storage.ts";
import { type FrameQueue, createFrameQueue } from "./frame-queue.ts";
import { pageHistory } from "./history.ts";
import { type Refusal, login } from "./hub/api.ts";
import { type MarkdownReader, openMarkdown } from "./markdown.ts";
import { type Page, openPage } from "./page.ts";
import { type PageLanguage, pageLanguage } from "./page-language.ts";
import { type SingleKeys, singleKeys } from "./single-keys.ts";
import { type PageTheme, pageTheme } from "./theme.ts";

/** Which of the three faces the page has: a link to use, nobody signed in, or somebody. */
export type SignInState =
  | { readonly kind: "link"; readonly how: "claim" | "login"; readonly secret: string }
  | { readonly kind: "out"; readonly why: "never" | "left" | "ended" }
  | { readonly kind: "in"; readonly page: Page };

export interface App {
  readonly state: Signal<SignInState>;
  readonly language: PageLanguage;
  readonly theme: PageTheme;
  readonly keys: SingleKeys;
  readonly markdown: ReturnType<typeof openMarkdown>;
  readonly frames: FrameQueue;
  /** Reads the address; called at the start and whenever what follows # has changed. */
  arrive(): void;
  signIn(secret: string, name?: string): Promise<void>;
  signOut(): void;
}

interface AppPorts {
  readonly storage: BrowserStorage;
  /** The page's own element, on which the theme and the keys are set. */
  readonly root: Pick<HTMLElement, "dataset">;
  readonly location: Location;
  readonly history: History;
  readonly languages: readonly string[];
  readonly matches: (query: string) => boolean;
  readonly requestFrame: (run: () => void) => unknown;
  readonly loadMarkdown: () => Promise<MarkdownReader>;
}

const tokenName = "parley.token";
const personName = "parley.person";

export function openApp({ storage, root, location, history, languages, matches, requestFrame, loadMarkdown }: AppPorts): App {
  const state = signal<SignInState>({ kind: "out", why: "never" });
  /** The token that this tab uses. Another tab may have signed in as somebody else since. */
  let held: string | null = null;
  const hubLanguage = computed(() => (state.value.kind === "in" && state.value.page.model.value.me !== null ? state.value.page.model.value.language : null));
  const language = pageLanguage({ storage, languages, hub: hubLanguage });
  const theme = pageTheme({ storage, root });
  const keys = singleKeys({ storage, root });
  const isOneColumn = (): boolean => matches("(max-width: 719px)");
  const ownHistory = pageHistory({
    location,
    history,
    isNarrow: isOneColumn,
    isPanelOver: () => matches("(max-width: 899px)"),
    arrive,
  });
  const now = signal(Date.now());
  setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return { state, language, theme, keys, markdown: openMarkdown(loadMarkdown), frames: createFrameQueue(requestFrame), arrive, signIn, signOut };

  function arrive(): void {
    const address = addressOf(location.hash);
    if (address.kind === "claim" || address.kind === "login") {
      // The secret leaves the address at once: it must not stay in the history, nor be copied along.
      history.replaceState(null, "", location.pathname + location.search);
      leave();
      state.value = { kind: "link", how: address.kind, secret: address.secret };
      return;
    }
    if (state.value.kind === "link") return;
    const page = state.value.kind === "in" ? state.value.page : enter();
    if (page !== undefined) show(page, address);
  }

  function show(page: Page, address: Address): void {
    ownHistory.arrived(address);
    page.go(address);
  }

  function redirect(hash: string): void {
    history.replaceState(null, "", hash);
    arrive();
  }

  function enter(): Page | undefined {
    const token = storage.get(tokenName);
    if (token === null) return undefined;
    held = token;
    const person = storage.get(personName);
    const own = person === null ? storage : storageOf(storage, person);
    const page = openPage({ token, storage: own, history: ownHistory, language: language.current, now, isOneColumn, redirect, shut });
    state.value = { kind: "in", page };
    return page;
  }

  async function signIn(secret: string, name?: string): Promise<void> {
    const { token, person } = await login(secret, name);
    storage.set(personName, person.id);
    storage.set(tokenName, token);
    const page = enter();
    if (page !== undefined) show(page, addressOf(location.hash));
  }

  function shut(_why: Refusal): void {
    leave();
    forget();
    state.value = { kind: "out", why: "ended" };
  }

  function signOut(): void {
    if (state.value.kind !== "in") return;
    const { api } = state.value.page;
    leave();
    forget();
    state.value = { kind: "out", why: "left" };
    // The token is gone from here either way; the hub forgets it too if it can be reached.
    api.logout().catch(() => undefined);
  }

  function forget(): void {
    if (storage.get(tokenName) !== held) return;
    storage.set(tokenName, null);
    storage.set(personName, null);
  }

  function leave(): void {
    if (state.value.kind === "in") state.value.page.close();
  }
}
