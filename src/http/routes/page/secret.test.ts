import { describe, expect, it } from "vitest";
import { createSecretLinks } from "#hub/access/secret-links";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";

const session = 'work <img src="x">';
const minute = 60_000;

/** A terminal that waits for one secret, and the page for it. */
async function waiting(): Promise<{ readonly door: OpenDoor; readonly path: string; readonly typed: string[]; close(): void }> {
  const typed: string[] = [];
  const door = await openDoor({ secretLinks: (clock) => createSecretLinks(clock, () => "http://hub") });
  const link = door.secretLinks?.open(session, async (secret) => {
    typed.push(secret.reveal());
    return true;
  });
  return { door, path: new URL(link?.url ?? "").pathname, typed, close: () => link?.[Symbol.dispose]() };
}

const post = (door: OpenDoor, path: string, secret: string, headers: Record<string, string> = {}) =>
  door.call("POST", path, { body: new URLSearchParams({ secret }).toString(), headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers } });

describe("the page for one secret", () => {
  it("hands it over once, also to two who press at the same time, and looking does not use it up", async () => {
    const { door, path, typed } = await waiting();
    await using _door = door;
    for (let n = 0; n < 3; n++) {
      const page = await door.call("GET", path);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("<img");
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(page.headers["cache-control"]).toContain("no-store");
    }
    expect((await post(door, path, "")).status).toBe(410);
    const statuses = (await Promise.all([post(door, path, "first & best"), post(door, path, "second")])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(typed).toHaveLength(1);
    expect([(await door.call("GET", path)).status, (await post(door, path, "again")).status]).toEqual([410, 410]);
    expect(typed).toHaveLength(1);
  });

  it("is over after a quarter of an hour, whatever the machine's time is set to, and when nobody waits any more", async () => {
    for (const shiftMs of [0, -60 * minute]) {
      const { door, path, typed } = await waiting();
      await using _door = door;
      door.clock.shiftWall(shiftMs);
      await door.clock.advance(14 * minute);
      expect((await door.call("GET", path)).status).toBe(200);
      await door.clock.advance(2 * minute);
      expect([(await door.call("GET", path)).status, (await post(door, path, "late")).status]).toEqual([410, 410]);
      expect(typed).toEqual([]);
    }
    const { door, path, typed, close } = await waiting();
    await using _door = door;
    close();
    expect((await post(door, path, "nobody waits")).status).toBe(410);
    expect(typed).toEqual([]);
  });

  it("takes nothing from another site, nothing long, and nothing for a link that is guessed", async () => {
    const { door, path, typed } = await waiting();
    await using _door = door;
    expect((await post(door, path, "x", { Origin: "https://evil.example" })).status).toBe(403);
    expect((await post(door, path, "x", { Origin: "null" })).status).toBe(403);
    const about = (await door.refusals()).map((record) => record.about);
    expect(about.length).toBeGreaterThan(0);
    // The link still works: who reads the log must not have it.
    expect(about.join("\n")).not.toContain(path);
    expect((await post(door, path, "x".repeat(20_000))).status).toBe(413);
    for (const guess of ["/secret/x", "/secret/__proto__", `${path}x`, path.toLowerCase().slice(0, -1)])
      expect((await post(door, guess, "x")).status).toBe(410);
    expect(typed).toEqual([]);
    expect((await post(door, path, "right")).status).toBe(200);
    expect(typed).toEqual(["right"]);
  });
});
