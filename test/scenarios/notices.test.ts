import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { IdKinds, NewId } from "#domain/ids";
import { createNotices } from "#hub/access/notices";
import { systemClock } from "#lib/time/clock";
import { accessTexts } from "#hub/access/texts";
import { say } from "#lib/words/words";
import { sortableIds } from "#lib/sortable-id";
import { openSqliteStore } from "#store/sqlite/store";

it("the first two notices at once make one thread and are both told", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-notices-"));
  const next = sortableIds(Date.now);
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  try {
    await using store = await openSqliteStore({ path: join(folder, "parley.db"), newId, now: Date.now });
    const notices = createNotices({ store, clock: systemClock, newId, settings: { language: "zh-CN" } }, (accounts) => store.reach(accounts));
    await Promise.all(["one", "two"].map((text) => notices.tell(text)));
    const thread = await store.thread({ sees: "all" }, await notices.thread());
    expect(thread).toMatchObject({ seq: 2, topic: say("zh-CN", accessTexts.noticesTopic) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
