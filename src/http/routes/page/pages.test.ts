import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { putLines, putThread } from "#test/fakes/door/furnish";
import type { ThreadId } from "#domain/ids";
import type { Reply } from "#test/fakes/door/client";

let door: OpenDoor;
let id: ThreadId;
const mostBytes = 1.2 * 1024 * 1024;
const large = (i: number): string => `${i} ${"x".repeat(200_000)}`;

beforeEach(async () => {
  door = await openDoor();
  id = await putThread(door, "open");
  await putLines(
    door,
    id,
    Array.from({ length: 12 }, (_, i) => large(i + 1)),
  );
});
afterEach(() => door[Symbol.asyncDispose]());

const get = async (path: string): Promise<Reply> => {
  const got = await door.call("GET", path, { token: door.owner.token });
  expect({ path, status: got.status }).toEqual({ path, status: 200 });
  expect(JSON.stringify(got.json).length).toBeLessThan(mostBytes);
  return got;
};
const nextOf = ({ headers }: Reply): string | undefined => /^<(?<next>[^>]+)>; rel="next"$/.exec(String(headers["link"] ?? ""))?.groups?.["next"];
const rows = ({ json }: Reply): readonly Record<string, unknown>[] => json as unknown as Record<string, unknown>[];
const everything = Array.from({ length: 12 }, (_, i) => i + 1);

describe("pages of large lines", () => {
  it.each(["messages", "transcript"])("of %s are bounded in bytes and link to the next, forwards and backwards", async (route) => {
    const forwards: unknown[] = [];
    let next: string | undefined = `/api/threads/${id}/${route}?limit=500`;
    while (next !== undefined) {
      const page = await get(next);
      forwards.push(...rows(page).map(({ seq }) => seq));
      next = nextOf(page);
    }
    expect(forwards).toEqual(everything);
    const backwards: unknown[] = [];
    next = `/api/threads/${id}/${route}?before_seq=99&limit=3`;
    while (next !== undefined) {
      const page = await get(next);
      expect(rows(page).length).toBeLessThanOrEqual(3);
      backwards.unshift(...rows(page).map(({ seq }) => seq));
      next = nextOf(page);
    }
    expect(backwards).toEqual(everything);
  });

  it("of one priority go on behind what was passed over", async () => {
    await door.call("POST", `/api/threads/${id}/messages`, { token: door.owner.token, body: { content: "now!", priority: "urgent" } });
    await putLines(door, id, ["after"]);
    const page = await get(`/api/threads/${id}/messages?priority=urgent&limit=1`);
    expect(rows(page)).toMatchObject([{ seq: 13 }]);
    expect(nextOf(page)).toContain("after_seq=13");
    expect(nextOf(page)).toContain("priority=urgent");
    const last = await get(nextOf(page) ?? "");
    expect([rows(last), nextOf(last)]).toEqual([[], undefined]);
  });

  it("of entries say that there are more, and every one is reached both ways", async () => {
    const line = (await door.store.messages({ sees: "all" }, id, { limit: 1 }))[0];
    for (const text of ["one", "two"]) await door.store.editMessage(line?.id ?? "msg_", text.repeat(80_000), "per_x", 1);
    const revs = Array.from({ length: 14 }, (_, i) => i + 1);
    for (const limit of [5, 500]) {
      const forwards: number[] = [];
      for (let more = true; more;) {
        const { json } = await get(`/api/threads/${id}/entries?limit=${limit}&after_rev=${forwards.at(-1) ?? 0}`);
        forwards.push(...(json["entries"] as { rev: number }[]).map(({ rev }) => rev));
        more = json["has_more"] === true;
      }
      const backwards: number[] = [99];
      for (let more = true; more;) {
        const { json } = await get(`/api/threads/${id}/entries?limit=${limit}&before_rev=${backwards[0]}`);
        backwards.unshift(...(json["entries"] as { rev: number }[]).map(({ rev }) => rev));
        more = json["has_more"] === true;
      }
      expect({ limit, forwards, backwards: backwards.slice(0, -1) }).toEqual({ limit, forwards: revs, backwards: revs });
    }
  });

  it("of a line's edits are bounded too, also where the line itself is small", async () => {
    const other = await putThread(door, "open");
    await putLines(door, other, ["a", "b", "c", "d", "e", "f", "g", "h"]);
    const lines = await door.store.messages({ sees: "all" }, other, { limit: 9 });
    for (const line of lines) await door.store.editMessage(line.id, large(line.seq), "per_x", 1);
    expect(rows(await get(`/api/threads/${other}/messages`)).length).toBeLessThan(8);
    const [line] = lines;
    for (let i = 0; i < 8; i++) await door.store.editMessage(line?.id ?? "msg_", large(100 + i), "per_x", 1);
    const versions: number[] = [];
    for (let more = true; more;) {
      const { json } = await get(`/api/messages/${String(line?.id)}/history?after_version=${versions.at(-1) ?? 0}`);
      versions.push(...(json["edits"] as { version: number }[]).map(({ version }) => version));
      more = json["has_more"] === true;
    }
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("of the whole thread as a file hold every line", async () => {
    const got = await door.call("GET", `/api/threads/${id}/export`, { token: door.owner.token });
    for (const seq of everything) expect(got.text.includes(`\n## ${seq}. `)).toBe(true);
  });
});
