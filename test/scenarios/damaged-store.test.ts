import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Parley } from "./parley.ts";

describe("a store that is damaged in places", () => {
  it("refuses what it cannot read with a sentence, and goes on with everything else", async () => {
    await using parley = await Parley.start({});
    const owner = await parley.person("Ana", "owner");
    const open = async (topic: string): Promise<string> => String((await parley.api("POST", "/api/threads", { topic }, owner)).body["id"]);
    const [long, short] = [await open("long"), await open("short")];
    await parley.api("POST", `/api/threads/${short}/messages`, { content: "hello" }, owner);
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => parley.api("POST", `/api/threads/${long}/messages`, { content: `${n} ${"x".repeat(500)}` }, owner)),
    );
    await parley.down();
    const path = join(parley.home, "parley.db");
    const bytes = readFileSync(path);
    // The page that holds one of the long thread's lines, and nothing else's.
    const page = Math.floor(bytes.indexOf("150 xxx") / 4096) * 4096;
    bytes.fill(0xff, page, page + 4096);
    writeFileSync(path, bytes);
    await parley.up();
    const broken = await parley.api("GET", `/api/threads/${long}/messages?limit=1000`, undefined, owner);
    expect([broken.status, broken.body["error"]]).toEqual([500, "StoreCorrupt"]);
    expect(broken.body["detail"]).toMatch(/parley\.db is damaged .*backup/);
    expect((await parley.messages(short)).map((line) => line.content)).toEqual(["hello"]);
    expect((await parley.api("GET", "/health", undefined, null)).status).toBe(200);
    expect((await parley.api("POST", `/api/threads/${short}/messages`, { content: "still here" }, owner)).status).toBe(201);
  });
});
