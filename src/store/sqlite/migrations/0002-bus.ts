// What agents that join need: details, edits and reactions of messages, reply tokens, the agents themselves, invitations, search.
export const bus = `
-- Archived threads lie apart, so that a list walks past none of them.
DROP INDEX threads_by_last;
CREATE INDEX threads_by_last ON threads (access, (status = 'archived'), last_at);
CREATE INDEX threads_by_topic ON threads (topic);

-- For deleting a thread: SQLite looks into each of these tables for rows that would be left behind.
CREATE INDEX participants_by_thread ON participants (thread);
CREATE INDEX sessions_by_thread ON sessions (thread);
CREATE INDEX turns_by_thread ON turns (thread);
CREATE INDEX outbox_by_thread ON outbox (thread) WHERE thread IS NOT NULL;
CREATE INDEX artifacts_by_thread ON artifacts (thread);
CREATE INDEX runs_by_thread ON runs (thread) WHERE thread IS NOT NULL;

CREATE TABLE thread_details (
  thread INTEGER PRIMARY KEY REFERENCES threads (n),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE reply_tokens (
  hash TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_tokens_by_age ON reply_tokens (at);

-- How a message stands after its edits. Its own row keeps what was said.
CREATE TABLE edited (
  message TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE edits (
  message TEXT NOT NULL,
  version INTEGER NOT NULL,
  old_text TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE reactions (
  n INTEGER PRIMARY KEY,
  message TEXT NOT NULL,
  reaction TEXT NOT NULL,
  who TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (message, reaction, who)
) STRICT;

-- What chats told of before stands in the logs alone.
CREATE TABLE told AS
  SELECT c.body ->> 'message' AS message, c.body ->> 'text' AS text, c.body ->> 'by' AS who, c.at,
    row_number() OVER w AS version, lag(c.body ->> 'text') OVER w AS before
  FROM changes c WHERE c.body ->> 'kind' = 'edited' WINDOW w AS (PARTITION BY c.body ->> 'message' ORDER BY c.rev);
INSERT INTO edits (message, version, old_text, who, at)
  SELECT o.message, o.version, coalesce(o.before, m.text), o.who, o.at FROM told o JOIN messages m ON m.id = o.message;
INSERT INTO edited (message, text, version, at)
  SELECT o.message, o.text, o.version, o.at FROM told o JOIN messages m ON m.id = o.message
  WHERE o.version = (SELECT max(version) FROM edits WHERE message = o.message);
DROP TABLE told;
INSERT INTO reactions (message, reaction, who, name, at)
  SELECT message, reaction, who, coalesce((SELECT name FROM people WHERE id = who), who), at FROM (
    SELECT c.body ->> 'message' AS message, c.body ->> 'reaction' AS reaction, c.body ->> 'by' AS who, c.at, c.body ->> 'removed' AS removed, max(c.rev)
    FROM changes c WHERE c.body ->> 'kind' = 'reacted' GROUP BY 1, 2, 3
  ) WHERE NOT removed ORDER BY at;

CREATE TABLE templates (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  card TEXT NOT NULL,
  last_heartbeat INTEGER NOT NULL,
  last_activity TEXT NOT NULL,
  last_activity_at INTEGER NOT NULL,
  gone_at INTEGER
) STRICT;
CREATE UNIQUE INDEX agents_here ON agents (name_key) WHERE gone_at IS NULL;

-- The thread is its id: what an agent did stays on record when the thread is deleted.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  agent_name TEXT NOT NULL,
  thread TEXT NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX invitations_by_agent ON invitations (agent_name, id);
CREATE INDEX invitations_by_thread ON invitations (thread, id);
CREATE INDEX invitations_open ON invitations (id) WHERE state IN ('starting', 'running', 'joined');

-- Which lines search knows, in the order in which it learned them. A thread's last seq here is how far it got.
CREATE TABLE search_rows (
  n INTEGER PRIMARY KEY,
  thread INTEGER NOT NULL REFERENCES threads (n),
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  stop TEXT,
  UNIQUE (thread, seq)
) STRICT;
CREATE INDEX search_rows_by_age ON search_rows (at);

-- The words are cut and folded before they come here; ascii leaves every other character as it is. scope holds the thread and its access.
CREATE VIRTUAL TABLE search USING fts5 (scope, words, content = '', contentless_delete = 1, tokenize = 'ascii');

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) SELECT 'thread:' || status, count(*) FROM threads GROUP BY status;
`;
