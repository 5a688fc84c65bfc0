// A run that waits for somebody's yes names the question, for as long as it is open.
export const askingRuns = `
ALTER TABLE runs ADD COLUMN question TEXT;
CREATE INDEX runs_asking ON runs (question) WHERE question IS NOT NULL;
`;
