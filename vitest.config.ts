import { defaultExclude, defineConfig } from "vitest/config";
import { projects } from "./test/projects.ts";

export default defineConfig({
  // Not just "source": packages have that one too, and Node strips no types under node_modules.
  resolve: { conditions: ["parley-source"] },
  ssr: { resolve: { conditions: ["parley-source"] } },
  test: {
    // Most of the long ones wait for servers, browsers and other programs.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // What is looked at until it is so may take long on a machine that is busy.
    expect: { poll: { timeout: 20_000 } },
    projects: projects.map(({ name, include, exclude, sharesModules = false }) => ({
      extends: true,
      test: { name, include: [...include], exclude: [...defaultExclude, ...exclude], isolate: !sharesModules },
    })),
  },
});
