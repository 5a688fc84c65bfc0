/** What the address says after `#`: a one-time secret, or what is shown. Where several columns fit, the list always is. */
export type Address =
  | { readonly kind: "claim" | "login"; readonly secret: string }
  | { readonly kind: "thread"; readonly thread: string; readonly line: number | null; readonly isPanelOpen: boolean }
  | { readonly kind: "list"; readonly isPanelOpen: boolean }
  | { readonly kind: "view"; readonly view: ViewName; readonly part: string | null }
  | { readonly kind: "nowhere" };

export const viewNames = ["questions", "agents", "activity", "settings"] as const;

export type ViewName = (typeof viewNames)[number];

/** A destination beside the threads, and which part of it: a question's id, a section's name. */
export interface ShownView {
  readonly view: ViewName;
  readonly part: string | null;
}

export function addressOf(hash: string): Address {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const claim = parts.get("claim");
  if (claim !== null && claim !== "") return { kind: "claim", secret: claim };
  const login = parts.get("login");
  if (login !== null && login !== "") return { kind: "login", secret: login };
  const view = viewNames.find((name) => parts.has(name));
  if (view !== undefined) return { kind: "view", view, part: parts.get(view) || null };
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

export function viewHref(view: ViewName, part?: string): string {
  return `#${view}${part === undefined ? "" : `=${encodeURIComponent(part)}`}`;
}
