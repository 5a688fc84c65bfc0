import { noCaps } from "#test/fakes/no-caps";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MadeFile } from "#domain/agent";
import type { Artifact } from "#domain/artifact";
import type { Turn } from "#domain/turn";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { putQuestion, putThread } from "#test/fakes/door/furnish";
import { FileNotKept, keepArtifact } from "./artifacts.ts";

let door: OpenDoor;
let dir = "";
let turn: Turn;
beforeEach(async () => {
  door = await openDoor();
  dir = mkdtempSync(join(tmpdir(), "parley-artifacts-"));
  const { turn: id } = await putQuestion(door, await putThread(door, "open"));
  const found = id === undefined ? undefined : await door.store.turn(id);
  if (found === undefined) throw new Error("no turn");
  turn = found;
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const settings = () => ({
  version: "1",
  language: "en" as const,
  host: "here",
  followsLocale: true,
  prefix: "!!",
  workspace: dir,
  own: { home: dir, program: dir, files: [] },
  artifactsDir: join(dir, "kept"),
  sessionsDir: dir,
  artifactBytes: 2048,
  uploadBytes: 2048,
  unusedUploadBytes: 3e6,
  unusedUploadMs: 86_400_000,
  queueLimit: 1,
  agentPosts: 100,
  agentPostsPerMinute: 0,
  caps: noCaps,
  contentFilter: true,
  questionExpiresMs: 1,
  turnTimeoutMs: 1,
});
const keep = (content: MadeFile["content"], name = "a.txt", key = "k"): Promise<Artifact> =>
  keepArtifact({ store: door.store, newId: door.newId, clock: door.clock, settings: settings() }, turn, key, {
    name,
    mime: "text/plain",
    description: "a file",
    content,
  });
const kept = (): readonly string[] => (existsSync(join(dir, "kept", turn.thread)) ? readdirSync(join(dir, "kept", turn.thread)) : []);

describe("a file that an agent made", () => {
  it("is copied under a name of ours; the same one again is the first one", async () => {
    const artifact = await keep({ bytes: Buffer.from("hello") });
    expect(artifact).toMatchObject({ name: "a.txt", bytes: 5, sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" });
    expect(readFileSync(join(dir, "kept", artifact.path), "utf8")).toBe("hello");
    expect((await keep({ bytes: Buffer.from("hello") })).id).toBe(artifact.id);
    expect(kept()).toEqual([artifact.id]);
  });

  it.each(["../../etc/passwd", "C:\\x\\passwd", "/passwd"])("called %s keeps only the last part of its name", async (name) => {
    expect((await keep({ bytes: Buffer.from("x") }, name)).name).toBe("passwd");
  });

  it("over the limit is not kept, not even in part", async () => {
    await expect(keep({ bytes: Buffer.alloc(2049) })).rejects.toThrow(new FileNotKept("it is larger than 2 KB"));
    writeFileSync(join(dir, "large"), Buffer.alloc(100_000));
    await expect(keep({ path: join(dir, "large") })).rejects.toThrow("it is larger than 2 KB");
    expect(kept()).toEqual([]);
    expect((await keep({ bytes: Buffer.alloc(2048) })).bytes).toBe(2048);
  });

  it("that is gone by now, or is no file, is not kept", async () => {
    await expect(keep({ path: join(dir, "gone") })).rejects.toThrow(new FileNotKept("it cannot be copied (ENOENT)"));
    execFileSync("mkfifo", [join(dir, "pipe")]);
    for (const path of [dir, join(dir, "pipe"), "/dev/zero"])
      await expect(keep({ path })).rejects.toThrow(new FileNotKept("it cannot be copied (not a regular file)"));
    expect(kept()).toEqual([]);
  });
});
