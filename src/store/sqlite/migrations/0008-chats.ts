// Replies and reactions name what we posted by its receipt. A room may be switched to hear every line. A channel has one durable
// value. A file that was sent to us has a row until it is fetched.
export const chats = `
CREATE TABLE receipts (
  address TEXT NOT NULL,
  receipt TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  message TEXT,
  question TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (address, receipt)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_by_thread ON receipts (thread);
CREATE INDEX receipts_by_age ON receipts (at);

CREATE TABLE rooms (
  address TEXT PRIMARY KEY,
  listens TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE memories (
  owner TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE incoming_files (
  id TEXT PRIMARY KEY,
  thread INTEGER NOT NULL REFERENCES threads (n),
  message TEXT NOT NULL,
  turn TEXT,
  place TEXT NOT NULL,
  file TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX incoming_files_by_turn ON incoming_files (turn) WHERE turn IS NOT NULL;
CREATE INDEX incoming_files_by_thread ON incoming_files (thread);
`;
