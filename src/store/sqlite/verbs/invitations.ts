import type { NewRecord } from "#domain/audit";
import type { InvitationId, ThreadId } from "#domain/ids";
import type { Invitation, InvitationState } from "#domain/invitation";
import type { Reader } from "#domain/people";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db, Value } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { readable } from "./visible.ts";

type Body = Omit<Invitation, "id" | "agentName" | "thread" | "state">;

interface InvitationRow {
  id: InvitationId;
  agent_name: string;
  thread: ThreadId;
  state: InvitationState;
  body: string;
}

/** Repeating an id updates that invitation. */
export function putInvitation({ db, chain, wake }: Tx, { id, agentName, thread, state, ...body }: Invitation, audit: readonly NewRecord[]): void {
  db.run(
    `INSERT INTO invitations (id, agent_name, thread, state, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET agent_name = excluded.agent_name, thread = excluded.thread, state = excluded.state, body = excluded.body`,
    id,
    agentName,
    thread,
    state,
    JSON.stringify(body satisfies Body),
  );
  chain.append(audit);
  wake({ topic: "agents" });
}

interface Which {
  readonly agentName?: string;
  readonly thread?: ThreadId;
  readonly open?: boolean;
  /** Without those that were refused. */
  readonly started?: boolean;
  readonly limit: number;
}

/** Newest first. Invitations of deleted threads are visible to those who see all threads. */
export function listInvitations(db: Db, reader: Reader, which: Which): readonly Invitation[] {
  const right = readable(reader);
  const conditions = [
    right.sql,
    ...(which.open === true ? ["i.state IN ('starting', 'running', 'joined')"] : []),
    ...(which.started === true ? ["i.state <> 'refused'"] : []),
    ...(which.agentName === undefined ? [] : ["i.agent_name = ?"]),
    ...(which.thread === undefined ? [] : ["i.thread = ?"]),
  ];
  const values: readonly Value[] = [...right.values, which.agentName, which.thread, which.limit].filter((value) => value !== undefined);
  return db
    .all<InvitationRow>(
      `SELECT i.id, i.agent_name, i.thread, i.state, i.body FROM ${table(which)} LEFT JOIN threads t ON t.id = i.thread
       WHERE ${conditions.join(" AND ")} ORDER BY i.id DESC LIMIT ?`,
      ...values,
    )
    .map((row) => ({ id: row.id, agentName: row.agent_name, thread: row.thread, state: row.state, ...fromJson<Body>(row.body) }));
}

/** Few are open, so that index is used first; otherwise the narrower one. */
function table(which: Which): string {
  if (which.open === true) return "invitations i INDEXED BY invitations_open";
  if (which.thread !== undefined) return "invitations i INDEXED BY invitations_by_thread";
  return which.agentName === undefined ? "invitations i" : "invitations i INDEXED BY invitations_by_agent";
}
