import type { LinkUse, LoginLink } from "#domain/access";
import type { PersonId, TokenId } from "#domain/ids";
import type { Person } from "#domain/people";
import { isNameTaken } from "./name-taken.ts";
import { addPerson, countOwners, personById } from "./people.ts";
import { addToken } from "./tokens.ts";
import type { Tx } from "./tx.ts";

export interface Use {
  readonly hash: string;
  readonly at: number;
  readonly name: string;
  readonly newPerson: PersonId;
  readonly token: { readonly id: TokenId; readonly hash: string };
}

interface LinkRow {
  person: PersonId | null;
  expires_at: number;
  used_at: number | null;
}

export function addLink({ db }: Tx, { hash, purpose, expiresAt }: LoginLink): void {
  db.run("INSERT INTO links (hash, person, expires_at) VALUES (?, ?, ?)", hash, purpose.kind === "claim" ? null : purpose.person, expiresAt);
}

export function useLink(tx: Tx, use: Use): LinkUse {
  const link = tx.db.get<LinkRow>("SELECT person, expires_at, used_at FROM links WHERE hash = ?", use.hash);
  if (link === undefined) return { ok: false, code: "LinkUnknown" };
  if (link.used_at !== null) return { ok: false, code: "LinkUsed" };
  if (link.expires_at <= use.at) return { ok: false, code: "LinkExpired" };
  return link.person === null ? claim(tx, use) : login(tx, use, link.person);
}

function claim(tx: Tx, use: Use): LinkUse {
  if (countOwners(tx.db) > 0) return { ok: false, code: "NotAllowed" };
  // The link stays good: the person only has to choose another name.
  if (isNameTaken(tx.db, use.name)) return { ok: false, code: "NameTaken" };
  return letIn(tx, use, addPerson(tx, { id: use.newPerson, name: use.name, role: "owner", accounts: [], source: "store" }, []), "claimed");
}

function login(tx: Tx, use: Use, id: PersonId): LinkUse {
  const person = personById(tx.db, id);
  return person === undefined ? { ok: false, code: "LinkUnknown" } : letIn(tx, use, person, "logged in");
}

function letIn(tx: Tx, { hash, at, token }: Use, person: Person, what: "claimed" | "logged in"): LinkUse {
  tx.db.run("UPDATE links SET used_at = ? WHERE hash = ?", at, hash);
  const audit = { at, kind: "access", who: person.id, data: { what, person: person.id, name: person.name, role: person.role, token: token.id } } as const;
  addToken(tx, { id: token.id, holder: { kind: "person", person: person.id, answers: true }, label: "page", at }, token.hash, [audit]);
  return { ok: true, person: person.id, name: person.name, role: person.role };
}
