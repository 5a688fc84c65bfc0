// A message alone is what a post writes. Its id had a unique index, which cannot be dropped: the messages move to a table without one,
// and the ids to a table of their own that is written later. threads_behind names the threads for which something is still to be written.
export const lateRowTables = `
CREATE TABLE message_ids (
  id TEXT PRIMARY KEY,
  thread INTEGER NOT NULL,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO message_ids (id, thread, seq) SELECT id, thread, seq FROM messages ORDER BY id;

CREATE TABLE threads_behind (thread INTEGER PRIMARY KEY) STRICT;

CREATE TABLE moved_messages (
  thread INTEGER NOT NULL REFERENCES threads (n),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  author_kind TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_name TEXT NOT NULL,
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  surface TEXT NOT NULL,
  more TEXT,
  place TEXT,
  ref TEXT,
  reply_token TEXT,
  PRIMARY KEY (thread, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO moved_messages
  SELECT thread, seq, id, rev, at, author_kind, author_id, author_name, role, text, surface, more, place, ref, reply_token FROM messages ORDER BY thread, seq;
DROP TABLE messages;
ALTER TABLE moved_messages RENAME TO messages;
CREATE INDEX messages_by_ref ON messages (place, ref) WHERE ref IS NOT NULL;
`;
