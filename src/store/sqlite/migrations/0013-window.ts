// For the page: what people set for themselves, browsers that want to be notified, and numbers by day. Days are local: see lib/time/local-day.
// What was written before is counted once, here; messages that are not indexed yet are counted when they are.
export const page = `
CREATE TABLE person_settings (
  person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  token TEXT NOT NULL,
  keys TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_by_person ON push_subscriptions (person);

CREATE INDEX audit_by_who ON audit (who, n);

CREATE TABLE statistics (
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  what TEXT NOT NULL,
  key TEXT NOT NULL,
  count INTEGER NOT NULL,
  total REAL NOT NULL,
  PRIMARY KEY (kind, day, what, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE earlier AS
  SELECT date(m.at / 1000, 'unixepoch', 'localtime') AS day, 'messages' AS what,
    CASE WHEN author_kind = 'person' THEN author_id END AS person,
    CASE WHEN author_kind = 'agent' THEN author_name END AS agent,
    CASE WHEN surface LIKE 'chat:%' THEN substr(surface, 6) ELSE surface END AS channel,
    count(*) AS count, 0.0 AS total
  FROM messages m JOIN search_rows l ON l.thread = m.thread AND l.seq = m.seq WHERE author_kind <> 'hub' GROUP BY 1, 3, 4, 5;
INSERT INTO earlier
  SELECT date(u.ended_at / 1000, 'unixepoch', 'localtime'), 'turns', u.spec ->> 'beganBy', s.name, NULL, 1, coalesce(u.ended_at - u.begun_at, 0)
  FROM turns u JOIN sessions s ON s.id = u.session WHERE u.ended_at IS NOT NULL AND u.begun_at IS NOT NULL;
INSERT INTO earlier
  SELECT date(u.ended_at / 1000, 'unixepoch', 'localtime'), 'failed', u.spec ->> 'beganBy', s.name, NULL, 1, 0
  FROM turns u JOIN sessions s ON s.id = u.session WHERE u.ended_at IS NOT NULL AND u.begun_at IS NOT NULL AND u.ending IN ('failed', 'lost');
INSERT INTO earlier
  SELECT date(coalesce(u.ended_at, u.begun_at) / 1000, 'unixepoch', 'localtime'), used.value, u.spec ->> 'beganBy', s.name, NULL, 1,
    coalesce(u.usage ->> CASE used.value WHEN 'input' THEN 'inputTokens' WHEN 'output' THEN 'outputTokens' ELSE 'cost' END, 0)
  FROM turns u JOIN sessions s ON s.id = u.session, json_each('["input","output","cost"]') AS used WHERE u.usage IS NOT NULL AND u.begun_at IS NOT NULL;
INSERT INTO earlier
  SELECT date((q.given ->> 'at') / 1000, 'unixepoch', 'localtime'), 'answered', q.given ->> 'by', s.name,
    CASE WHEN q.given ->> 'surface' LIKE 'chat:%' THEN substr(q.given ->> 'surface', 6) ELSE q.given ->> 'surface' END, 1,
    (q.given ->> 'at') - (q.asked ->> 'askedAt')
  FROM questions q LEFT JOIN sessions s ON s.id = q.session WHERE q.given IS NOT NULL;
INSERT INTO statistics (kind, day, what, key, count, total)
  SELECT 'day', day, what, '', sum(count), sum(total) FROM earlier GROUP BY 2, 3
  UNION ALL SELECT 'person', day, what, person, sum(count), sum(total) FROM earlier WHERE person LIKE 'per!_%' ESCAPE '!' GROUP BY 2, 3, 4
  UNION ALL SELECT 'agent', day, what, agent, sum(count), sum(total) FROM earlier WHERE agent IS NOT NULL GROUP BY 2, 3, 4
  UNION ALL SELECT 'channel', day, what, channel, sum(count), sum(total) FROM earlier WHERE channel IS NOT NULL GROUP BY 2, 3, 4;
DROP TABLE earlier;
`;
