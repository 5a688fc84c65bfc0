import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockHome } from "./home-lock.ts";
import { smallDisk } from "#test/fakes/tmpfs";

const script = `
  import { lockHome } from "#store/sqlite/engine/home-lock";
  try {
    globalThis.held = await lockHome(process.argv[1]);
    console.log("held");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.code + ": " + error.message);
  }
`;

describe("the lock on the home", () => {
  let home = "";
  const children: ChildProcess[] = [];
  beforeEach(() => {
    home = join(mkdtempSync(join(tmpdir(), "parley-lock-")), "home");
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(join(home, ".."), { recursive: true });
  });

  /** Another process that tries to take the lock; resolves with the line it says about it. */
  const another = async (): Promise<{ readonly child: ChildProcess; readonly said: string }> => {
    const child = spawn(process.execPath, ["-C", "parley-source", "--input-type=module", "-e", script, home], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return { child, said: line.toString().trim() };
  };

  it("refuses a second hub and names the first's process, until the first is done", async () => {
    const held = await lockHome(home);
    expect(readFileSync(join(home, "hub.pid"), "utf8").trim()).toBe(String(process.pid));
    const { said } = await another();
    expect(said).toContain("HomeInUse");
    expect(said).toContain(String(process.pid));
    await expect(lockHome(home)).rejects.toMatchObject({ code: "HomeInUse", data: { pid: process.pid } });
    // Being refused must not have loosened it.
    expect((await another()).said).toContain("HomeInUse");
    held[Symbol.dispose]();
    held[Symbol.dispose]();
    expect(existsSync(join(home, "hub.pid"))).toBe(false);
    expect((await another()).said).toBe("held");
  });

  it("is free again after the holder was killed", async () => {
    const { child, said } = await another();
    expect(said).toBe("held");
    await expect(lockHome(home)).rejects.toMatchObject({ code: "HomeInUse", data: { pid: child.pid } });
    child.kill("SIGKILL");
    await once(child, "exit");
    using _held = await lockHome(home);
    expect(readFileSync(join(home, "hub.pid"), "utf8").trim()).toBe(String(process.pid));
  });

  it("keeps the home and its files to its owner", async () => {
    using _held = await lockHome(home);
    expect(["", "hub.lock", "hub.lock-journal", "hub.pid"].map((name) => (statSync(join(home, name)).mode & 0o777).toString(8))).toEqual([
      "700",
      "600",
      "600",
      "600",
    ]);
  });

  it("says that a home is read-only", async () => {
    using disk = smallDisk("size=1m,ro");
    await expect(lockHome(disk.dir)).rejects.toMatchObject({ code: "HomeReadOnly" });
    await expect(lockHome(join(disk.dir, "new"))).rejects.toMatchObject({ code: "HomeReadOnly" });
  });
});
