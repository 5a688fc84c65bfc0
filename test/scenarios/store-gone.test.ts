import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "#store/sqlite/engine/db";
import { snapshotWire } from "#protocol/wire";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { run } from "#test/fakes/program";
import { Parley } from "./parley.ts";

describe("a store that is moved away while the hub runs", () => {
  it("ends accepting at once, on every surface, and goes on when it is back", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ clock });
    const owner = await parley.person("Ana", "owner");
    const thread = String((await parley.api("POST", "/api/threads", { topic: "here" }, owner)).body["id"]);
    const post = (content: string) => parley.api("POST", `/api/threads/${thread}/messages`, { content }, owner);
    expect((await post("one")).status).toBe(201);
    const page = await parley.stream(thread);
    await page.next("snapshot");
    const path = join(parley.home, "parley.db");
    renameSync(path, `${path}.away`);
    for (const words of ["two", "three"]) {
      const refused = await post(words);
      expect([refused.status, refused.body["error"]]).toEqual([503, "StoreGone"]);
    }
    clock.jump(2_000);
    await expect
      .poll(() => parley.logged.some(({ level, fields }) => level === "error" && "what" in fields && fields.what === "store"), { interval: 10 })
      .toBe(true);
    const redLines = async (): Promise<readonly { what: string }[]> => (await parley.api("GET", "/api/status")).body["red_lines"] as { what: string }[];
    expect(await redLines()).toMatchObject([{ what: "store" }]);
    // Pages that are open come back for a snapshot that says so.
    await page.ended;
    const again = await parley.stream(thread);
    expect(snapshotWire.parse((await again.next("snapshot")).data).red_lines).toMatchObject([{ what: "store" }]);
    again.close();
    renameSync(`${path}.away`, path);
    expect((await post("four")).status).toBe(201);
    expect(await redLines()).toEqual([]);
    await parley.restart();
    expect((await parley.messages(thread)).map((line) => line.content).filter((text) => ["one", "four"].includes(text))).toEqual(["one", "four"]);
  });
});

describe("hub.lock removed by hand", () => {
  it("lets no second hub in: the store itself is held", async () => {
    await using parley = await Parley.start({});
    rmSync(join(parley.home, "hub.lock"));
    const second = await run(["start", "--home", parley.home, "--config", join(parley.home, "parley.yaml"), "--port", "0"]);
    expect(second.code).toBe(1);
    expect(second.err).toContain("parley.db");
    expect((await parley.api("POST", "/api/threads", { topic: "still alone" })).status).toBe(201);
  });
});

describe("a row that was damaged", () => {
  it("is StoreCorrupt at the door, and a red line that says what to do", async () => {
    await using parley = await Parley.start({});
    const owner = await parley.person("Ana", "owner");
    const thread = String((await parley.api("POST", "/api/threads", { topic: "here" }, owner)).body["id"]);
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "hello" }, owner);
    await parley.down();
    {
      using connection = connect(join(parley.home, "parley.db"));
      connection.script("UPDATE messages SET more = '{\"meta'");
    }
    await parley.up();
    const broken = await parley.api("GET", `/api/threads/${thread}/messages?limit=10`, undefined, owner);
    expect([broken.status, broken.body["error"]]).toEqual([500, "StoreCorrupt"]);
    expect((await parley.api("GET", "/api/status")).body["red_lines"]).toMatchObject([{ what: "store", mend: expect.stringContaining("backup") as string }]);
  });
});
