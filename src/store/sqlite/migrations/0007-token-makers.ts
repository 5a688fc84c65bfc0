// Tokens are revoked with their creator. For older tokens the creator is taken from the audit log.
export const tokenMakers = `
ALTER TABLE tokens ADD COLUMN made_by TEXT;
UPDATE tokens SET made_by = made.who
  FROM (SELECT who, data ->> 'token' AS token FROM audit WHERE kind = 'access' AND data ->> 'did' = 'token created') AS made
  WHERE tokens.id = made.token;
CREATE INDEX tokens_by_maker ON tokens (made_by) WHERE made_by IS NOT NULL;
`;
