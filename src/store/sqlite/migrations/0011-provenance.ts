// What somebody made ends with them, also when they made it as somebody else: with a token or account that they had made for that person.
// Older rows get their maker from the audit log. Of an unused login link it does not say whose it is, so these end now.
export const provenance = `
ALTER TABLE tokens ADD COLUMN made_with TEXT;
ALTER TABLE tokens ADD COLUMN login INTEGER NOT NULL DEFAULT 0;
ALTER TABLE links ADD COLUMN made_by TEXT;
ALTER TABLE links ADD COLUMN made_with TEXT;
ALTER TABLE accounts ADD COLUMN linked_by TEXT;
ALTER TABLE accounts ADD COLUMN linked_with TEXT;
UPDATE tokens SET login = 1,
  made_by = (
    SELECT link.who FROM audit AS link JOIN people ON people.id = tokens.holder_id
    WHERE link.kind = 'access' AND link.data ->> 'did' = 'login link' AND link.data ->> 'person' = people.name AND link.n < signed.n
    ORDER BY link.n DESC LIMIT 1
  )
  FROM (SELECT n, data ->> 'token' AS token FROM audit WHERE kind = 'access' AND data ->> 'what' IN ('claimed', 'logged in')) AS signed
  WHERE tokens.id = signed.token;
UPDATE accounts SET linked_by = (
  SELECT who FROM audit
  WHERE kind = 'access' AND (
    (data ->> 'did' = 'account linked' AND data ->> 'account' = accounts.account)
    OR (data ->> 'did' = 'person added' AND accounts.account IN (SELECT value FROM json_each(audit.data, '$.accounts')))
  )
  ORDER BY n DESC LIMIT 1
);
DELETE FROM links WHERE person IS NOT NULL AND used_at IS NULL;
`;
