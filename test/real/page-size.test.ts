import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const mostBytes = 55_000;

it("weighs less than 55 kB compressed, in the language that is read most", async () => {
  const web = await mkdtemp(join(tmpdir(), "parley-size-"));
  try {
    // In a process of its own: under a test's NODE_ENV libraries keep what they need for development.
    const { NODE_ENV: _, ...env } = process.env;
    await promisify(execFile)(process.execPath, [join("node_modules", "vite", "bin", "vite.js"), "build", "--outDir", web, "--emptyOutDir"], { env });
    const files = (await readdir(web, { recursive: true })).filter((name) => /\.(?:html|js|css|svg)$/.test(name));
    // The other language is fetched only by whoever reads it.
    const first = files.filter((name) => !/zh-[\w-]+\.js$/.test(name));
    expect(files.length - first.length).toBe(1);
    const sizes = await Promise.all(first.map(async (name) => gzipSync(await readFile(join(web, name))).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
  } finally {
    await rm(web, { recursive: true });
  }
}, 60_000);
