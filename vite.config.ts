import { defaultClientConditions, defineConfig } from "vite";

// The page's CSP allows neither inline script nor inline style, so everything leaves as files with hashed names.
export default defineConfig({
  root: "web",
  base: "/",
  // What the page shares with the server is built from its source, not from what was last emitted.
  resolve: { conditions: ["parley-source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Named in index.html, so that no file is found only after another one has been read.
    modulePreload: { polyfill: false },
    target: "es2022",
    // Newer than the default target: light-dark() must reach the browser as it is written.
    cssTarget: ["chrome125", "firefox128", "safari18"],
  },
});
