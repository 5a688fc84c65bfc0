// Everything that must hold, cheapest first; stops at the first that does not. The last line is `N passed, N failed`.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "parley-test-"));
const report = join(scratch, "vitest.json");

const checks = [
  ["types", "tsc", "--noEmit"],
  ...(existsSync("web/tsconfig.json") ? [["types of the page", "tsc", "--noEmit", "-p", "web"]] : []),
  ["lint", "oxlint"],
  ["format", "oxfmt", "--check"],
  ["boundaries", "depcruise", "--config", ".dependency-cruiser.cjs", ...["src", "web"].filter((folder) => existsSync(folder))],
  // Told where dist/ comes from, it takes what is built there for the sources.
  ["dead code", "knip", "--tsConfig", "tsconfig.build.json"],
];

const failed = (await firstFailure()) ?? 0;
rmSync(scratch, { recursive: true });
process.exit(failed);

async function firstFailure() {
  for (const [name, ...command] of checks) {
    const { code, output, took } = await run(command, "pipe");
    console.log(`${name.padEnd(20)} ${code === 0 ? "ok" : "FAILED"}  ${took}`);
    if (code !== 0) {
      console.log(`${output}\n${name}: the lines above say what does not hold. The same by hand: npx ${command.join(" ")}`);
      console.log("\n0 passed, 1 failed");
      return 1;
    }
  }
  const { code, took } = await run(
    ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)],
    "inherit",
  );
  console.log(`${"tests".padEnd(20)} ${code === 0 ? "ok" : "FAILED"}  ${took}\n`);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { numPassedTests: 0, numFailedTests: 0 };
  // A file that does not load has no tests that could fail: it counts as one.
  console.log(`${counts.numPassedTests} passed, ${Math.max(counts.numFailedTests, code === 0 ? 0 : 1)} failed`);
  return code;
}

function run([command, ...args], out) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", out, out] });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 1, output: `${command} could not be started: ${error.message}`, took: "" }));
    child.on("close", (code) => resolve({ code: code ?? 1, output, took: `${((Date.now() - began) / 1000).toFixed(1)} s` }));
  });
}
