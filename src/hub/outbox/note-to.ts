import type { Address } from "#domain/channel";

/** A text for one chat that is not a message of a thread. */
export function noteTo(to: Address, markdown: string): { to: Address; body: { kind: "note"; parts: { kind: "text"; markdown: string }[] } } {
  return { to, body: { kind: "note", parts: [{ kind: "text", markdown }] } };
}
