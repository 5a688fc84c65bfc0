import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunArtifact } from "#domain/workspace";
import { openArtifact } from "./open-artifact.ts";
import { createWorkspaceFiles } from "./workspace-files.ts";

const text = "0123456789".repeat(20_000);
let root = "";
let artifact: RunArtifact;
let path = "";

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "parley-artifact-"));
  const files = createWorkspaceFiles({
    root,
    own: { home: "/nowhere", program: "/nowhere", files: [] },
    run: "run_1",
    maxBytes: 1_000_000,
    mayReplace: () => true,
    sees: () => Promise.resolve(true),
    speech: { language: "en" },
  });
  await using sink = await files.artifact("out.txt", { mime: "text/plain", description: "digits" });
  await sink.write(text);
  artifact = await sink.finish();
  path = join(root, artifact.path);
});
afterEach(() => rmSync(root, { recursive: true }));

describe("what a run wrote", () => {
  it("is handed out as the run wrote it", async () => {
    await using open = await openArtifact(root, artifact, "en");
    expect(open).toMatchObject({ name: "out.txt", bytes: text.length });
    const got: Uint8Array[] = [];
    for await (const chunk of open.chunks()) got.push(chunk);
    expect(Buffer.concat(got).toString()).toBe(text);
  });

  it("never arrives whole when it is changed while it is read", async () => {
    await using open = await openArtifact(root, artifact, "en");
    writeFileSync(path, `x${text.slice(1)}`);
    let got = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of open.chunks()) got += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({ code: "SubjectChanged" });
    expect(got).toBeLessThan(text.length);
  });

  it.each([
    ["changed", (): void => writeFileSync(path, `x${text.slice(1)}`), "SubjectChanged"],
    ["longer", (): void => writeFileSync(path, `${text}x`), "SubjectChanged"],
    ["shorter", (): void => writeFileSync(path, text.slice(1)), "SubjectChanged"],
    ["gone", (): void => rmSync(path), "NotFound"],
  ])("is refused with a sentence when it is %s", async (_what, change, code) => {
    change();
    await expect(openArtifact(root, artifact, "en")).rejects.toMatchObject({ code, message: expect.stringContaining("out.txt") as string });
  });

  it("is not read through a link that took its place", async () => {
    renameSync(path, `${path}.kept`);
    symlinkSync("out.txt.kept", path);
    await expect(openArtifact(root, artifact, "en")).rejects.toMatchObject({ code: "InvalidArgs" });
  });
});
