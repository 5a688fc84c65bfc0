import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Invitable } from "#domain/invitation";
import { systemClock } from "#lib/time/clock";
import { createProcesses } from "#wire/child";
import { dropFolder, dropOtherFolders, makeFolder, tokenIn } from "./invitation-folder.ts";
import { lacks } from "#test/contracts/lacks";

const entry: Invitable = {
  name: "a",
  displayName: "A",
  description: "",
  argv: ["a"],
  timeoutSeconds: 30,
  maxRuntimeSeconds: 60,
  enabled: true,
  environment: [],
};
const access = { url: "http://127.0.0.1:1", token: "the-join-token" };
const id = `inv_folder${process.pid}` as const;
let dir = "";

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-folder-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe("the folder of an invitation", () => {
  const inviting = () => ({ dir, processes: createProcesses(systemClock) });

  it("holds the file with which MCP clients connect, for the hub's user alone", async () => {
    const { mcpConfig } = await makeFolder(inviting(), id, entry, access);
    expect(JSON.parse(await readFile(mcpConfig, "utf8"))).toEqual({
      mcpServers: { parley: { type: "http", url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer the-join-token" } } },
    });
    expect((await stat(mcpConfig)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(mcpConfig))).mode & 0o777).toBe(0o700);
    expect(await tokenIn(inviting(), id)).toBe("the-join-token");
    await dropFolder(inviting(), id);
    expect(await readdir(dir)).toEqual([]);
  });

  it("of one that runs as another user lies where that user can read it, and nobody else can", async (ctx) => {
    if (process.getuid?.() !== 0) lacks(ctx, "only root can give a file to another user");
    const { mcpConfig, user } = await makeFolder(inviting(), id, { ...entry, runAs: "nobody" }, access);
    const { uid } = await inviting().processes.user("nobody");
    expect(user?.uid).toBe(uid);
    expect([(await stat(mcpConfig)).uid, (await stat(mcpConfig)).mode & 0o777]).toEqual([uid, 0o600]);
    const shown = await inviting().processes.start({
      argv: ["cat", mcpConfig],
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", FOLDER_TEST: id },
      runAs: "nobody",
      limits: {},
      outputBytes: 4_096,
      mark: `FOLDER_TEST=${id}`,
      pipe: join(dir, "output"),
    });
    expect(await shown.ended).toEqual({ exitCode: 0 });
    await shown.end(1_000);
    expect(shown.output()).toContain("the-join-token");
    await dropFolder(inviting(), id);
    await expect(stat(mcpConfig)).rejects.toThrow("ENOENT");
  });

  it("is never one that somebody else has made there", async () => {
    await mkdir(join(dir, id));
    await writeFile(join(dir, id, "mcp.json"), "theirs");
    await expect(makeFolder(inviting(), id, entry, access)).rejects.toThrow("EEXIST");
  });

  it("that a kill left behind is removed, those of open invitations stay", async () => {
    for (const name of ["inv_old", "inv_open", "other"]) await mkdir(join(dir, name));
    await dropOtherFolders({ dir }, new Set(["inv_open"]));
    expect((await readdir(dir)).toSorted()).toEqual(["inv_open", "other"]);
  });
});
