import type { Token } from "#domain/access";
import type { NewRecord } from "#domain/audit";
import type { AgentId, PersonId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import type { Account, Proof, Who } from "#domain/people";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { endAgent, listAgents } from "./agents.ts";
import { dropBacklogs } from "./backlog.ts";
import { leaveChat } from "./chats.ts";
import { listTokens, revokeTokens } from "./tokens.ts";

interface AccountRow {
  account: Account;
  person: PersonId;
  linked_by: Who | null;
  linked_with: Proof | null;
}

interface LinkRow {
  hash: string;
  person: PersonId | null;
  made_by: Who | null;
  made_with: Proof | null;
  used_at: number | null;
}

/** What somebody is, holds or made, by id. */
type Reach = Set<string>;

/**
 * Ends every way in that the person has or made, or that was made with the account: tokens, login links, agents and accounts, also of
 * others, and what was made with those. Each gets its record.
 */
export function endReach(tx: Tx, { id, name }: { readonly id: PersonId | Account; readonly name: string }, at: number, by: string): void {
  const { db, chain } = tx;
  const record = (data: JsonObject): NewRecord => ({ at, kind: "access", who: by, data: { ...data, removed: name } });
  const reach = reachOf(db, id);
  const tokens = listTokens(db).filter((token) => reach.has(token.id) && token.revokedAt === undefined);
  chain.append(revokeTokens(db, tokens, at).map((token) => record({ did: "token revoked", token: token.id, holder: token.label })));
  const left = withoutTokens(db, tokens, at);
  for (const agent of listAgents(db))
    if (reach.has(agent.id) || left.has(agent.id)) endAgent(tx, agent.id, at, record({ did: "agent ended", agent: agent.id, name: agent.name }));
  chain.append(dropLinks(db, id, reach).map((person) => record({ did: "login link ended", person })));
  dropLinkCodes(db, id, reach);
  chain.append(unlinkAccounts(tx, id, reach).map(({ account, person }) => record({ did: "account unlinked", account, person })));
  dropBacklogs(db, id);
}

/** The agents that have no way in any more. One that was invited leaves by its process. */
function withoutTokens(db: Db, revoked: readonly Token[], at: number): ReadonlySet<AgentId> {
  const agents = new Set(revoked.flatMap(({ holder }) => (holder.kind === "agent" && holder.only === undefined ? [holder.agent] : [])));
  for (const { holder, revokedAt, expiresAt } of listTokens(db))
    if (holder.kind === "agent" && revokedAt === undefined && (expiresAt ?? Infinity) > at) agents.delete(holder.agent);
  return agents;
}

/** Grows until nothing more is found: a token that was made with a token that was made with an account that they linked. */
function reachOf(db: Db, id: string): Reach {
  const reach: Reach = new Set([id]);
  const isIn = (...ids: readonly (string | null | undefined)[]): boolean => ids.some((one) => typeof one === "string" && reach.has(one));
  // Revoked tokens count too: what was made with them may still be valid.
  const tokens = listTokens(db);
  const agents = listAgents(db);
  const accounts = listAccounts(db);
  for (let before = 0; before !== reach.size;) {
    before = reach.size;
    for (const { id: token, holder, madeBy, madeWith } of tokens)
      if (isIn(holder.kind === "person" ? holder.person : holder.agent, madeBy, madeWith)) reach.add(token);
    for (const agent of agents) if (isIn(agent.owner, agent.madeWith)) reach.add(agent.id);
    for (const { account, person, linked_by: linkedBy, linked_with: linkedWith } of accounts) if (isIn(person, linkedBy, linkedWith)) reach.add(account);
  }
  return reach;
}

/** The names of the people they were for. Of a used link nothing is left to end. */
function dropLinks(db: Db, id: string, reach: Reach): readonly string[] {
  const links = db.all<LinkRow>("SELECT hash, person, made_by, made_with, used_at FROM links");
  const theirs = links.filter((link) => link.person === id || reach.has(link.made_by ?? "") || reach.has(link.made_with ?? ""));
  for (const { hash } of theirs) db.run("DELETE FROM links WHERE hash = ?", hash);
  return theirs.filter((link) => link.used_at === null).map((link) => nameOf(db, link.person));
}

/** Codes live for minutes and are on record when they are made and used: their end is not. */
function dropLinkCodes(db: Db, id: string, reach: Reach): void {
  for (const { hash, ...code } of db.all<Pick<LinkRow, "hash" | "made_by" | "made_with"> & { person: PersonId }>(
    "SELECT hash, person, made_by, made_with FROM link_codes",
  ))
    if (code.person === id || reach.has(code.made_by ?? "") || reach.has(code.made_with ?? "")) db.run("DELETE FROM link_codes WHERE hash = ?", hash);
}

/** The accounts of others that they linked. Their own go without a word: the record of their removal says it. */
function unlinkAccounts(tx: Tx, id: string, reach: Reach): readonly { readonly account: Account; readonly person: string }[] {
  const { db } = tx;
  const theirs = listAccounts(db).filter(({ account }) => reach.has(account));
  for (const { account } of theirs) {
    db.run("DELETE FROM accounts WHERE account = ?", account);
    leaveChat(tx, account);
  }
  return theirs.filter(({ person }) => person !== id).map(({ account, person }) => ({ account, person: nameOf(db, person) }));
}

function listAccounts(db: Db): readonly AccountRow[] {
  return db.all<AccountRow>("SELECT account, person, linked_by, linked_with FROM accounts");
}

function nameOf(db: Db, id: PersonId | null): string {
  return db.get<{ name: string }>("SELECT name FROM people WHERE id = ?", id)?.name ?? "";
}
