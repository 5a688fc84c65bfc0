import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { createLog, type LogFile, type LogLevel } from "./log.ts";
import { Secret } from "./redact/secret.ts";

let dir = "";
let now = Date.parse("2026-11-15T10:00:00Z");
let shown: string[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-log-"));
  now = Date.parse("2026-11-15T10:00:00Z");
  shown = [];
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(options: { readonly level?: LogLevel; readonly file?: string; readonly maxBytes?: number; readonly keep?: number } = {}): LogFile {
  return createLog({
    level: "info",
    file: join(dir, "app.log"),
    fallbackDir: join(dir, "home", "logs"),
    clock: { now: () => now },
    stderr: (line) => shown.push(line),
    ...options,
  });
}

function lines(file = join(dir, "app.log")): readonly Record<string, unknown>[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log", () => {
  verifies("C-12.1-2", "an error is kept in detail, with its stack and causes", () => {
    using log = open();
    log.error({ cause: new Error("send failed", { cause: new Error("ECONNRESET") }), session: "demo" }, "an answer was not delivered");
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      level: "error",
      time: "2026-11-15T10:00:00.000Z",
      msg: "an answer was not delivered",
      session: "demo",
      cause: { message: "send failed", cause: { message: "ECONNRESET" } },
    });
    expect(JSON.stringify(lines()[0])).toContain("log.test.ts");
  });

  verifies(["C-12.1-3", "C-9.1-22"], "the level decides which of error, warn, info and debug are kept", () => {
    const kept = (["error", "warn", "info", "debug"] as const).map((level) => {
      const file = join(dir, `${level}.log`);
      using log = open({ level, file });
      log.error({}, "e");
      log.warn({}, "w");
      log.info({}, "i");
      log.debug({}, "d");
      return lines(file)
        .map((line) => line["msg"])
        .join("");
    });
    expect(kept).toEqual(["e", "ew", "ewi", "ewid"]);
  });

  it("adds what a child is bound to, to its lines alone", () => {
    using log = open();
    log.child({ session: "demo" }).child({ turn: 1 }).info({ a: 2 }, "x");
    log.info({}, "y");
    expect(lines()).toMatchObject([{ session: "demo", turn: 1, a: 2, msg: "x" }, { msg: "y" }]);
    expect(lines()[1]).not.toHaveProperty("session");
  });

  it("shows warnings and errors to people as one short line, and nothing else", () => {
    using log = open();
    log.info({}, "quiet");
    log.warn({ cause: new Error("no\nroute\u001b[31m") }, "a hint was not taken");
    expect(shown).toEqual(["10:00:00 warn a hint was not taken: no route [31m"]);
  });

  it("lets no secret through, on either way", () => {
    using log = open();
    log
      .child({ token: "s3cret-1" })
      .error({ cause: new Error("GET /bot123456:s3cret-2/x"), headers: { authorization: "s3cret-3" }, key: new Secret("s3cret-4") }, "see /#claim=s3cret-5");
    expect(readFileSync(join(dir, "app.log"), "utf8") + shown.join("\n")).not.toContain("s3cret");
    expect(lines()).toHaveLength(1);
  });
});

describe("the log's files", () => {
  verifies("C-12.1-4", "a new file begins when the current one would grow too large, and at midnight", () => {
    using log = open({ maxBytes: 300 });
    for (let i = 0; i < 8; i++) log.info({ i }, "x".repeat(40));
    now += 24 * 3_600_000;
    log.info({}, "tomorrow");
    const names = readdirSync(dir).toSorted();
    expect(names).toEqual(["app.log", "app.log.2026-11-15.1", "app.log.2026-11-15.2", "app.log.2026-11-15.3", "app.log.2026-11-15.4"]);
    expect(lines().map((line) => line["msg"])).toEqual(["tomorrow"]);
    expect(names.slice(1).flatMap((name) => lines(join(dir, name)).map((line) => line["i"]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const name of names) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(300);
  });

  it("keep as many older ones as they should, the newest", () => {
    using log = open({ keep: 2 });
    for (let day = 0; day < 5; day++) {
      log.info({ day }, "x");
      now += 24 * 3_600_000;
    }
    expect(readdirSync(dir).toSorted()).toEqual(["app.log", "app.log.2026-11-17.1", "app.log.2026-11-18.1"]);
  });

  it("count twelve as newer than nine", () => {
    using log = open({ maxBytes: 1, keep: 3 });
    for (let i = 0; i < 14; i++) log.info({ i }, "x");
    const kept = readdirSync(dir)
      .toSorted()
      .flatMap((name) => lines(join(dir, name)).map((line) => line["i"]));
    expect(kept.toSorted((a, b) => Number(a) - Number(b))).toEqual([10, 11, 12, 13]);
  });

  it("go on after a restart, and leave yesterday's lines in yesterday's file", () => {
    const file = join(dir, "app.log");
    writeFileSync(file, '{"msg":"old"}\n');
    utimesSync(file, new Date("2026-11-14T12:00:00Z"), new Date("2026-11-14T12:00:00Z"));
    using log = open();
    log.info({}, "new");
    expect(lines().map((line) => line["msg"])).toEqual(["new"]);
    expect(lines(join(dir, "app.log.2026-11-14.1"))).toEqual([{ msg: "old" }]);
  });

  it("are readable by their owner alone", () => {
    using log = open();
    log.info({}, "x");
    expect(statSync(join(dir, "app.log")).mode & 0o777).toBe(0o600);
  });

  it("does not wait for the reader of a pipe that stands in the file's place", () => {
    const file = join(dir, "pipe");
    execFileSync("mkfifo", [file]);
    using log = open({ file });
    expect(log.file).toBe(join(dir, "home", "logs", "parley.log"));
    expect(shown).toHaveLength(1);
  });

  verifies("C-9.1-23", "a file that cannot be written is replaced by one in the home folder, with one warning", () => {
    writeFileSync(join(dir, "taken"), "");
    using log = open({ file: join(dir, "taken", "app.log") });
    log.info({}, "x");
    const fallback = join(dir, "home", "logs", "parley.log");
    expect(log.file).toBe(fallback);
    expect(lines(fallback).map((line) => line["level"])).toEqual(["warn", "info"]);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain(join(dir, "taken", "app.log"));
  });

  it("can all be impossible: then warnings still appear and nothing breaks", () => {
    writeFileSync(join(dir, "home"), "");
    using log = open({ file: join(dir, "home", "x.log") });
    log.warn({}, "still here");
    expect(log.file).toBeUndefined();
    expect(shown.at(-1)).toContain("still here");
  });

  it("that vanish under way are lost once, told once, and come back", () => {
    using log = open({ maxBytes: 1 });
    log.info({}, "a");
    rmSync(dir, { recursive: true });
    log.info({}, "b");
    log.info({}, "c");
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain("cannot be written any more");
  });
});
