import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { verifies } from "#test/verifies";

const root = dirname(dirname(import.meta.dirname));

describe("the bench of the bus", () => {
  verifies(
    "AW-PLAN-2",
    "measures how soon an invited process starts, joins and has left, and what memory it takes",
    async () => {
      const child = spawn(process.execPath, ["-C", "parley-source", "bench/bus.ts", "inviting"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      const [started = 0, joined = 0, left = 0, memory = 0] =
        /a guest that says one line(?<numbers>.*)/.exec(out)?.groups?.["numbers"]?.trim().split(/\s+/).map(Number) ?? [];
      expect([child.exitCode, child.exitCode === 0 ? "" : err]).toEqual([0, ""]);
      expect([started > 0, joined > started, left > joined, memory > 1]).toEqual([true, true, true, true]);
    },
    120_000,
  );
});
