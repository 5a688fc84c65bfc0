// Rows reference a thread by number instead of id: half the size, and messages are stored in seq order.
export const spine = `
CREATE TABLE threads (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  topic TEXT NOT NULL,
  access TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  seq INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  default_session TEXT
) STRICT;
CREATE INDEX threads_by_last ON threads (access, last_at);

-- The access is the thread's, copied, so that a reader's closed threads are found without looking at the open ones.
CREATE TABLE participants (
  who TEXT NOT NULL,
  access TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  PRIMARY KEY (who, access, thread)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
  thread INTEGER NOT NULL REFERENCES threads (n),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
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
  PRIMARY KEY (thread, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_by_ref ON messages (place, ref) WHERE ref IS NOT NULL;

-- seq is the thread's when the change was made. Revs are dense, so it tells the seq at any rev and messages need no index by rev.
CREATE TABLE changes (
  thread INTEGER NOT NULL REFERENCES threads (n),
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (thread, rev)
) STRICT, WITHOUT ROWID;

CREATE TABLE cursors (
  thread INTEGER NOT NULL REFERENCES threads (n),
  who TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (thread, who)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_keys (
  key TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  message TEXT,
  turn TEXT,
  run TEXT,
  question TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX event_keys_by_age ON event_keys (at);

CREATE TABLE bindings (
  address TEXT PRIMARY KEY,
  place TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bindings_by_thread ON bindings (thread);

CREATE TABLE reach (
  account TEXT PRIMARY KEY,
  place TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  kind TEXT NOT NULL,
  cli_type TEXT NOT NULL,
  work_dir TEXT NOT NULL,
  settings TEXT NOT NULL,
  source TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  dropped INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sessions_by_name ON sessions (name_key) WHERE dropped = 0;

CREATE TABLE turns (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  thread INTEGER NOT NULL REFERENCES threads (n),
  state TEXT NOT NULL,
  spec TEXT NOT NULL,
  begun_at INTEGER,
  ended_at INTEGER,
  overdue_at INTEGER,
  ending TEXT,
  reason TEXT
) STRICT;
CREATE INDEX turns_open ON turns (session) WHERE state <> 'ended';
CREATE INDEX turns_queued ON turns (session) WHERE state = 'queued';
CREATE UNIQUE INDEX turns_one_begun ON turns (session) WHERE state = 'begun';

CREATE TABLE questions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  session TEXT NOT NULL REFERENCES sessions (id),
  turn TEXT NOT NULL REFERENCES turns (id),
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  state TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  asked TEXT NOT NULL,
  given TEXT,
  reason TEXT,
  handed INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX questions_open_code ON questions (code) WHERE state = 'open';
CREATE INDEX questions_by_code ON questions (code);
CREATE INDEX questions_open ON questions (session) WHERE state = 'open';
CREATE INDEX questions_by_turn ON questions (turn, key);
CREATE INDEX questions_by_thread ON questions (thread);
CREATE INDEX questions_unhanded ON questions (turn) WHERE handed = 0 AND state IN ('answered', 'expired');

-- head marks the oldest open row of its address: what comes next there, found without looking at the rows behind it.
CREATE TABLE outbox (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  address TEXT NOT NULL,
  place TEXT NOT NULL,
  body TEXT NOT NULL,
  thread INTEGER REFERENCES threads (n),
  question TEXT,
  state TEXT NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  pieces TEXT,
  receipts TEXT NOT NULL,
  reason TEXT NOT NULL,
  head INTEGER NOT NULL,
  again INTEGER NOT NULL,
  shown TEXT
) STRICT;
CREATE INDEX outbox_open ON outbox (address, n) WHERE state IN ('due', 'posting');
CREATE INDEX outbox_heads ON outbox (due_at) WHERE head = 1;
CREATE INDEX outbox_posting ON outbox (n) WHERE state = 'posting';
CREATE INDEX outbox_copies ON outbox (question) WHERE question IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (at) WHERE state = 'sent';

CREATE TABLE drafts (
  turn TEXT NOT NULL,
  address TEXT NOT NULL,
  place TEXT NOT NULL,
  receipt TEXT NOT NULL,
  PRIMARY KEY (turn, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifacts (
  id TEXT PRIMARY KEY,
  thread INTEGER NOT NULL REFERENCES threads (n),
  maker TEXT,
  key TEXT NOT NULL,
  made TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX artifacts_by_maker ON artifacts (maker, key) WHERE maker IS NOT NULL;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  thread INTEGER REFERENCES threads (n),
  who TEXT NOT NULL,
  started TEXT NOT NULL,
  ended TEXT
) STRICT;
CREATE INDEX runs_open ON runs (id) WHERE ended IS NULL;

CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  account TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_by_person ON accounts (person);

CREATE TABLE tokens (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL UNIQUE,
  holder TEXT NOT NULL,
  holder_id TEXT NOT NULL,
  agent_name TEXT,
  label TEXT NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX tokens_by_holder ON tokens (holder_id);
CREATE INDEX tokens_by_agent ON tokens (agent_name) WHERE agent_name IS NOT NULL;

CREATE TABLE links (
  hash TEXT PRIMARY KEY,
  person TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT keeps the highest number ever given, so that a missing tail is noticed.
CREATE TABLE audit (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  data TEXT NOT NULL,
  prev TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_kind ON audit (kind, n);

CREATE TABLE refusals (
  who TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  about TEXT NOT NULL,
  at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  window_ends INTEGER NOT NULL,
  PRIMARY KEY (who, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusals_by_end ON refusals (window_ends);

CREATE TABLE kept (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
