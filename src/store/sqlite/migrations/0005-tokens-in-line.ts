// A post stores the hash of the reply token it used: a separate table cost three random page writes per post.
export const tokensInLine = `
ALTER TABLE messages ADD COLUMN reply_token TEXT;
DROP TABLE reply_tokens;
`;
