import { it } from "vitest";
import { requirements } from "#test/requirements";

const known = new Set(requirements.map((row) => row.id));

/** A test of one or more requirement rows. test/requirements.test.ts reads the citations from the sources, so ids are written as literals. */
export function verifies(ids: string | readonly string[], name: string, fn: () => void | Promise<void>, timeout?: number): void {
  const cited = [ids].flat();
  const unknown = cited.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such requirement. The rows are in test/requirements.ts.`);
  it(`${cited.join(" ")}: ${name}`, fn, timeout);
}
