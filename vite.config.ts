import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/** The files that are fetched, compressed as far as it goes: the hub would take too long for that while somebody waits. */
const compressed: Plugin = {
  name: "compressed",
  writeBundle: async ({ dir = "" }, files) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const worth = Object.values(files).flatMap((file) =>
      /\.(?:js|css)$/.test(file.fileName) ? [[file.fileName, "code" in file ? file.code : file.source] as const] : [],
    );
    await Promise.all(worth.map(async ([name, text]) => writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(text, { params }))));
  },
};

// The page's CSP allows neither inline script nor inline style, so everything leaves as files with hashed names.
export default defineConfig({
  root: "web",
  base: "/",
  plugins: [compressed],
  // What the page shares with the server is built from its source, not from what was last emitted.
  resolve: { conditions: ["parley-source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Named in index.html, so that no file is found only after another one has been read.
    modulePreload: { polyfill: false },
    // Whatever the first view needs is one file: each of a dozen small ones would bring headers of its own, and be compressed apart.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"], test: /\.(?:ts|tsx|js|mjs)$/ }] } } },
    target: "es2022",
    // Newer than the default target: light-dark() must reach the browser as it is written.
    cssTarget: ["chrome125", "firefox128", "safari18"],
  },
});
