import type { LinkUse, LoginLink, Token } from "./access.ts";
import type { NewRecord } from "./audit.ts";
import type { AgentId, PersonId, TokenId } from "./ids.ts";
import type { Account, Made, Person, Role } from "./people.ts";

/** The store's verbs about people and what lets them in. */
export interface AccessVerbs {
  people(): Promise<readonly Person[]>;
  /** Throws NameTaken. An account belongs to one person: it moves. */
  addPerson(person: Person, audit: NewRecord, made?: Made): Promise<Person>;
  linkAccount(person: PersonId, account: Account, audit: NewRecord, made?: Made): Promise<boolean>;
  /** Throws NotAllowed for the last owner. */
  setRole(person: PersonId, role: Role, audit: NewRecord): Promise<boolean>;
  /** Ends every way in that they have or made, for anyone, and what was made with those. Throws NotAllowed for the last owner. */
  removePerson(person: PersonId, at: number, audit: NewRecord): Promise<boolean>;
  /** The file's people, in force until the next start: new ones are added, gone ones removed, roles and accounts follow the file. */
  syncPeople(
    people: readonly { readonly name: string; readonly role: Role; readonly accounts: readonly Account[] }[],
    newId: () => PersonId,
    at: number,
  ): Promise<readonly Person[]>;
  addToken(token: Token, hash: string, audit: NewRecord): Promise<void>;
  /** Neither expired nor revoked. */
  tokenByHash(hash: string, now: number): Promise<Token | undefined>;
  tokens(): Promise<readonly Token[]>;
  revokeToken(id: TokenId, at: number, audit: NewRecord): Promise<boolean>;
  agentNamed(name: string): Promise<AgentId | undefined>;
  addLink(link: LoginLink, audit: NewRecord): Promise<void>;
  /** Uses the link, makes the owner if it is a claim, and keeps the token: one step. */
  useLink(use: {
    readonly hash: string;
    readonly at: number;
    readonly name: string;
    readonly newPerson: PersonId;
    readonly token: { readonly id: TokenId; readonly hash: string; readonly label?: string };
  }): Promise<LinkUse>;
}
