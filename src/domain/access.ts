import type { AgentId, PersonId, ThreadId, TokenId } from "./ids.ts";
import type { Grant, Role, Who } from "./people.ts";

/** A bearer token at rest: only its hash is kept. */
export interface Token {
  readonly id: TokenId;
  readonly holder:
    | { readonly kind: "person"; readonly person: PersonId; readonly answers: boolean }
    | { readonly kind: "agent"; readonly agent: AgentId; readonly name: string; readonly may: readonly Grant[]; readonly only?: ThreadId };
  readonly label: string;
  /** `whoIs` of whoever made it for somebody; a login made its own. It ends with them. */
  readonly madeBy?: Who;
  readonly at: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

/** A one-time link at rest: used up by the POST, not by opening it. */
export interface LoginLink {
  readonly hash: string;
  /** A claim makes the first owner; a login names somebody who is there. */
  readonly purpose: { readonly kind: "claim" } | { readonly kind: "login"; readonly person: PersonId };
  readonly expiresAt: number;
}

export type LinkUse =
  | { readonly ok: true; readonly person: PersonId; readonly name: string; readonly role: Role }
  | { readonly ok: false; readonly code: "LinkUsed" | "LinkExpired" | "LinkUnknown" | "NameTaken" | "NotAllowed" };
