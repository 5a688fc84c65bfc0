import type { Token } from "#domain/access";
import type { Pairing } from "#domain/pairing";
import type { Person } from "#domain/people";
import type { PairingWire } from "#protocol/pairing";

const iso = (at: number): string => new Date(at).toISOString();

export function encodePerson(person: Person): object {
  const { id, name, role, accounts, source } = person;
  return { id, name, role, accounts, source };
}

export function encodePairing({ code, channel, account, name, at, expiresAt }: Pairing): PairingWire {
  return { code, channel, account, name, asked_at: iso(at), expires_at: iso(expiresAt) };
}

export function encodeToken(token: Token): object {
  const { id, holder, label } = token;
  return {
    id,
    holder,
    label,
    login: token.login ?? false,
    created_at: iso(token.at),
    expires_at: token.expiresAt === undefined ? null : iso(token.expiresAt),
    revoked_at: token.revokedAt === undefined ? null : iso(token.revokedAt),
  };
}
