// For the terminal: runs by session, and backlogs of unread lines.
export const terminal = `
-- scope is what decides who sees a run: the number of its thread, or else who called it. open says that the thread is.
ALTER TABLE runs ADD COLUMN session TEXT;
ALTER TABLE runs ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN scope ANY GENERATED ALWAYS AS (coalesce(thread, who)) VIRTUAL;
UPDATE runs SET open = 1 WHERE thread IN (SELECT n FROM threads WHERE access = 'open');

DROP INDEX runs_by_thread;
CREATE INDEX runs_by_thread ON runs (thread, id) WHERE thread IS NOT NULL;
CREATE INDEX runs_alone ON runs (who, id) WHERE thread IS NULL;
CREATE INDEX runs_in_open ON runs (id) WHERE open = 1;
CREATE INDEX runs_by_session ON runs (session, scope, id) WHERE session IS NOT NULL;

-- last is the number of the newest line ever added, read_to how far it was read or passed over.
CREATE TABLE backlogs (
  n INTEGER PRIMARY KEY,
  holder TEXT NOT NULL,
  name TEXT NOT NULL,
  last INTEGER NOT NULL,
  read_to INTEGER NOT NULL,
  UNIQUE (holder, name)
) STRICT;

CREATE TABLE backlog_entries (
  backlog INTEGER NOT NULL REFERENCES backlogs (n),
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (backlog, n)
) STRICT, WITHOUT ROWID;
`;
