/** What is known of one CLI as an ACP agent. */
export interface AcpCli {
  readonly title: string;
  /** Started unless the configuration names another program. */
  readonly command: string;
  readonly args: readonly string[];
  readonly install: string;
  /** The CLI speaks ACP through another program, which finds the CLI by this variable. */
  readonly cliVariable?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its session modes in which a person is asked, the usual one first. In any other mode it would decide by itself. */
  readonly askingModes?: readonly string[];
}

/** OpenCode allows everything unless it is told otherwise. */
const openCodePermission = { edit: "ask", bash: "ask", webfetch: "ask", external_directory: "ask", doom_loop: "ask" } as const;

/** The CLIs by their `cli_type`; `acp` is any other agent, and the configuration says how it is started. */
export const acpClis: Readonly<Record<string, AcpCli>> = {
  claude: {
    title: "Claude Code",
    command: "claude-agent-acp",
    args: [],
    install: "npm install -g @agentclientprotocol/claude-agent-acp",
    cliVariable: "CLAUDE_CODE_EXECUTABLE",
    env: { DISABLE_AUTOUPDATER: "1" },
    askingModes: ["default", "plan"],
  },
  codex: {
    title: "Codex",
    command: "codex-acp",
    args: [],
    install: "npm install -g @agentclientprotocol/codex-acp",
    cliVariable: "CODEX_PATH",
    askingModes: ["read-only", "workspace-write"],
  },
  gemini: { title: "Gemini CLI", command: "gemini", args: ["--acp"], install: "npm install -g @google/gemini-cli", askingModes: ["default", "plan"] },
  opencode: {
    title: "OpenCode",
    command: "opencode",
    args: ["acp"],
    install: "npm install -g opencode-ai",
    env: { OPENCODE_PERMISSION: JSON.stringify(openCodePermission), OPENCODE_DISABLE_AUTOUPDATE: "1" },
  },
  copilot: { title: "Copilot", command: "copilot", args: ["--acp"], install: "npm install -g @github/copilot", env: { COPILOT_AUTO_UPDATE: "false" } },
  qwen: {
    title: "Qwen Code",
    command: "qwen",
    args: ["--acp", "--approval-mode", "default"],
    install: "npm install -g @qwen-code/qwen-code",
    askingModes: ["default", "plan"],
  },
  acp: { title: "The agent", command: "", args: [], install: "" },
};
