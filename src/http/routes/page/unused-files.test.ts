import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { uploadWire } from "#protocol/runs";
import { putThread } from "#test/fakes/door/furnish";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { fileTexts } from "#hub/files/texts";
import { say } from "#lib/words/words";

// One file may have a million bytes at this door, unused ones three million together.
const million = Buffer.alloc(1_000_000);
const day = 86_400_000;

let door: OpenDoor;
let thread: string;
beforeEach(async () => {
  door = await openDoor();
  thread = await putThread(door, "open");
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
});

const send = (name: string, who: { readonly token: string } = door.owner, to = thread, body: Buffer | string = million, headers = {}) =>
  door.call("POST", `/api/threads/${to}/files?name=${name}`, { token: who.token, body, headers });
const kept = async (...how: Parameters<typeof send>): Promise<string> => uploadWire.parse((await send(...how)).json).path;
const here = (): readonly string[] => readdirSync(join(door.workspace, ".agents/uploads", thread));

describe("files that no message and no run names", () => {
  it("may have so much together, of one person and in one thread, and the next one says what to do", async () => {
    for (const name of ["a", "b", "c"]) expect((await send(name)).status).toBe(201);
    const more = await send("d", door.owner, thread, "x");
    expect([more.status, more.json["error"], more.json["max_unused_bytes"]]).toEqual([413, "TooLarge", 3e6]);
    expect(more.json["detail"]).toBe(say("en", fileTexts.uploadTooMuch, { max: "2.9 MB", days: 1 }));
    const other = await putThread(door, "open");
    expect([(await send("e", door.owner, other)).status, (await send("f", door.member)).status, (await send("g", door.member, other)).status]).toEqual([
      413, 413, 201,
    ]);
    expect(here()).toEqual(["a", "b", "c"]);
  });

  it("are such no longer once a message or a run has named or brought them, or they are gone", async () => {
    const whole = await Promise.all(["a", "b", "c"].map(async (name) => uploadWire.parse((await send(name)).json)));
    const [first = "", second = ""] = whole.map(({ path }) => path);
    expect((await send("d")).status).toBe(413);
    await door.call("POST", `/api/threads/${thread}/messages`, { token: door.owner.token, body: { content: `Look at ${first}, it is new.` } });
    expect((await send("d")).status).toBe(201);
    expect((await send("e")).status).toBe(413);
    await door.call("POST", "/api/exec", { token: door.owner.token, body: { command: `read --in "${second}"`, thread } });
    expect((await send("e")).status).toBe(201);
    expect((await send("f")).status).toBe(413);
    const { name: _, ...third } = uploadWire.parse({ ...whole[2] });
    expect((await door.call("POST", `/api/threads/${thread}/messages`, { token: door.owner.token, body: { content: "Look", files: [third] } })).status).toBe(
      201,
    );
    expect((await send("f")).status).toBe(201);
    expect((await send("g")).status).toBe(413);
    await door.call("DELETE", `/api/threads/${thread}`, { token: door.owner.token });
    thread = await putThread(door, "open");
    expect((await send("f")).status).toBe(201);
  });

  it("are counted while they are on their way, whether they say their size or not", async () => {
    const chunked = { "Transfer-Encoding": "chunked" };
    const sent = await Promise.all(["a", "b", "c", "d", "e"].map((name, i) => send(name, door.owner, thread, million, i % 2 === 0 ? chunked : {})));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 413, 413]);
    expect(here()).toHaveLength(3);
  });

  it("take room even when they are empty", async () => {
    for (const name of ["a", "b"]) await kept(name);
    const empty = Math.floor(1e6 / 4_096);
    for (let i = 0; i < empty; i++) await kept(`empty-${i}`, door.owner, thread, "");
    expect((await send("one-more", door.owner, thread, "")).status).toBe(413);
  });

  it("are removed after their time, with a record; those in use and those that are new stay", async () => {
    const [unused = "", named = ""] = await Promise.all(["unused", "named", "new"].map((name) => kept(name, door.owner, thread, "x")));
    await door.call("POST", `/api/threads/${thread}/messages`, { token: door.owner.token, body: { content: named } });
    for (const path of [unused, named]) utimesSync(join(door.workspace, path), 0, 0);
    await door.clock.advance(day);
    // It is looked every six hours.
    const isThere = async (): Promise<boolean> => {
      await door.clock.advance(6 * 3_600_000);
      return existsSync(join(door.workspace, unused));
    };
    await expect.poll(isThere).toBe(false);
    expect(here().toSorted()).toEqual(["named", "new"]);
    await expect
      .poll(async () => (await door.store.auditRecords({ kind: "uploaded", limit: 1 }))[0])
      .toMatchObject({ who: "hub", data: { did: "removed unused", thread, path: unused, bytes: 1 } });
    expect(door.errors).toEqual([]);
  });
});
