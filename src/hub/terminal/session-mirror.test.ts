import { noCaps } from "#test/fakes/no-caps";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Run } from "#domain/command";
import type { JsonObject } from "#domain/json";
import { openDoor, type OpenDoor } from "#test/fakes/door/open-door";
import { verifies } from "#test/verifies";
import { createSessionMirror, type SessionMirror } from "./session-mirror.ts";
import { defined } from "#lib/defined";

let door: OpenDoor;
let base = "";
let root = "";
let warned: object[] = [];
let mirror: SessionMirror;

const start = (): SessionMirror => {
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, warn: (about: object) => void warned.push(about), error: nothing, child: () => log };
  const settings = {
    version: "1",
    language: "en" as const,
    host: "here",
    followsLocale: true,
    prefix: "!!",
    workspace: root,
    own: { home: root, program: root, files: [] },
    artifactsDir: root,
    sessionsDir: root,
    artifactBytes: 1,
    uploadBytes: 1,
    unusedUploadBytes: 3e6,
    unusedUploadMs: 86_400_000,
    queueLimit: 1,
    agentPosts: 1,
    agentPostsPerMinute: 0,
    caps: noCaps,
    contentFilter: true,
  };
  return createSessionMirror({ store: door.store, settings: { ...settings, questionExpiresMs: 1, turnTimeoutMs: 1 }, log });
};

beforeEach(async () => {
  door = await openDoor();
  base = mkdtempSync(join(tmpdir(), "parley-mirror-"));
  root = join(base, "workspace");
  mkdirSync(root);
  warned = [];
  mirror = start();
});
afterEach(async () => {
  await door[Symbol.asyncDispose]();
  rmSync(base, { recursive: true });
});

const file = (holder = "ses_1"): string => join(root, ".agents/sessions", holder, "events.jsonl");
const lines = (holder = "ses_1"): JsonObject[] =>
  readFileSync(file(holder), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);
const ids = (holder = "ses_1"): unknown[] => lines(holder).map((line) => line["run_id"]);

/** A run that the store has; the mirror is told of it only where the test says so. */
async function ran(more: Partial<Run> = {}): Promise<Run> {
  const run: Run = {
    id: door.newId("run"),
    at: 1_000,
    who: "agt_1",
    whoName: "Bee",
    name: "hello",
    surface: "mcp",
    line: "hello",
    session: "ses_1",
    args: {},
    ...more,
  };
  const { id, at, who, whoName, name, surface, line, session, args } = run;
  const end = { exitCode: 0, text: "", result: {}, ...more };
  const begun = { id, at, who, whoName, name, surface, line, ...defined({ session, args }) };
  await door.store.recordRun(begun, { ...end, id, at: 1_250 }, []);
  return { ...run, ...end, endedAt: 1_250 };
}

async function tell(...runs: readonly Run[]): Promise<void> {
  for (const run of runs) mirror.ended(run);
  await mirror.idle();
}

describe("the readable copy of a session's runs", () => {
  verifies("TE-AUD-3", "has a line for each run, with all that is on record about it", async () => {
    const artifact = { path: ".agents/artifacts/run_1/out.txt", mime: "text/plain", description: "text", bytes: 3, sha256: "ab" };
    const first = await ran({ line: "doc extract --in a.pdf", name: "doc extract", args: { in: "a.pdf" }, artifacts: [artifact] });
    const second = await ran({ line: "helo", name: "helo", exitCode: 1, code: "UnknownCommand", message: "There is no command." });
    await tell(first, second);
    const common = { timestamp: "1970-01-01T00:00:01.000Z", duration_ms: 250, who: "agt_1", who_name: "Bee", surface: "mcp" };
    expect(lines()).toEqual([
      {
        ...common,
        run_id: first.id,
        command: "doc extract --in a.pdf",
        parsed: { command: "doc extract", args: { in: "a.pdf" } },
        exit_code: 0,
        artifacts: [artifact],
      },
      {
        ...common,
        run_id: second.id,
        command: "helo",
        parsed: { command: "helo", args: {} },
        exit_code: 1,
        artifacts: [],
        error_code: "UnknownCommand",
        error_message: "There is no command.",
      },
    ]);
  });

  it("escapes every character that a terminal would obey", async () => {
    const line = "say \u001b[2J\u009b31m\u202e\u2028\u007f\u{e0001}中";
    await tell(await ran({ line }));
    const text = readFileSync(file(), "utf8");
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect([lines()[0]?.["command"], text.includes("中")]).toEqual([line, true]);
  });

  it("is made anew from the store when it is missing, each run once", async () => {
    const runs = [await ran(), await ran(), await ran()];
    await tell(...runs);
    rmSync(join(root, ".agents"), { recursive: true });
    runs.push(await ran());
    await tell(...runs.slice(3));
    expect(ids()).toEqual(runs.map(({ id }) => id));
    expect(readdirSync(join(root, ".agents/sessions/ses_1"))).toEqual(["events.jsonl"]);
  });

  it("is made anew with hundreds of runs in their order, of this session alone", async () => {
    const runs: Run[] = [];
    for (let i = 0; i < 450; i += 1) runs.push(await ran());
    await ran({ session: "ses_2" });
    await tell(runs.at(-1)!);
    expect(ids()).toEqual(runs.map(({ id }) => id));
  });

  it("has no gap after the hub was killed between the store and the file", async () => {
    await tell(await ran());
    const [missed, next] = [await ran(), await ran()];
    mirror = start();
    await tell(next);
    expect(ids().slice(1)).toEqual([missed.id, next.id]);
    const untouched = readFileSync(file(), "utf8");
    mirror = start();
    await tell(await ran());
    expect(readFileSync(file(), "utf8").startsWith(untouched)).toBe(true);
  });

  it("loses no more than the line that a kill cut", async () => {
    await tell(await ran());
    truncateSync(file(), 20);
    await tell(await ran());
    const [cut, whole] = readFileSync(file(), "utf8").split("\n");
    expect([cut?.length, JSON.parse(whole ?? "")]).toMatchObject([20, { command: "hello" }]);
  });

  it("is written for each holder under a name of its own, whatever the holder is called", async () => {
    await tell(await ran({ session: "irc:../../x y" as `${string}:${string}` }), await ran({ session: "operator" }));
    expect(readdirSync(join(root, ".agents/sessions"))).toEqual(["irc%3A..%2F..%2Fx%20y", "operator"]);
  });

  it("never costs a run: a failure is logged once, and made up for when it can be", async () => {
    mkdirSync(join(root, ".agents"));
    writeFileSync(join(root, ".agents/sessions"), "in the way");
    const runs = [await ran(), await ran()];
    await tell(runs[0]!);
    await tell(runs[1]!);
    expect(warned.length).toBe(1);
    rmSync(join(root, ".agents/sessions"));
    runs.push(await ran());
    await tell(runs[2]!);
    expect(ids()).toEqual(runs.map(({ id }) => id));
  });

  it.each([
    ["a link", (path: string): void => symlinkSync(join(base, "outside"), path)],
    ["a second name of another file", (path: string): void => linkSync(join(base, "outside"), path)],
    ["a pipe", (path: string): void => void execFileSync("mkfifo", [path])],
    ["a folder", (path: string): void => mkdirSync(path)],
  ])("is not written through %s", async (_what, put) => {
    writeFileSync(join(base, "outside"), "OUTSIDE");
    mkdirSync(join(root, ".agents/sessions/ses_1"), { recursive: true });
    put(file());
    await tell(await ran());
    expect([warned.length, readFileSync(join(base, "outside"), "utf8")]).toEqual([1, "OUTSIDE"]);
  });

  it("is not written where the folder leads out of the workspace", async () => {
    mkdirSync(join(root, ".agents"));
    symlinkSync(base, join(root, ".agents/sessions"));
    await tell(await ran());
    expect([warned.length, readdirSync(base)]).toEqual([1, ["workspace"]]);
  });
});
