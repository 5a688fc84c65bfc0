import { ParleyError } from "#domain/errors";
import type { PersonId, TokenId } from "#domain/ids";
import type { PersonSettings, PersonSettingVerbs, PushSubscription } from "#domain/person-settings";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { personById } from "./people.ts";

/** How a verb reads or writes: in one of the store's batches. */
interface Steps {
  readonly read: <T>(query: () => T) => Promise<T>;
  readonly write: <T>(step: () => T) => Promise<T>;
}

export function personSettingVerbs(tx: Tx, { read, write }: Steps): PersonSettingVerbs {
  return {
    personSettings: (person) => read(() => settingsOf(tx.db, person)),
    setPersonSettings: (person, settings) => write(() => setSettings(tx, person, settings)),
    addPush: (subscription, most) => write(() => addPush(tx, subscription, most)),
    dropPush: (endpoint, person) => write(() => dropPush(tx, endpoint, person)),
    hasPushes: () => read(() => tx.db.get("SELECT 1 FROM push_subscriptions LIMIT 1") !== undefined),
    pushes: (person, now) => read(() => listPushes(tx.db, person, now)),
  };
}

function settingsOf(db: Db, person: PersonId): PersonSettings {
  const row = db.get<{ body: string }>("SELECT body FROM person_settings WHERE person = ?", person);
  return row === undefined ? {} : fromJson<PersonSettings>(row.body);
}

function setSettings({ db }: Tx, person: PersonId, settings: PersonSettings): boolean {
  if (personById(db, person) === undefined) return false;
  db.run("INSERT INTO person_settings (person, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body", person, JSON.stringify(settings));
  return true;
}

interface PushRow {
  endpoint: string;
  person: PersonId;
  token: TokenId;
  keys: string;
  at: number;
}

function addPush({ db }: Tx, { endpoint, person, token, keys, at }: PushSubscription, most: number): void {
  const known = db.get<Pick<PushRow, "person" | "keys">>("SELECT person, keys FROM push_subscriptions WHERE endpoint = ?", endpoint);
  // The browser's keys are the proof that it is the same one, with somebody else signed in.
  if (known !== undefined && known.person !== person && known.keys !== JSON.stringify(keys))
    throw new ParleyError("NotAllowed", "Another browser is notified at this address.");
  const others = db.get<{ count: number }>("SELECT count(*) AS count FROM push_subscriptions WHERE person = ? AND endpoint <> ?", person, endpoint)?.count ?? 0;
  if (others >= most) throw new ParleyError("QueueFull", `${most} browsers are notified already. Turn it off in one of them first.`);
  db.run(
    `INSERT INTO push_subscriptions (endpoint, person, token, keys, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET person = excluded.person, token = excluded.token, keys = excluded.keys, at = excluded.at`,
    endpoint,
    person,
    token,
    JSON.stringify(keys),
    at,
  );
}

function dropPush({ db }: Tx, endpoint: string, person: PersonId | undefined): boolean {
  const gone =
    person === undefined
      ? db.run("DELETE FROM push_subscriptions WHERE endpoint = ?", endpoint)
      : db.run("DELETE FROM push_subscriptions WHERE endpoint = ? AND person = ?", endpoint, person);
  return gone > 0;
}

function listPushes(db: Db, person: PersonId, now: number): readonly PushSubscription[] {
  return db
    .all<PushRow>(
      `SELECT s.endpoint, s.person, s.token, s.keys, s.at FROM push_subscriptions s JOIN tokens k ON k.id = s.token
       WHERE s.person = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?) ORDER BY s.at, s.endpoint`,
      person,
      now,
    )
    .map(({ keys, ...row }) => ({ ...row, keys: fromJson<PushSubscription["keys"]>(keys) }));
}
