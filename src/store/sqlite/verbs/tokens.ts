import type { Token } from "#domain/access";
import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { AgentId, TokenId } from "#domain/ids";
import type { Proof, Who } from "#domain/people";
import { agentHere } from "./agents.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { isReserved, nameKey } from "./names.ts";
import type { Tx } from "#store/sqlite/engine/tx";

interface TokenRow {
  id: TokenId;
  holder: string;
  label: string;
  made_by: Who | null;
  made_with: Proof | null;
  login: number;
  at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

const select = "SELECT id, holder, label, made_by, made_with, login, at, expires_at, revoked_at FROM tokens";

export function addToken({ db, chain }: Tx, token: Token, hash: string, audit: readonly NewRecord[]): void {
  const { holder } = token;
  if (holder.kind === "agent" && isReserved(holder.name))
    throw new ParleyError("NameTaken", `The name ${holder.name} is reserved for Parley. Choose another one.`);
  db.run(
    "INSERT INTO tokens (id, hash, holder, holder_id, agent_name, label, made_by, made_with, login, at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    token.id,
    hash,
    JSON.stringify(holder),
    holder.kind === "person" ? holder.person : holder.agent,
    // Several invited agents can share a name, so they cannot be looked up by it.
    holder.kind === "agent" && holder.only === undefined ? nameKey(holder.name) : null,
    token.label,
    token.madeBy ?? null,
    token.madeWith ?? null,
    token.login === true ? 1 : 0,
    token.at,
    token.expiresAt ?? null,
    token.revokedAt ?? null,
  );
  chain.append(audit);
}

export function tokenByHash(db: Db, hash: string, now: number): Token | undefined {
  const row = db.get<TokenRow>(`${select} WHERE hash = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`, hash, now);
  return row && tokenOf(row);
}

export function listTokens(db: Db): readonly Token[] {
  return db.all<TokenRow>(`${select} ORDER BY n`).map(tokenOf);
}

export function revokeToken({ db, chain, wake }: Tx, id: TokenId, at: number, audit: NewRecord): boolean {
  if (db.run("UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, id) === 0) return false;
  chain.append([audit]);
  wake({ topic: "people" });
  return true;
}

/** Those that were still valid. */
export function revokeTokens(db: Db, tokens: readonly Token[], at: number): readonly Token[] {
  return tokens.filter(({ id }) => db.run("UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, id) > 0);
}

/** Who has that name now, or who last had a token with it, valid or not. */
export function agentNamed(db: Db, name: string): AgentId | undefined {
  return (
    agentHere(db, name) ?? db.get<{ holder_id: AgentId }>("SELECT holder_id FROM tokens WHERE agent_name = ? ORDER BY n DESC LIMIT 1", nameKey(name))?.holder_id
  );
}

function tokenOf(row: TokenRow): Token {
  return {
    id: row.id,
    holder: fromJson<Token["holder"]>(row.holder),
    label: row.label,
    ...(row.made_by !== null && { madeBy: row.made_by }),
    ...(row.made_with !== null && { madeWith: row.made_with }),
    ...(row.login === 1 && { login: true }),
    at: row.at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}
