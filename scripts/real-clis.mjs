// Real programs that the tests in test/real talk to, from npm, at versions that are pinned here. What is there already is left alone.
//   node scripts/real-clis.mjs claude codex      installs those; without names all of them
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const cache = join(root, ".cache", "clis");

const programs = {
  claude: { from: "@anthropic-ai/claude-code", version: "2.1.325" },
  codex: { from: "@openai/codex", version: "0.166.0" },
  gemini: { from: "@google/gemini-cli", version: "0.61.0" },
  qwen: { from: "@qwen-code/qwen-code", version: "0.24.4" },
  opencode: { from: "opencode-ai", version: "1.18.33" },
  copilot: { from: "@github/copilot", version: "1.0.102" },
  // What makes Claude Code and Codex speak ACP.
  "claude-acp": { from: "@agentclientprotocol/claude-agent-acp", version: "0.99.1" },
  "codex-acp": { from: "@agentclientprotocol/codex-acp", version: "2.6.0" },
  inspector: { from: "@modelcontextprotocol/inspector", version: "2.12.0" },
  conformance: { from: "@modelcontextprotocol/conformance", version: "0.1.16" },
  // The client library before its second version, which most programs still carry.
  "older-sdk": { from: "@modelcontextprotocol/sdk", version: "1.32.2" },
  // Other people's clients for OneBot v11: what they take for an implementation is one.
  napcat: { from: "node-napcat-ts", version: "0.4.25" },
  naplink: { from: "@naplink/naplink", version: "0.0.3" },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs);
for (const name of wanted) {
  if (!Object.hasOwn(programs, name)) give(`There is no program ${name} here. Known: ${Object.keys(programs).join(", ")}.`);
  install(name, programs[name]);
}

function install(name, { from, version }) {
  const folder = join(cache, name);
  if (installed(folder, from) === version) return;
  // Several test files may want the same one at once: the first installs it, the others wait.
  mkdirSync(cache, { recursive: true });
  const lock = `${folder}.lock`;
  while (!isLockTaken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    if (installed(folder, from) !== version) fetchInto(folder, name, from, version);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether it is ours now. One whose holder is gone is taken over. */
function isLockTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function fetchInto(folder, name, from, version) {
  process.stderr.write(`Installing ${from} ${version} for the tests with real programs.\n`);
  // Under another name until it is whole: a run that is cut short leaves nothing that looks complete.
  const partial = `${folder}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "package.json"), JSON.stringify({ name: `real-${name}`, private: true }));
  // Some packages choose what they install by the Node that runs npm.
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const done = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", `${from}@${version}`], {
    cwd: partial,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, PATH: path },
  });
  if (done.status !== 0 || installed(partial, from) !== version) {
    rmSync(partial, { recursive: true, force: true });
    give(
      `${from} ${version} could not be installed; npm's own words are above. The tests with real programs need it once from npm: connect this machine to the network and run them again.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

function installed(folder, from) {
  const file = join(folder, "node_modules", from, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

function give(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
