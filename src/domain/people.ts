import type { AgentId, PersonId, SessionId, ThreadId, TokenId } from "./ids.ts";

export type Role = "owner" | "admin" | "member";

/** `platform:id`, as `telegram:123`. Compared as text, exactly. */
export type Account = `${string}:${string}`;

export interface Person {
  readonly id: PersonId;
  readonly name: string;
  readonly role: Role;
  readonly accounts: readonly Account[];
  /** `config` people come from the file and go with it; `store` people were added by a verb. */
  readonly source: "config" | "store";
}

/** What an agent's token was granted beyond speaking. */
export type Grant = "invite" | "prompt";

/** Who does something. Made by the gate from a proof (account, token, home), never from a name that somebody sent. */
export type Actor =
  /** `answers`: the token was made to answer questions over MCP too, where a program may hold it. `login`: a browser has it. */
  | {
      readonly kind: "person";
      readonly id: PersonId;
      readonly name: string;
      readonly role: Role;
      readonly account?: Account;
      readonly tokenId?: TokenId;
      readonly answers?: boolean;
      readonly login?: boolean;
    }
  /** Somebody without an entry, let in by --allow-everyone: may prompt, never approve, never run an admin's verb. */
  | { readonly kind: "guest"; readonly account: Account; readonly name: string; readonly unverified?: true }
  /** `unverified`: the platform does not vouch for the account, so that adding it would not help. */
  | { readonly kind: "stranger"; readonly account: Account; readonly name: string; readonly unverified?: true }
  | { readonly kind: "outside"; readonly name: string; readonly account?: Account }
  /** `maker`: the person who made its token. It never may more than they may. */
  | {
      readonly kind: "agent";
      readonly id: AgentId;
      readonly name: string;
      readonly may: readonly Grant[];
      readonly only?: ThreadId;
      readonly tokenId?: TokenId;
      readonly maker?: Pick<Person, "id" | "role">;
    }
  /** The agent of a session that the hub drives, at commands of its own. */
  | { readonly kind: "session"; readonly id: SessionId; readonly name: string; readonly thread: ThreadId }
  /** Whoever can read <home>/hub.json. */
  | { readonly kind: "operator" }
  | { readonly kind: "hub" };

/** What a reading verb of the store needs to know of the one who reads. What one may not see is not found. */
export type Reader =
  | { readonly sees: "all"; readonly who?: string }
  | { readonly sees: "some"; readonly who: string; readonly open: boolean }
  | { readonly sees: "one"; readonly who: string; readonly thread: ThreadId };

/** The hub itself, which reads whatever there is. */
export const everyone = { sees: "all" } as const satisfies Reader;

/** Whom something belongs to. */
export type Who = PersonId | AgentId | SessionId | Account | "operator" | "hub";

/** A person, whatever they are known by. */
export function actorOf({ id, name, role }: Person): Extract<Actor, { readonly kind: "person" }> {
  return { kind: "person", id, name, role };
}

/** By which somebody is known: a token or a chat account. Whoever gave it to them may have kept a copy. */
export type Proof = TokenId | Account;

export interface Made {
  readonly madeBy: Who;
  readonly madeWith?: Proof;
}

/** Who makes something, as it is stored with what they make. */
export function makerOf(actor: Actor): Made {
  const proof = "tokenId" in actor && actor.tokenId !== undefined ? actor.tokenId : "account" in actor ? actor.account : undefined;
  return { madeBy: whoIs(actor), ...(proof === undefined ? {} : { madeWith: proof }) };
}

/** The key under which cursors and participants are kept: a person's or agent's id, or a guest's account. */
export function whoIs(actor: Actor): Who {
  switch (actor.kind) {
    case "person":
    case "agent":
    case "session":
      return actor.id;
    case "guest":
    case "stranger":
      return actor.account;
    case "outside":
      return actor.account ?? `outside:${actor.name}`;
    case "operator":
    case "hub":
      return actor.kind;
  }
}

/** Whose share of a bounded room an actor uses. A member's agents use the member's, however many there are. */
export function shareOf(actor: Actor): Who {
  return actor.kind === "agent" && actor.maker?.role === "member" ? actor.maker.id : whoIs(actor);
}

export function nameOf(actor: Actor): string {
  return "name" in actor ? actor.name : actor.kind;
}

export function roleOf(actor: Actor): Role | undefined {
  if (actor.kind === "person") return actor.role;
  return actor.kind === "operator" ? "owner" : undefined;
}
