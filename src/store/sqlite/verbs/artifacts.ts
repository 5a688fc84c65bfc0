import type { Artifact } from "#domain/artifact";
import type { ArtifactId, ThreadId, TurnId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { mayReadNumber } from "./visible.ts";

type StoredArtifact = Omit<Artifact, "id" | "thread" | "key">;

interface ArtifactRow {
  id: ArtifactId;
  thread: number;
  thread_id: ThreadId;
  key: string;
  made: string;
}

const select = "SELECT a.id, a.thread, t.id AS thread_id, a.key, a.made FROM artifacts a JOIN threads t ON t.n = a.thread";

/** Repeating a key of the same turn or run returns the existing artifact. */
export function addArtifact({ db, heads }: Tx, artifact: Artifact): Artifact {
  const { id, thread, key, ...made } = artifact;
  const maker = artifact.turn ?? artifact.run ?? null;
  const known = maker === null ? undefined : db.get<ArtifactRow>(`${select} WHERE a.maker = ? AND a.key = ?`, maker, key);
  if (known !== undefined) return artifactOf(known);
  db.run(
    "INSERT INTO artifacts (id, thread, maker, key, made) VALUES (?, ?, ?, ?, ?)",
    id,
    heads.of(thread).n,
    maker,
    key,
    JSON.stringify(made satisfies StoredArtifact),
  );
  return artifact;
}

export function readArtifact(db: Db, reader: Reader, id: ArtifactId): Artifact | undefined {
  const row = rowOf(db, id);
  return row !== undefined && mayReadNumber(db, reader, row.thread) ? artifactOf(row) : undefined;
}

/** In the requested order; missing ones are left out. */
export function artifactsOf(db: Db, ids: readonly ArtifactId[]): readonly Artifact[] {
  return ids.flatMap((id) => {
    const row = rowOf(db, id);
    return row === undefined ? [] : [artifactOf(row)];
  });
}

export function turnArtifacts(db: Db, turn: TurnId): readonly Artifact[] {
  return db.all<ArtifactRow>(`${select} WHERE a.maker = ? ORDER BY a.id`, turn).map(artifactOf);
}

function rowOf(db: Db, id: ArtifactId): ArtifactRow | undefined {
  return db.get<ArtifactRow>(`${select} WHERE a.id = ?`, id);
}

function artifactOf(row: ArtifactRow): Artifact {
  return { id: row.id, thread: row.thread_id, key: row.key, ...fromJson<StoredArtifact>(row.made) };
}
