// A post keeps the hash of the reply token that it used: a table of its own cost three pages at random places for each post.
export const tokensInLine = `
ALTER TABLE messages ADD COLUMN reply_token TEXT;
DROP TABLE reply_tokens;
`;
