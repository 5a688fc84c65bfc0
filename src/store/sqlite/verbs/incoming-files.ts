import type { Artifact } from "#domain/artifact";
import type { Address, RemoteFile } from "#domain/channel";
import type { IncomingFile } from "#domain/chat-verbs";
import type { ArtifactId, MessageId, ThreadId, TurnId } from "#domain/ids";
import type { Acceptance } from "#domain/store";
import type { NewMessage } from "#domain/thread";
import { fromJson } from "#store/sqlite/engine/db";
import type { Db } from "#store/sqlite/engine/db";
import type { Tx } from "#store/sqlite/engine/tx";
import { addArtifact } from "./artifacts.ts";
import { addChange } from "./entries.ts";
import { addMessage } from "./messages.ts";
import { fanOut } from "./outbox.ts";

interface FileRow {
  id: ArtifactId;
  thread_id: ThreadId;
  message: MessageId;
  turn: TurnId | null;
  place: string;
  file: string;
  at: number;
}

const select = "SELECT f.id, t.id AS thread_id, f.message, f.turn, f.place, f.file, f.at FROM incoming_files f JOIN threads t ON t.n = f.thread";

/** Files of the message that is accepted in the same step. */
export function addIncoming({ db, heads }: Tx, { message, turn, files = [], at }: Acceptance): void {
  if (message?.origin === undefined) return;
  for (const { id, file } of files) {
    db.run(
      "INSERT INTO incoming_files (id, thread, message, turn, place, file, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      heads.of(message.thread).n,
      message.id,
      turn?.id ?? null,
      JSON.stringify(message.origin.address),
      JSON.stringify(file),
      at,
    );
  }
}

export function incomingFiles(db: Db): readonly IncomingFile[] {
  return db.all<FileRow>(`${select} ORDER BY f.id`).map(fileOf);
}

/** A turn waits for its files. */
export function isWaitingForFiles(db: Db, turn: TurnId): boolean {
  return db.get("SELECT 1 FROM incoming_files WHERE turn = ? LIMIT 1", turn) !== undefined;
}

export function fileArrived(tx: Tx, id: ArtifactId, artifact: Artifact): boolean {
  const incoming = takeRow(tx.db, id);
  if (incoming === undefined) return false;
  addArtifact(tx, artifact);
  addChange(tx, incoming.thread, artifact.at, { kind: "file", message: incoming.message, artifact: id });
  return true;
}

/** The agent reads the same as the people do: its prompt names a file that it was not handed. */
export function fileFailed(tx: Tx, id: ArtifactId, line: NewMessage): boolean {
  const incoming = takeRow(tx.db, id);
  if (incoming === undefined) return false;
  if (incoming.turn !== undefined)
    tx.db.run(
      "UPDATE turns SET spec = json_set(spec, '$.prompt', (spec ->> '$.prompt') || ?) WHERE id = ? AND state = 'queued'",
      `\n\n[${line.text}]`,
      incoming.turn,
    );
  fanOut(tx, addMessage(tx, line));
  return true;
}

function takeRow(db: Db, id: ArtifactId): IncomingFile | undefined {
  const row = db.get<FileRow>(`${select} WHERE f.id = ?`, id);
  if (row === undefined) return undefined;
  db.run("DELETE FROM incoming_files WHERE id = ?", id);
  return fileOf(row);
}

function fileOf({ id, thread_id, message, turn, place, file, at }: FileRow): IncomingFile {
  return { id, thread: thread_id, message, ...(turn !== null && { turn }), from: fromJson<Address>(place), file: fromJson<RemoteFile>(file), at };
}
