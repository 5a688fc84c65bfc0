import { type Signal, signal } from "@preact/signals";
import type { Language } from "#web/words.ts";
import { type Refusal, login } from "./api.ts";
import type { Keep } from "./keep.ts";
import { type Page, openPage } from "./page.ts";
import { placeOf } from "./place.ts";

/** Which of the three faces the page has: a link to use, nobody signed in, or somebody. */
type Door =
  | { readonly kind: "link"; readonly how: "claim" | "login"; readonly secret: string }
  | { readonly kind: "out"; readonly why: "never" | "left" | "ended" }
  | { readonly kind: "in"; readonly page: Page };

export interface App {
  readonly door: Signal<Door>;
  readonly language: Signal<Language>;
  /** Reads the address; called at the start and whenever what follows # has changed. */
  arrive(): void;
  signIn(secret: string, name?: string): Promise<void>;
  signOut(): void;
}

interface AppPorts {
  readonly keep: Keep;
  readonly location: Location;
  readonly history: History;
  readonly languages: readonly string[];
}

const tokenName = "parley.token";

export function openApp({ keep, location, history, languages }: AppPorts): App {
  const door = signal<Door>({ kind: "out", why: "never" });
  const language = signal<Language>(firstLanguage(keep, languages));
  const now = signal(Date.now());
  setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return { door, language, arrive, signIn, signOut };

  function arrive(): void {
    const place = placeOf(location.hash);
    if (place.kind === "claim" || place.kind === "login") {
      // The secret leaves the address at once: it must not stay in the history, nor be copied along.
      history.replaceState(null, "", location.pathname + location.search);
      leave();
      door.value = { kind: "link", how: place.kind, secret: place.secret };
      return;
    }
    if (door.value.kind === "link") return;
    const page = door.value.kind === "in" ? door.value.page : enter();
    page?.go(place);
  }

  function enter(): Page | undefined {
    const token = keep.get(tokenName);
    if (token === null) return undefined;
    const page = openPage({ token, keep, now, shut });
    door.value = { kind: "in", page };
    return page;
  }

  async function signIn(secret: string, name?: string): Promise<void> {
    const { token } = await login(secret, name);
    keep.set(tokenName, token);
    enter()?.go(placeOf(location.hash));
  }

  function shut(_why: Refusal): void {
    leave();
    keep.set(tokenName, null);
    door.value = { kind: "out", why: "ended" };
  }

  function signOut(): void {
    if (door.value.kind !== "in") return;
    const { api } = door.value.page;
    leave();
    keep.set(tokenName, null);
    door.value = { kind: "out", why: "left" };
    // The token is gone from here either way; the hub forgets it too if it can be reached.
    api.logout().catch(() => undefined);
  }

  function leave(): void {
    if (door.value.kind === "in") door.value.page.close();
  }
}

function firstLanguage(keep: Keep, languages: readonly string[]): Language {
  const kept = keep.get("parley.language");
  if (kept === "en" || kept === "zh-CN") return kept;
  return languages[0]?.startsWith("zh") === true ? "zh-CN" : "en";
}
