import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const mostBytes = 72_000;

it("needs less than 72 kB compressed to be drawn, in the language that is read most", async () => {
  const web = await mkdtemp(join(tmpdir(), "parley-size-"));
  try {
    // In a process of its own: under a test's NODE_ENV libraries keep what they need for development.
    const { NODE_ENV: _, ...env } = process.env;
    await promisify(execFile)(process.execPath, [join("node_modules", "vite", "bin", "vite.js"), "build", "--outDir", web, "--emptyOutDir"], { env });
    const files = (await readdir(web, { recursive: true })).filter((name) => /\.(?:html|js|css|svg)$/.test(name));
    // The other language and the terminal are fetched only by whoever wants them.
    const html = await readFile(join(web, "index.html"), "utf8");
    const first = files.filter((name) => name === "index.html" || html.includes(name));
    expect(files.filter((name) => !first.includes(name)).map((name) => /\/([\w-]+?)-[\w-]{8}\./.exec(name)?.[1])).toContain("zh");
    const sizes = await Promise.all(first.map(async (name) => gzipSync(await readFile(join(web, name))).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
  } finally {
    await rm(web, { recursive: true });
  }
}, 60_000);
