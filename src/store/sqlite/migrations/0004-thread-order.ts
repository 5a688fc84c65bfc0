// Programs of the bus page through threads by when they were made.
export const threadOrder = `
CREATE INDEX threads_by_created ON threads (access, created_at, id);
`;
