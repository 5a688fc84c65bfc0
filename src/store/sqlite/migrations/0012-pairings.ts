// Codes that strangers were shown in chats, and codes with which people add accounts of their own.
export const pairings = `
CREATE TABLE pairings (
  code TEXT PRIMARY KEY,
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  wrong INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (channel, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE link_codes (
  hash TEXT PRIMARY KEY,
  person TEXT NOT NULL UNIQUE REFERENCES people (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
