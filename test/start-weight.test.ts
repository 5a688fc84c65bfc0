import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drivenClis } from "#agents/tmux/index";
import { profiles } from "#agents/tmux/profiles";

const root = join(import.meta.dirname, "..");

/** Runs a module in a process of its own and returns what it prints. */
function printed(code: string): string {
  return execFileSync(process.execPath, ["-C", "parley-source", "--input-type=module", "-e", code], { cwd: root, encoding: "utf8" }).trim();
}

describe("what a start loads", () => {
  it("leaves out Node's fetch, which takes more memory than anything of ours", () => {
    const isLoaded = `console.log(process.moduleLoadList.some((name) => name.includes("deps/undici")))`;
    expect(printed(`await import("#app/run"); ${isLoaded}`)).toBe("false");
    // The look finds it where it is loaded.
    expect(printed(`await import("node:http"); ${isLoaded}`)).toBe("true");
  });

  it("leaves out the profiles of the coding CLIs, and knows their names", () => {
    expect(drivenClis.toSorted()).toEqual(Object.keys(profiles).toSorted());
    const files = printed(
      `import { registerHooks } from "node:module"; const seen = []; registerHooks({ resolve: (name, at, next) => { const found = next(name, at); seen.push(found.url); return found; } });
       await import("#app/run"); console.log(seen.some((url) => url.includes("/agents/tmux/index")), seen.some((url) => url.includes("/profiles/")));`,
    );
    expect(files).toBe("true false");
  });
});
