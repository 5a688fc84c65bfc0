/** What the address says after `#`: a one-time secret, or what is shown. Where several columns fit, the list always is. */
export type Address =
  | { readonly kind: "claim" | "login"; readonly secret: string }
  | { readonly kind: "thread"; readonly thread: string; readonly line: number | null; readonly isPanelOpen: boolean }
  | { readonly kind: "list"; readonly isPanelOpen: boolean }
  | { readonly kind: "nowhere" };

export function addressOf(hash: string): Address {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const claim = parts.get("claim");
  if (claim !== null && claim !== "") return { kind: "claim", secret: claim };
  const login = parts.get("login");
  if (login !== null && login !== "") return { kind: "login", secret: login };
  const isPanelOpen = parts.has("panel");
  const thread = parts.get("thread");
  if (thread === null || thread === "") return parts.has("list") || isPanelOpen ? { kind: "list", isPanelOpen } : { kind: "nowhere" };
  const line = Number(parts.get("line") ?? Number.NaN);
  return { kind: "thread", thread, line: Number.isSafeInteger(line) && line > 0 ? line : null, isPanelOpen };
}

export const listHref = "#list";

export function threadHref(thread: string, line?: number): string {
  return `#thread=${encodeURIComponent(thread)}${line === undefined ? "" : `&line=${line}`}`;
}

/** The same place with the panel of sessions and agents over it. */
export function panelHref(thread: string | null): string {
  return `${thread === null ? listHref : threadHref(thread)}&panel`;
}
