import type { Artifact } from "#domain/artifact";
import type { ArtifactId, ThreadId, TurnId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { fromJson } from "./db.ts";
import type { Db } from "./db.ts";
import type { Tx } from "./tx.ts";
import { mayReadNumber } from "./visible.ts";

type Made = Omit<Artifact, "id" | "thread" | "key">;

interface ArtifactRow {
  id: ArtifactId;
  thread: number;
  thread_id: ThreadId;
  key: string;
  made: string;
}

const select = "SELECT a.id, a.thread, t.id AS thread_id, a.key, a.made FROM artifacts a JOIN threads t ON t.n = a.thread";

/** The same key of the same turn or run again is the artifact that is there. */
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
    JSON.stringify(made satisfies Made),
  );
  return artifact;
}

export function readArtifact(db: Db, reader: Reader, id: ArtifactId): Artifact | undefined {
  const row = rowOf(db, id);
  return row !== undefined && mayReadNumber(db, reader, row.thread) ? artifactOf(row) : undefined;
}

/** In the order asked for; what is not there is left out. */
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
  return { id: row.id, thread: row.thread_id, key: row.key, ...fromJson<Made>(row.made) };
}
