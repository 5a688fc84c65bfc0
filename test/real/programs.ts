import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));
const install = join(root, "scripts", "real-clis.mjs");

/** Where each lies after it was installed. */
const places = {
  claude: ["claude", "@anthropic-ai/claude-code/bin/claude.exe"],
  codex: ["codex", "@openai/codex/bin/codex.js"],
  gemini: ["gemini", "@google/gemini-cli/bundle/gemini.js"],
  opencode: ["opencode", "opencode-ai/bin/opencode.exe"],
  copilot: ["copilot", "@github/copilot/npm-loader.js"],
  qwen: ["qwen", "@qwen-code/qwen-code/cli-entry.js"],
  claudeAcp: ["claude-acp", "@agentclientprotocol/claude-agent-acp/dist/index.js"],
  codexAcp: ["codex-acp", "@agentclientprotocol/codex-acp/dist/index.js"],
  inspector: ["inspector", "@modelcontextprotocol/inspector/clients/launcher/build/index.js"],
  conformance: ["conformance", "@modelcontextprotocol/conformance/dist/index.js"],
  olderSdk: ["older-sdk", "@modelcontextprotocol/sdk/dist/esm/client"],
  napcat: ["napcat", "node-napcat-ts/dist/index.js"],
  naplink: ["naplink", "@naplink/naplink/dist/index.js"],
} as const;

/** How long a first installation may take. */
export const installMs = 300_000;

/** The path of a real program, from npm at its pinned version. Throws with the installer's own words when it cannot be had. */
export function realProgram(name: keyof typeof places): string {
  const [folder, path] = places[name];
  const done = spawnSync(process.execPath, [install, folder], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return join(root, ".cache", "clis", folder, "node_modules", path);
}
