import { expect } from "vitest";

// Vitest's own are typed `any`, which would make whatever they stand in unchecked.

export const anyText: unknown = expect.any(String);

export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function holding(part: string): unknown {
  return expect.stringContaining(part);
}
