// What a session has used, what its seat remembers, and what each turn has used.
export const seats = `
ALTER TABLE sessions ADD COLUMN usage TEXT;
ALTER TABLE sessions ADD COLUMN memory TEXT;
ALTER TABLE turns ADD COLUMN usage TEXT;
`;
