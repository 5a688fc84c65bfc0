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

const gemini: AcpReal = { ...deskClis.gemini, lacks: { conversations: "Gemini CLI does not list its conversations over ACP" } };

const opencode: AcpReal = { ...deskClis.opencode, stopsWhenDenied: true, lacks: {} };

const qwen: AcpReal = { ...deskClis.qwen, stopsWhenDenied: true, lacks: {} };

const copilot: AcpReal = { ...deskClis.copilot, stopsWhenDenied: true, lacks: {} };

export const acpReals = { claude, codex, gemini, opencode, qwen, copilot } as const satisfies Readonly<Record<string, AcpReal>>;
