import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
    // Most of the long ones wait for servers, browsers and other programs.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // It has a "source" condition too, and Node strips no types under node_modules.
    server: { deps: { inline: ["@modelcontextprotocol/client", "eventsource", "eventsource-parser"] } },
  },
});
