import { closeSync, mkdirSync, openSync, readFileSync, statfsSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { desk, run, startHub, type Ended } from "#test/fakes/program";
import { smallDisk } from "#test/fakes/tmpfs";
import { like } from "#test/matching";

/** One line for people on stderr, nothing on stdout, exit 1. */
function sentence(ended: Ended): string {
  expect([ended.code, ended.out]).toEqual([1, ""]);
  expect(ended.err).toMatch(/^[^\n]+\n$/);
  return ended.err.trim();
}

/** A home that was used and stopped. */
async function used(home: string): Promise<void> {
  await using hub = await startHub(["--home", home]);
  await hub.stop();
}

describe("a home that cannot be used", () => {
  it("is read-only: start says so in one sentence, doctor too, and the records can still be walked", async () => {
    using disk = smallDisk("size=8m,mode=700");
    const home = join(disk.dir, "home");
    await used(home);
    disk.remount("ro");
    expect(sentence(await run(["start", "--port", "0", "--home", home]))).toBe(
      `The home ${home} cannot be written (EROFS). Make it writable for this user, or choose another home with --home or PARLEY_HOME.`,
    );
    expect(sentence(await run(["start", "--port", "0", "--home", join(disk.dir, "new")]))).toContain("cannot be written (EROFS)");
    const doctor = await run(["doctor", "--home", home, "--json"]);
    expect(doctor.code).toBe(1);
    const findings = JSON.parse(doctor.out) as { what: string; state: string; says: string; mend: string }[];
    expect(findings.filter((one) => one.state === "error")).toMatchObject([{ what: "home", says: `${home} is not writable` }]);
    const verdict = await run(["audit", "verify", "--home", home]);
    expect([verdict.code, verdict.out]).toEqual([0, "The chain holds: 0 records, none changed, removed or reordered.\n"]);
  });

  it("is a file: doctor reports the home and the store in whole sentences, and names no folder below it for the log", async () => {
    using place = desk();
    const home = join(place.home, "file");
    mkdirSync(place.home, { recursive: true });
    writeFileSync(home, "");
    const found = JSON.parse((await run(["doctor", "--home", home, "--json"])).out) as { what: string; state: string; mend: string }[];
    expect(found.filter((one) => one.state === "error").map(({ what }) => what)).toEqual(["home", "store"]);
    expect(found.find(({ what }) => what === "logging.file")?.mend).not.toContain(join(home, "logs"));
    const doctor = await run(["doctor", "--home", home]);
    expect(doctor.code).toBe(1);
    expect(doctor.out).toContain(`${home} is not a folder. Choose`);
  });

  it("lacks a model and a container engine: doctor names what to set, and nothing is an error", async () => {
    using place = desk();
    const { out, code } = await run(["doctor", "--home", place.home, "--json"], { cwd: place.dir, env: { DOCKER_HOST: "unix:///nowhere/docker.sock" } });
    const found = JSON.parse(out) as { what: string; state: string; says: string; mend: string }[];
    const of = (name: string) => found.find(({ what }) => what === name);
    expect(of("model")).toMatchObject({ state: "warning", mend: like(/model\.provider.*model\.name.*model\.api_key/) });
    expect(of("container engine")).toMatchObject({ state: "warning", says: like(/\/nowhere\/docker\.sock/), mend: like(/code_delivery\.enabled: false/) });
    expect(code).toBe(0);
  });

  it("is where the system makes no folders: start says so at once instead of trying forever", async () => {
    expect(sentence(await run(["start", "--port", "0", "--home", "/proc/no-such-folder"]))).toContain("/proc/no-such-folder cannot be written (ENOENT)");
  });

  it("is on a full disk: start says so in one sentence, and starts once there is space", async () => {
    using disk = smallDisk("size=2m,mode=700");
    const home = join(disk.dir, "home");
    mkdirSync(home, { mode: 0o700 });
    const ballast = join(disk.dir, "ballast");
    fill(ballast, disk.dir);
    expect(sentence(await run(["start", "--port", "0", "--home", home]))).toMatch(
      /^The (home .* cannot be written|disk with .* is full).*[Ff]ree some space.*$/,
    );
    truncateSync(ballast, 0);
    await used(home);
  });

  it.each([
    ["is no database", (path: string) => writeFileSync(path, "a letter to nobody\n".repeat(1_000)), /^\S+parley\.db is damaged and cannot be read\. .*backup/],
    ["is cut in half", (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2)), /^\S+parley\.db is damaged and cannot be read\. .*backup/],
    [
      "is of a newer program",
      (path: string) => newer(path),
      /^\S+parley\.db was written by a newer version of Parley: its schema version is 99, and this version supports up to \d+\. /,
    ],
  ])("has a database that %s: one sentence, and not a byte of it is touched", async (_what, damage, words) => {
    using place = desk();
    await used(place.home);
    const path = join(place.home, "parley.db");
    damage(path);
    const before = readFileSync(path);
    expect(sentence(await place.parley("start", "--port", "0"))).toMatch(words);
    const doctor = await place.parley("doctor", "--json");
    const finding = (JSON.parse(doctor.out) as { what: string; state: string; says: string }[]).find((one) => one.what === "store");
    expect([doctor.code, finding?.state]).toEqual([1, "error"]);
    expect(finding?.says).toMatch(words);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("holds no store yet: audit verify says what to do", async () => {
    using place = desk();
    expect(sentence(await place.parley("audit", "verify"))).toBe(
      `There is no store at ${place.home}/parley.db. Start the hub once, or specify its home with --home.`,
    );
  });

  it("has records that somebody changed: audit verify names the first, and fails", async () => {
    using place = desk();
    await using hub = await place.start();
    for (const name of ["Ann", "Ben", "Cid"]) await place.parley("people", "add", name, "--role", "member");
    await hub.stop();
    const database = new DatabaseSync(join(place.home, "parley.db"));
    database.exec("UPDATE audit SET who = 'nobody' WHERE n = 2");
    database.close();
    const verdict = await place.parley("audit", "verify");
    expect([verdict.code, verdict.out]).toEqual([
      1,
      "The chain is broken at record 2: Record 2 was changed after it was written. Records before it hold; keep a copy of the database before anything else.\n",
    ]);
    expect(JSON.parse((await place.parley("audit", "verify", "--json")).out)).toEqual({
      ok: false,
      problem: "changed",
      records: 1,
      broken_at: 2,
      reason: "Record 2 was changed after it was written.",
    });
  });
});

function fill(file: string, dir: string): void {
  const { bavail, bsize } = statfsSync(dir);
  const fd = openSync(file, "w");
  writeSync(fd, Buffer.alloc(bavail * bsize));
  closeSync(fd);
}

function newer(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
}
