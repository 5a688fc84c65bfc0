import type { AgentId, PersonId, ThreadId, TokenId } from "./ids.ts";
import type { Grant, Proof, Role, Who } from "./people.ts";

/** A bearer token at rest: only its hash is kept. */
export interface Token {
  readonly id: TokenId;
  readonly holder:
    | { readonly kind: "person"; readonly person: PersonId; readonly answers: boolean }
    | { readonly kind: "agent"; readonly agent: AgentId; readonly name: string; readonly may: readonly Grant[]; readonly only?: ThreadId };
  readonly label: string;
  /** `whoIs` of whoever made it, or made the link that it came from. It ends with them, and with whoever gave them the proof. */
  readonly madeBy?: Who;
  readonly madeWith?: Proof;
  /** It came from a login link: a browser has it. */
  readonly login?: boolean;
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
  readonly madeBy?: Who;
  readonly madeWith?: Proof;
}

export type LinkUse =
  | { readonly ok: true; readonly person: PersonId; readonly name: string; readonly role: Role }
  | { readonly ok: false; readonly code: "LinkUsed" | "LinkExpired" | "LinkUnknown" | "NameTaken" | "NotAllowed" };
