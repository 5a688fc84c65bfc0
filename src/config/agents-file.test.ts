import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentsFile } from "#domain/invitation";
import { systemClock } from "#lib/time/clock";
import { lacks } from "#test/contracts/lacks";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { agentsFile } from "./agents-file.ts";

const entry = '{"a":{"invoke_command":"agent"}}';
let workspace = "";
let file: AgentsFile;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "parley-agents-"));
  file = agentsFile(workspace, systemClock);
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

async function write(text: string, mode = 0o644): Promise<void> {
  await mkdir(join(workspace, "config"), { recursive: true, mode: 0o755 });
  await writeFile(file.path, text);
  await chmod(file.path, mode);
}

describe("reading", () => {
  it("a file that is not there is an empty one", async () => {
    expect(await file.read()).toEqual({ entries: [], invalid: [] });
  });

  it("a pipe, a device or a folder in its place is refused, and nothing waits for it", async () => {
    await mkdir(join(workspace, "config"), { recursive: true, mode: 0o755 });
    const elsewhere = join(workspace, "elsewhere");
    execFileSync("mkfifo", ["-m", "644", elsewhere]);
    for (const target of [elsewhere, "/dev/zero", workspace]) {
      await symlink(target, file.path);
      expect(await file.read()).toEqual({ entries: [], invalid: [], problem: holding("a pipe or a device") });
      await rm(file.path);
    }
  });

  it("a file below config in the workspace is read", async () => {
    await write(entry);
    expect((await file.read()).entries.map(({ name }) => name)).toEqual(["a"]);
  });

  verifies(["SC-1-1"], "a file that group or others can write is refused with the way to mend it, and is good after that", async () => {
    for (const mode of [0o664, 0o646, 0o666]) {
      await write(entry, mode);
      expect(await file.read()).toEqual({ entries: [], invalid: [], problem: expect.stringContaining(`chmod go-w ${file.path}`) as string });
    }
    await chmod(file.path, 0o644);
    expect((await file.read()).entries).toHaveLength(1);
  });

  it("a folder in which others could put another file is refused too", async () => {
    await write(entry);
    await chmod(join(workspace, "config"), 0o777);
    expect((await file.read()).problem).toContain(`chmod go-w ${join(workspace, "config")}`);
  });

  it("a file of another user is refused with the way to fix it", async (ctx) => {
    if (process.getuid?.() !== 0) lacks(ctx, "only root can give a file to another user");
    await write(entry);
    await chown(file.path, 4_242, 4_242);
    expect((await file.read()).problem).toContain("chown 0");
  });

  it("a file behind a link is judged as itself", async () => {
    await write(entry);
    await rename(file.path, join(workspace, "real.json"));
    await symlink(join(workspace, "real.json"), file.path);
    await chmod(join(workspace, "real.json"), 0o666);
    expect((await file.read()).problem).toContain(`chmod go-w ${join(workspace, "real.json")}`);
  });

  it("a folder in its place, and one that is too large, are problems and no crash", async () => {
    await mkdir(file.path, { recursive: true });
    await chmod(join(workspace, "config"), 0o755);
    expect((await file.read()).problem).toBeDefined();
    await rm(file.path, { recursive: true });
    await write(" ".repeat(1024 * 1024 + 1));
    expect((await file.read()).problem).toContain("larger than 1 MB");
  });
});

describe("watching", () => {
  /** Resolves at the next change; a change that never comes is the test's own timeout. */
  function nextChange(): { changed: Promise<void>; stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = file.watch(() => resolve());
    return { changed: promise, stop };
  }

  it("tells of an edit, a replacement by rename, a change of permissions and a removal", async () => {
    await write(entry);
    const edits: (() => Promise<unknown>)[] = [
      () => writeFile(file.path, '{"b":{"invoke_command":"agent"}}'),
      async () => {
        await writeFile(`${file.path}.new`, entry);
        await rename(`${file.path}.new`, file.path);
      },
      () => chmod(file.path, 0o600),
      () => rm(file.path),
    ];
    for (const edit of edits) {
      const { changed, stop } = nextChange();
      await file.read();
      await edit();
      await expect(changed).resolves.toBeUndefined();
      stop();
    }
  });

  it("tells of a file in a folder that was not there before", async () => {
    const { changed, stop } = nextChange();
    await file.read();
    await write(entry);
    await expect(changed).resolves.toBeUndefined();
    stop();
  });
});
