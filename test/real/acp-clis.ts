import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deskClis, type DeskCli } from "./desk-clis.ts";
import type { realProgram } from "./programs.ts";

/** What the cases over ACP have to know of one CLI. */
export interface AcpReal extends Pick<DeskCli, "name" | "program" | "env" | "furnish" | "settings" | "run" | "write"> {
  /** The program that makes it speak ACP, by the name under which it is started; undefined for one that does so itself. */
  readonly adapter?: { readonly name: string; readonly program: Parameters<typeof realProgram>[0] };
  /** More of `parley.yaml`. */
  readonly yaml?: string;
  /** A denial ends the turn; otherwise the model goes on and says so. */
  readonly stopsWhenDenied?: boolean;
  /** Cases that it cannot show, with the reason. */
  readonly lacks: Readonly<Record<string, string>>;
}

const key = "scripted-key-of-the-tests";

const claude: AcpReal = {
  ...deskClis.claude,
  adapter: { name: "claude-agent-acp", program: "claudeAcp" },
  yaml: "cli_adapters: { claude: { command: claude } }",
};

const codex: AcpReal = {
  ...deskClis.codex,
  adapter: { name: "codex-acp", program: "codexAcp" },
  yaml: "cli_adapters: { codex: { command: codex } }",
  // In its sandbox nothing can be written: what is allowed runs outside of it.
  run: (cmd) => ({ tool: "exec_command", input: { cmd, sandbox_permissions: "require_escalated", justification: "The tests want it" } }),
  stopsWhenDenied: true,
  lacks: { edit: "Codex changes files with commands, which are asked as commands" },
};

const gemini: AcpReal = {
  name: "gemini",
  program: "gemini",
  env: () => ({ GEMINI_API_KEY: key }),
  settings: [".gemini/settings.json"],
  furnish: (home, model) => {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    put(home, ".gemini/settings.json", JSON.stringify(settings));
    put(home, ".gemini/.env", `GOOGLE_GEMINI_BASE_URL=${model}\n`);
  },
  run: (command) => ({ tool: "run_shell_command", input: { command, description: "A command of the tests" } }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  lacks: { conversations: "Gemini CLI does not list its conversations over ACP" },
};

const opencode: AcpReal = { ...deskClis.opencode, stopsWhenDenied: true, lacks: {} };

const qwen: AcpReal = {
  name: "qwen",
  program: "qwen",
  env: () => ({ OPENAI_API_KEY: key }),
  settings: [".qwen/settings.json"],
  furnish: (home, model) => {
    put(home, ".qwen/settings.json", JSON.stringify({ security: { auth: { selectedType: "openai", baseUrl: `${model}/v1` } }, model: { name: "scripted" } }));
  },
  run: (command) => ({ tool: "run_shell_command", input: { command, description: "A command of the tests", is_background: false } }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  stopsWhenDenied: true,
  lacks: {},
};

const copilot: AcpReal = { ...deskClis.copilot, stopsWhenDenied: true, lacks: {} };

export const acpReals = { claude, codex, gemini, opencode, qwen, copilot } as const satisfies Readonly<Record<string, AcpReal>>;

function put(home: string, path: string, content: string): void {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), content);
}
