// A run that waits for approval references its question while that is open.
export const askingRuns = `
ALTER TABLE runs ADD COLUMN question TEXT;
CREATE INDEX runs_asking ON runs (question) WHERE question IS NOT NULL;
`;
