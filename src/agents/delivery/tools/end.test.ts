import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Delivered } from "#domain/agent";
import type { ToolOutcome } from "#agents/kit/loop/agent-tool";
import { codeDeliveryPart, deliverySettingsOf } from "#agents/delivery/index";
import type { DeliveryResult, TaskContext } from "#agents/delivery/task/task-context";
import { workspaceFiles } from "#agents/delivery/workspace/workspace-files";
import { systemClock } from "#lib/time/clock";
import { holding } from "#test/matching";
import { verifies } from "#test/verifies";
import { endTool } from "./end.ts";

const readme = "# Greeter\n\nPrints a greeting.\n\n## Usage\n\nRun `bash hello.sh NAME` in this folder; it prints a line.\n";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "parley-end-"));
  for (const name of ["workspace", "artifacts"]) await mkdir(join(dir, name));
  await write("README.md", readme);
  await write("hello.sh", "echo hi\n");
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (name: string, content: string | Buffer): Promise<void> => writeFile(join(dir, "workspace", name), content);

interface Case {
  readonly delivered?: Delivered;
  readonly keys?: object;
  readonly source?: TaskContext["request"]["source"];
}

/** `end` on the folder above, and what it did. */
function ending({ delivered = { how: "sent" }, keys = {}, source = { type: "empty" } }: Case = {}) {
  const done = { sent: [] as string[], results: [] as DeliveryResult[] };
  // What `end` uses of a task. Without a commit to begin with, no document can be asked for.
  const task = {
    request: { task: "tsk_1", prompt: "", source, target: { channel: "chat", room: "r" } },
    settings: deliverySettingsOf(codeDeliveryPart.schema.parse(keys)),
    folder: { artifacts: join(dir, "artifacts") },
    files: workspaceFiles(join(dir, "workspace")),
    clock: systemClock,
    startedFrom: undefined,
    secrets: ["my own secret"],
    keptDir: join(dir, "kept"),
    keep: async () => "art_1",
    deliver: async (artifact: string) => {
      done.sent.push(artifact);
      return delivered;
    },
    ended: async (result: DeliveryResult) => void done.results.push(result),
  } as unknown as TaskContext;
  const tool = endTool(task);
  const end = (args: object = {}): Promise<ToolOutcome> =>
    tool.run({ exclude_patterns: [], ...args }, { id: "1", place: "1.0", signal: new AbortController().signal });
  return { ...done, end };
}

describe("end", () => {
  verifies("CD-5.7-4", "returns name, size, number of files, digest and that it was sent, and keeps nothing", async () => {
    const { end, results } = ending();
    const { text, isError, ends } = await end({ archive_name: "made", summary: "Done." });
    const archive = await readFile(join(dir, "artifacts", "made.zip"));
    const facts = { name: "made.zip", files: 2, sha256: createHash("sha256").update(archive).digest("hex"), upload: "sent" };
    expect([JSON.parse(text), isError, ends]).toEqual([{ ...facts, size: archive.length }, false, true]);
    expect(results).toEqual([{ ...facts, bytes: archive.length, reason: "", summary: "Done.", left: [] }]);
    expect(existsSync(join(dir, "kept"))).toBe(false);
  });

  it.each(["unknown", "failed"] as const)("that is %s returns the reason and where the archive is kept", async (how) => {
    const { end, results } = ending({ delivered: { how, reason: "the chat hung up" } });
    const { text, isError, ends } = await end({ archive_name: "made" });
    const kept = join(dir, "kept", "made.zip");
    const archive = await readFile(kept);
    const facts = { name: "made.zip", files: 2, sha256: createHash("sha256").update(archive).digest("hex"), upload: how, reason: "the chat hung up", kept };
    expect([JSON.parse(text), isError, ends]).toEqual([{ ...facts, size: archive.length }, true, true]);
    expect(results).toMatchObject([facts]);
  });

  verifies("CD-8-8", "packs as default_archive_format says", async () => {
    const { end } = ending({ keys: { default_archive_format: "tar.gz" } });
    expect(JSON.parse((await end()).text)).toMatchObject({ name: "tsk_1.tar.gz" });
    expect((await readFile(join(dir, "artifacts", "tsk_1.tar.gz"))).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  it.each([
    ["missing", undefined, "is missing"],
    ["short", "# Greeter\n", "too short"],
    [
      "long, but says nothing of how to use it",
      `# Greeter\n\n${"It greets whoever is named, in a friendly way. ".repeat(20)}`,
      "does not say how to run or use",
    ],
  ])("refuses a README that is %s, and sends nothing", async (_, content, words) => {
    if (content === undefined) await rm(join(dir, "workspace", "README.md"));
    else await write("README.md", content);
    const { end, sent, results } = ending();
    const problem: unknown = await end().catch((cause: unknown) => cause);
    expect(problem).toMatchObject({ code: "InvalidArgs", message: holding(words) });
    expect([sent, results]).toEqual([[], []]);
  });

  verifies("CD-8-9", "refuses an archive larger than max_archive_size_mb, and sends nothing", async () => {
    await write("noise.bin", randomBytes(2 * 1024 * 1024));
    const { end, sent } = ending({ keys: { max_archive_size_mb: 1 } });
    const problem: unknown = await end().catch((cause: unknown) => cause);
    expect(problem).toMatchObject({ code: "TooLarge", message: holding("larger than 1 MB") });
    expect(sent).toEqual([]);
    await expect(end({ exclude_patterns: ["noise.bin"] })).resolves.toMatchObject({ ends: true });
  });

  it.each(["archive_name", "summary"])("refuses a secret in %s, names the argument alone, and sends nothing", async (argument) => {
    const { end, sent } = ending();
    for (const secret of ["my own secret", `AKIA${"A".repeat(16)}`]) {
      const problem: unknown = await end({ [argument]: `It is ${secret}.` }).catch((cause: unknown) => cause);
      expect(problem).toMatchObject({ code: "ContentBlocked", message: holding(`${argument}:1`) });
      expect(String(problem)).not.toContain(secret);
    }
    expect(sent).toEqual([]);
  });

  it("refuses patterns that leave no file", async () => {
    const { end, sent } = ending({ source: { type: "git", url: "https://example.org/a.git" } });
    const problem: unknown = await end({ exclude_patterns: ["*"] }).catch((cause: unknown) => cause);
    expect(problem).toMatchObject({ code: "InvalidArgs", message: holding("no file is left") });
    expect(sent).toEqual([]);
  });
});
