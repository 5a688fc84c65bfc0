// Everything that must hold, cheapest first; stops at the first that does not. The last line is `N passed, N failed`, and
// `, N skipped` after it where a contract's case needs a capability that an implementation lacks. With `--project NAME` or
// paths it runs those tests alone, without the checks.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const asked = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "parley-test-"));
const report = join(scratch, "counts.json");

const checks = [
  ["types", "tsc", "--noEmit"],
  ...(existsSync("web/tsconfig.json") ? [["types of the page", "tsc", "--noEmit", "-p", "web"]] : []),
  ["lint", "oxlint"],
  ["format", "oxfmt", "--check"],
  ["boundaries", "depcruise", "--config", ".dependency-cruiser.cjs", ...["src", "web"].filter((folder) => existsSync(folder))],
  // Told where dist/ comes from, it takes what is built there for the sources.
  ["dead code", "knip", "--tsConfig", "tsconfig.build.json"],
];

const failed = await firstFailure();
rmSync(scratch, { recursive: true });
process.exit(failed);

async function firstFailure() {
  // Only these projects talk to programs that the system must have.
  if (asks("contract") || asks("scenario") || asks("real")) {
    const { code } = await run([process.execPath, "scripts/test-needs.mjs"], "inherit");
    if (code !== 0) return code;
  }
  if (asked.length > 0) console.log("checks               left out: npm test without arguments runs them");
  else
    for (const [name, ...command] of checks) {
      const { code, output, took } = await run(command, "pipe");
      console.log(`${name.padEnd(20)} ${code === 0 ? "ok" : "FAILED"}  ${took}`);
      if (code !== 0) {
        console.log(`${output}\n${name} failed, see above. To run it alone: npx ${command.join(" ")}`);
        console.log("\n0 passed, 1 failed");
        return 1;
      }
    }
  const reporters = ["--reporter=default", "--reporter=./scripts/count-tests.mjs"];
  const { code, took } = await run(["vitest", "run", ...reporters, ...(asked.length > 0 ? asked : ["--project", "!clis"])], "inherit", {
    PARLEY_TEST_COUNTS: report,
  });
  console.log(`${"tests".padEnd(20)} ${code === 0 ? "ok" : "FAILED"}  ${took}\n`);
  summarize(code);
  return code;
}

function summarize(code) {
  const { passed, failed: failures, skipped } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { passed: 0, failed: [], skipped: [] };
  for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);
  // Named again at the end: of a long log often only the last lines are kept.
  for (const { name, reason } of failures) console.log(`failed: ${name}: ${reason}`);
  const ending = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  console.log(`${passed} passed, ${Math.max(failures.length, code === 0 ? 0 : 1)} failed${ending}`);
}

/** Whether the tests of this project are among those that were asked for. */
function asks(project) {
  const projects = asked.flatMap((word, at) => (word === "--project" ? [asked[at + 1]] : word.startsWith("--project=") ? [word.slice(10)] : []));
  return projects.length === 0 || projects.some((name) => name === project || name?.includes("*") || name?.startsWith("!"));
}

function run([command, ...args], out, env = {}) {
  const began = Date.now();
  return new Promise((resolve) => {
    // Servers that tests start are in the system's folders, which are not in everybody's PATH.
    const PATH = `${process.env.PATH ?? "/usr/bin:/bin"}:/usr/sbin:/sbin`;
    const child = spawn(command, args, { stdio: ["ignore", out, out], env: { ...process.env, PATH, ...env } });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 1, output: `${command} could not be started: ${error.message}`, took: "" }));
    child.on("close", (code) => resolve({ code: code ?? 1, output, took: `${((Date.now() - began) / 1000).toFixed(1)} s` }));
  });
}
