// Bus clients page through threads by creation time.
export const threadOrder = `
CREATE INDEX threads_by_created ON threads (access, created_at, id);
`;
