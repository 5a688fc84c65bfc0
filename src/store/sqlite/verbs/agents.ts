import type { RegisteredAgent } from "#domain/agent-card";
import type { NewRecord } from "#domain/audit";
import { ParleyError } from "#domain/errors";
import type { AgentId } from "#domain/ids";
import { dropBacklogs } from "./backlog.ts";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import { isReserved, nameKey } from "./names.ts";
import { isNameTaken } from "./name-taken.ts";
import type { Tx } from "#store/sqlite/engine/tx";

type Card = Omit<RegisteredAgent, "id" | "name" | "lastHeartbeat" | "lastActivity" | "lastActivityAt" | "goneAt">;

interface AgentRow {
  id: AgentId;
  name: string;
  card: string;
  last_heartbeat: number;
  last_activity: string;
  last_activity_at: number;
  gone_at: number | null;
}

const select = "SELECT id, name, card, last_heartbeat, last_activity, last_activity_at, gone_at FROM agents";

/** The agent as stored: with a number appended if its name is taken. */
export function putAgent({ db, wake }: Tx, agent: RegisteredAgent): RegisteredAgent {
  if (isReserved(agent.name)) throw new ParleyError("NameTaken", `The name ${agent.name} is reserved for Parley. Choose another one.`);
  const { id, name: wanted, lastHeartbeat, lastActivity, lastActivityAt, goneAt, ...card } = agent;
  const name = goneAt === undefined ? freeName(db, wanted, id) : wanted;
  db.run(
    `INSERT INTO agents (id, name, name_key, card, last_heartbeat, last_activity, last_activity_at, gone_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, card = excluded.card, last_heartbeat = excluded.last_heartbeat,
       last_activity = excluded.last_activity, last_activity_at = excluded.last_activity_at, gone_at = excluded.gone_at`,
    id,
    name,
    nameKey(name),
    JSON.stringify(card satisfies Card),
    lastHeartbeat,
    lastActivity,
    lastActivityAt,
    goneAt ?? null,
  );
  wake({ topic: "agents" });
  return { ...agent, name };
}

function freeName(db: Db, wanted: string, id: AgentId): string {
  let name = wanted;
  for (let number = 2; isTaken(db, name, id); number++) name = `${wanted} ${number}`;
  return name;
}

/** By a person, a session, another active agent, or the holder of a token. */
function isTaken(db: Db, name: string, id: AgentId): boolean {
  const key = nameKey(name);
  return (
    isNameTaken(db, name) ||
    db.get("SELECT 1 FROM sessions WHERE name_key = ? AND dropped = 0", key) !== undefined ||
    db.get("SELECT 1 FROM agents WHERE name_key = ? AND gone_at IS NULL AND id <> ?", key, id) !== undefined ||
    db.get("SELECT 1 FROM tokens WHERE agent_name = ? AND holder_id <> ? AND revoked_at IS NULL", key, id) !== undefined
  );
}

export function readAgent(db: Db, id: AgentId): RegisteredAgent | undefined {
  const row = db.get<AgentRow>(`${select} WHERE id = ?`, id);
  return row && agentOf(row);
}

const mostGone = 1000;

/** In the order in which they registered; of agents that left, only the latest. */
export function listAgents(db: Db, which: { readonly gone?: boolean } = {}): readonly RegisteredAgent[] {
  const rows =
    which.gone === true
      ? db.all<AgentRow>(`${select} ORDER BY id DESC LIMIT ?`, mostGone)
      : db.all<AgentRow>(`${select} INDEXED BY agents_here WHERE gone_at IS NULL ORDER BY id DESC`);
  return rows.toReversed().map(agentOf);
}

export function agentHere(db: Db, name: string): AgentId | undefined {
  return db.get<{ id: AgentId }>("SELECT id FROM agents WHERE name_key = ? AND gone_at IS NULL", nameKey(name))?.id;
}

/** A heartbeat that changes only the time wakes no listeners. */
export function touchAgent({ db, wake }: Tx, id: AgentId, activity: string, at: number): void {
  const isNew = db.get("SELECT 1 FROM agents WHERE id = ? AND last_activity <> ?", id, activity) !== undefined;
  db.run("UPDATE agents SET last_heartbeat = ?, last_activity = ?, last_activity_at = ? WHERE id = ? AND gone_at IS NULL", at, activity, at, id);
  if (isNew) wake({ topic: "agents" });
}

export function endAgent({ db, chain, wake }: Tx, id: AgentId, at: number, audit: NewRecord): boolean {
  if (db.run("UPDATE agents SET gone_at = ? WHERE id = ? AND gone_at IS NULL", at, id) === 0) return false;
  const revoked = db.run("UPDATE tokens SET revoked_at = ? WHERE holder_id = ? AND revoked_at IS NULL", at, id);
  dropBacklogs(db, id);
  chain.append([audit]);
  wake({ topic: "agents" });
  if (revoked > 0) wake({ topic: "people" });
  return true;
}

function agentOf(row: AgentRow): RegisteredAgent {
  return {
    id: row.id,
    name: row.name,
    ...fromJson<Card>(row.card),
    lastHeartbeat: row.last_heartbeat,
    lastActivity: row.last_activity,
    lastActivityAt: row.last_activity_at,
    ...(row.gone_at !== null && { goneAt: row.gone_at }),
  };
}
