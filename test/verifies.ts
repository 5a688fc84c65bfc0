import { it } from "vitest";

/** A test of requirement rows: their ids stand in its name, where the gate finds them. */
export function verifies(ids: string | readonly string[], name: string, fn: () => void | Promise<void>, timeout?: number): void {
  it(`${[ids].flat().join(" ")}: ${name}`, fn, timeout);
}
