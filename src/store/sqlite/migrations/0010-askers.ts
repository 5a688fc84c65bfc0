// What asks is a turn, a run or the hub itself. The session and the turns that the hub invented in order to ask go out of every list; their
// questions become the hub's or the run's, and one that is open is withdrawn by the next start, as after every restart.
export const askers = `
CREATE TABLE asked_questions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  thread INTEGER NOT NULL REFERENCES threads (n),
  asker TEXT NOT NULL,
  session TEXT REFERENCES sessions (id),
  turn TEXT REFERENCES turns (id),
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  state TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  asked TEXT NOT NULL,
  given TEXT,
  reason TEXT,
  handed INTEGER NOT NULL
) STRICT;
INSERT INTO asked_questions
  SELECT n, id, code, thread,
    CASE
      WHEN session NOT IN (SELECT value FROM kept WHERE name = 'approvals-session') THEN '{"kind":"turn"}'
      WHEN asked ->> 'run' IS NULL THEN '{"kind":"hub"}'
      ELSE json_object('kind', 'run', 'run', asked ->> 'run', 'needs', json('[]'))
    END,
    CASE WHEN session IN (SELECT value FROM kept WHERE name = 'approvals-session') THEN NULL ELSE session END,
    CASE WHEN session IN (SELECT value FROM kept WHERE name = 'approvals-session') THEN NULL ELSE turn END,
    key, digest, state, expires_at, json_remove(asked, '$.run'), given, reason, handed
  FROM questions ORDER BY n;
DROP TABLE questions;
ALTER TABLE asked_questions RENAME TO questions;
CREATE UNIQUE INDEX questions_open_code ON questions (code) WHERE state = 'open';
CREATE INDEX questions_by_code ON questions (code);
CREATE INDEX questions_open ON questions (session) WHERE state = 'open';
CREATE INDEX questions_open_in ON questions (thread) WHERE state = 'open';
CREATE INDEX questions_open_key ON questions (key) WHERE state = 'open';
CREATE INDEX questions_by_turn ON questions (turn, key);
CREATE INDEX questions_by_thread ON questions (thread);
CREATE INDEX questions_unhanded ON questions (turn) WHERE handed = 0 AND state IN ('answered', 'expired');
UPDATE turns SET state = 'ended', ended_at = begun_at, ending = 'completed', reason = ''
  WHERE state <> 'ended' AND session IN (SELECT value FROM kept WHERE name = 'approvals-session');
UPDATE threads SET default_session = NULL WHERE default_session IN (SELECT value FROM kept WHERE name = 'approvals-session');
UPDATE sessions SET dropped = 1, state = 'idle' WHERE id IN (SELECT value FROM kept WHERE name = 'approvals-session');
DELETE FROM kept WHERE name = 'approvals-session';
`;
