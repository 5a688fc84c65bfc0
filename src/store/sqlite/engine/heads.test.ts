import { expect, it } from "vitest";
import type { ThreadId } from "#domain/ids";
import { connect } from "./db.ts";
import { threadHeads } from "./heads.ts";
import { migrate } from "./migrate.ts";

const many = 5_000;
const idOf = (n: number): ThreadId => `thr_${n}`;

it("forgets threads beyond some thousands, and none whose place is not written yet", () => {
  using connection = connect(":memory:");
  const { db } = connection;
  migrate(connection);
  connection.script(`WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${many})
    INSERT INTO threads (id, topic, access, status, created_at, created_by, seq, rev, last_at) SELECT 'thr_' || n, '', 'open', 'discuss', 1, '{}', 0, 0, 1 FROM r;`);
  const heads = threadHeads(db);
  const first = heads.of(idOf(1));
  first.seq = 7;
  heads.touch(first);
  for (let n = 2; n <= many; n++) heads.of(idOf(n));
  expect(heads.of(idOf(1))).toBe(first);
  heads.writeBack();
  expect(heads.of(idOf(1))).not.toBe(first);
  expect(heads.of(idOf(1)).seq).toBe(7);
  const last = heads.of(idOf(many));
  for (let n = 1; n < many; n++) heads.find(idOf(n));
  expect(heads.find(idOf(many))).not.toBe(last);
});
