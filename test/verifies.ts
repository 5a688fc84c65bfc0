import { it } from "vitest";

/** A test of requirement rows: cites their ids, so that a row without a test is found. */
export function verifies(ids: string | readonly string[], name: string, fn: () => void | Promise<void>, timeout?: number): void {
  it(`${[ids].flat().join(" ")}: ${name}`, fn, timeout);
}
