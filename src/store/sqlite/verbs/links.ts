import type { LinkUse, LoginLink } from "#domain/access";
import type { NewRecord } from "#domain/audit";
import type { PersonId, TokenId } from "#domain/ids";
import type { Made, Person, Proof, Who } from "#domain/people";
import { isNameTaken } from "./name-taken.ts";
import { addPerson, countOwners, personById } from "./people.ts";
import { addToken } from "./tokens.ts";
import type { Tx } from "#store/sqlite/engine/tx";

export interface LinkRedemption {
  readonly hash: string;
  readonly at: number;
  readonly name: string;
  readonly newPerson: PersonId;
  readonly token: { readonly id: TokenId; readonly hash: string; readonly label?: string };
}

interface LinkRow {
  person: PersonId | null;
  expires_at: number;
  used_at: number | null;
  made_by: Who | null;
  made_with: Proof | null;
}

export function addLink({ db, chain }: Tx, { hash, purpose, expiresAt, madeBy, madeWith }: LoginLink, audit: NewRecord): void {
  const person = purpose.kind === "claim" ? null : purpose.person;
  db.run("INSERT INTO links (hash, person, expires_at, made_by, made_with) VALUES (?, ?, ?, ?, ?)", hash, person, expiresAt, madeBy ?? null, madeWith ?? null);
  chain.append([audit]);
}

export function useLink(tx: Tx, use: LinkRedemption): LinkUse {
  const link = tx.db.get<LinkRow>("SELECT person, expires_at, used_at, made_by, made_with FROM links WHERE hash = ?", use.hash);
  if (link === undefined) return { ok: false, code: "LinkUnknown" };
  if (link.used_at !== null) return { ok: false, code: "LinkUsed" };
  if (link.expires_at <= use.at) return { ok: false, code: "LinkExpired" };
  const made = { ...(link.made_by !== null && { madeBy: link.made_by }), ...(link.made_with !== null && { madeWith: link.made_with }) };
  return link.person === null ? claim(tx, use, made) : login(tx, use, link.person, made);
}

function claim(tx: Tx, use: LinkRedemption, made: Partial<Made>): LinkUse {
  if (countOwners(tx.db) > 0) return { ok: false, code: "NotAllowed" };
  // The link stays valid: the person only has to choose another name.
  if (isNameTaken(tx.db, use.name)) return { ok: false, code: "NameTaken" };
  return letIn(tx, use, addPerson(tx, { id: use.newPerson, name: use.name, role: "owner", accounts: [], source: "store" }, []), { what: "claimed", made });
}

function login(tx: Tx, use: LinkRedemption, id: PersonId, made: Partial<Made>): LinkUse {
  const person = personById(tx.db, id);
  return person === undefined ? { ok: false, code: "LinkUnknown" } : letIn(tx, use, person, { what: "logged in", made });
}

function letIn(tx: Tx, { hash, at, token }: LinkRedemption, person: Person, how: { what: "claimed" | "logged in"; made: Partial<Made> }): LinkUse {
  tx.db.run("UPDATE links SET used_at = ? WHERE hash = ?", at, hash);
  const audit = {
    at,
    kind: "access",
    who: person.id,
    data: { what: how.what, person: person.id, name: person.name, role: person.role, token: token.id },
  } as const;
  addToken(
    tx,
    { id: token.id, holder: { kind: "person", person: person.id, answers: true }, label: token.label ?? "page", at, login: true, ...how.made },
    token.hash,
    [audit],
  );
  return { ok: true, person: person.id, name: person.name, role: person.role };
}
