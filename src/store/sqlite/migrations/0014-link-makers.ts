// A code that joins an account ends with whoever made it, and what it joined too. Those that are open expire within minutes: they go.
export const linkMakers = `
DELETE FROM link_codes;
ALTER TABLE link_codes ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
ALTER TABLE link_codes ADD COLUMN made_with TEXT;
`;
