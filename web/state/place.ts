/** What the address says after `#`: a one-time secret, or a thread and a line of it. */
export type Place =
  | { readonly kind: "claim" | "login"; readonly secret: string }
  | { readonly kind: "thread"; readonly thread: string; readonly line: number | null }
  | { readonly kind: "nowhere" };

export function placeOf(hash: string): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const claim = said.get("claim");
  if (claim !== null && claim !== "") return { kind: "claim", secret: claim };
  const login = said.get("login");
  if (login !== null && login !== "") return { kind: "login", secret: login };
  const thread = said.get("thread");
  if (thread === null || thread === "") return { kind: "nowhere" };
  const line = Number(said.get("line") ?? Number.NaN);
  return { kind: "thread", thread, line: Number.isSafeInteger(line) && line > 0 ? line : null };
}

export function threadHref(thread: string, line?: number): string {
  return `#thread=${encodeURIComponent(thread)}${line === undefined ? "" : `&line=${line}`}`;
}
