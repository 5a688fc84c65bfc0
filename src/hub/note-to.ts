import type { Address } from "#domain/channel";

/** Words for one chat that are no message of a thread. */
export function noteTo(to: Address, markdown: string): { to: Address; body: { kind: "note"; parts: { kind: "text"; markdown: string }[] } } {
  return { to, body: { kind: "note", parts: [{ kind: "text", markdown }] } };
}
