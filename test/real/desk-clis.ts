import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#domain/json";
import type { realProgram } from "./programs.ts";

type Call = { readonly tool: string; readonly input: JsonObject };

/** What the cases have to know of one CLI: where its settings are, what its model calls, and in what it differs from the others. */
export interface DeskCli {
  readonly name: string;
  readonly program: Parameters<typeof realProgram>[0];
  /** Environment of its session. */
  readonly env: (home: string) => Readonly<Record<string, string>>;
  /** The user's own settings below the home folder, which must stay as they are. */
  readonly settings: readonly string[];
  /** What its first start would ask, answered for these folders; and nothing that looks for the network. */
  readonly furnish: (home: string, model: string, trusted: readonly string[]) => void;
  /** A line of the screen on which it takes a prompt. */
  readonly prompt: string;
  /** A line of its permission menu, and the keys that allow what it asks. */
  readonly menu: { readonly line: string; readonly allow: readonly string[] };
  /** What interrupts it at the terminal; Escape unless it is given. */
  readonly escape?: readonly string[];
  /** A hook decides: a denial reaches the model, and the turn goes on. */
  readonly isDecidedByHook: boolean;
  /** Words that are typed while it works join the turn that is under way. */
  readonly steers: boolean;
  /** Its command with flags of an operator's own: an edit is asked for, and errors of the model are not tried again for minutes. */
  readonly command: string;
  readonly run: (command: string) => Call;
  readonly write: (path: string, content: string) => Call;
  /** The text that the dialog of an untrusted folder shows, and how its yes begins; undefined where it has none. */
  readonly trust?: { readonly shows: string; readonly yes: RegExp };
  /** Its composer takes pictures; others are told where the picture is. */
  readonly showsPictures?: true;
  /** How long it asks a model that fails again before it gives up, where that is longer than a case waits. */
  readonly givesUpMs?: number;
  /** What it does when its model fails, if not give up: asks again and again until somebody stops it, and tells so or not. */
  readonly onModelError?: "fails" | "retries" | "retriesSilently";
  /** How long its first start takes, where that is longer than a case waits. */
  readonly startMs?: number;
  /** Cases that it cannot show, with the reason. */
  readonly lacks: Readonly<Record<string, string>>;
}

const key = "scripted-key-of-the-tests";

const claude: DeskCli = {
  name: "claude",
  program: "claude",
  env: () => ({ ANTHROPIC_API_KEY: key }),
  settings: [".claude/settings.json"],
  furnish: (home, model, trusted) => {
    const env = { ANTHROPIC_BASE_URL: model, DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", ENABLE_TOOL_SEARCH: "false" };
    put(home, ".claude/settings.json", JSON.stringify({ env }));
    const answers = {
      hasCompletedOnboarding: true,
      theme: "dark",
      hasSeenAutoDefaultNotice: true,
      hasSeenAutoDefaultNudge: true,
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: Object.fromEntries(trusted.map((folder) => [folder, { hasTrustDialogAccepted: true, allowedTools: [] }])),
    };
    put(home, ".claude.json", JSON.stringify(answers));
  },
  prompt: "❯",
  menu: { line: "Do you want to proceed?", allow: ["1"] },
  isDecidedByHook: true,
  steers: false,
  command: "env CLAUDE_CODE_MAX_RETRIES=0 claude",
  run: (command) => ({ tool: "Bash", input: { command, description: "A command of the tests" } }),
  write: (path, content) => ({ tool: "Write", input: { file_path: path, content } }),
  trust: { shows: "Quick safety check", yes: /^Yes/ },
  showsPictures: true,
  lacks: {},
};

const codex: DeskCli = {
  name: "codex",
  program: "codex",
  // Its helper programs are refused where everybody may write, so its temporary folder is another one than that of its home.
  env: (home) => ({ CODEX_HOME: join(home, "codex"), SCRIPTED_KEY: key, TMPDIR: join(home, "tmp") }),
  settings: ["codex/config.toml"],
  furnish: (home, model, trusted) => {
    mkdirSync(join(home, "tmp"), { recursive: true });
    const lines = [
      'model = "scripted"',
      'model_provider = "scripted"',
      'approval_policy = "on-request"',
      'sandbox_mode = "workspace-write"',
      "check_for_update_on_startup = false",
      "[tui]",
      "screen_reader_detection_done = true",
      // It counts how often it has shown a notice.
      "[tui.model_availability_nux]",
      '"gpt-6.1-sol" = 99',
      "[model_providers.scripted]",
      'name = "Scripted"',
      `base_url = "${model}/v1"`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      "requires_openai_auth = false",
      "supports_websockets = false",
      "request_max_retries = 0",
      "stream_max_retries = 0",
      ...[...new Set(trusted)].flatMap((folder) => [`[projects."${folder}"]`, 'trust_level = "trusted"']),
    ];
    put(home, "codex/config.toml", `${lines.join("\n")}\n`);
  },
  prompt: "Ask Codex to do anything",
  menu: { line: "Would you like to run the following command?", allow: ["y"] },
  isDecidedByHook: true,
  steers: true,
  command: "codex -s read-only",
  run: (command) => ({
    tool: "exec_command",
    input: { cmd: command, sandbox_permissions: "require_escalated", justification: "A command of the tests" },
  }),
  write: (path, content) => {
    const added = content
      .trimEnd()
      .split("\n")
      .map((line) => `+${line}`);
    return {
      tool: "exec_command",
      input: { cmd: ["apply_patch <<'EOF'", "*** Begin Patch", `*** Add File: ${path}`, ...added, "*** End Patch", "EOF"].join("\n") },
    };
  },
  trust: { shows: "Trust this folder?", yes: /^Trust and continue/ },
  showsPictures: true,
  lacks: {
    streaming: "Codex writes a message down when it is complete, and no hook tells of it before",
  },
};

const copilot: DeskCli = {
  name: "copilot",
  program: "copilot",
  env: (home) => ({
    COPILOT_PROVIDER_BASE_URL: readFileSync(join(home, "model"), "utf8"),
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_MODEL: "scripted",
    COPILOT_OFFLINE: "true",
  }),
  settings: [".copilot/settings.json"],
  furnish: (home, model, trusted) => {
    put(home, "model", `${model}/v1`);
    put(home, ".copilot/settings.json", JSON.stringify({ trustedFolders: trusted }));
    put(home, ".copilot/config.json", JSON.stringify({ trustedFolders: trusted }));
  },
  prompt: "Manual Approval",
  menu: { line: "Do you want to run this command?", allow: ["Enter"] },
  escape: ["Escape", "Escape"],
  isDecidedByHook: false,
  steers: true,
  command: "copilot",
  run: (command) => ({ tool: "bash", input: { command, description: "A command of the tests" } }),
  write: (path, content) => ({ tool: "create", input: { path, file_text: content } }),
  trust: { shows: "Do you trust the files in this folder?", yes: /^Yes$/ },
  // It asks five more times, and waits a minute in all when it is told that there were too many requests.
  givesUpMs: 150_000,
  lacks: { streaming: "Copilot writes a message down when it is complete, and no hook tells of it before" },
};

const opencode: DeskCli = {
  name: "opencode",
  program: "opencode",
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" }),
  settings: [".config/opencode/opencode.json"],
  furnish: (home, model) => {
    const settings = {
      // OpenCode itself adds it to a file that has none.
      $schema: "https://opencode.ai/config.json",
      autoupdate: false,
      share: "disabled",
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      // The user's own rules allow everything: a session of Parley's asks all the same.
      permission: { edit: "allow", bash: "allow", webfetch: "allow" },
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${model}/v1`, apiKey: key },
          models: { scripted: { name: "Scripted", tool_call: true, limit: { context: 128_000, output: 8_192 } } },
        },
      },
    };
    put(home, ".config/opencode/opencode.json", JSON.stringify(settings));
  },
  prompt: "ctrl+p commands",
  menu: { line: "Allow once", allow: ["Enter"] },
  isDecidedByHook: true,
  steers: true,
  command: "opencode",
  run: (command) => ({ tool: "bash", input: { command, description: "A command of the tests" } }),
  write: (path, content) => ({ tool: "write", input: { filePath: path, content } }),
  onModelError: "retries",
  // It installs packages for its plugins.
  startMs: 240_000,
  lacks: { "start-up dialog": "OpenCode has no dialog about the trust in a folder" },
};

const gemini: DeskCli = {
  name: "gemini",
  program: "gemini",
  env: () => ({ GEMINI_API_KEY: key }),
  settings: [".gemini/settings.json"],
  furnish: (home, model, trusted) => {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: true } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    put(home, ".gemini/settings.json", JSON.stringify(settings));
    put(home, ".gemini/.env", `GOOGLE_GEMINI_BASE_URL=${model}\n`);
    put(home, ".gemini/trustedFolders.json", JSON.stringify(Object.fromEntries(trusted.map((folder) => [folder, "TRUST_FOLDER"]))));
  },
  prompt: "Type your message",
  menu: { line: "Allow execution of", allow: ["Enter"] },
  isDecidedByHook: false,
  steers: false,
  onModelError: "retriesSilently",
  command: "gemini",
  run: (command) => ({ tool: "run_shell_command", input: { command, description: "A command of the tests" } }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  trust: { shows: "Do you trust the files in this folder?", yes: /^Trust folder/ },
  lacks: {
    streaming: "Gemini CLI writes a message down when it is complete; the one hook that sees its pieces is sent the whole conversation with each",
    errors: "Gemini CLI asks a model that fails again without end, and tells nothing of it unless ui.errorVerbosity is full; it was seen to be stopped",
  },
};

const qwen: DeskCli = {
  name: "qwen",
  program: "qwen",
  env: () => ({ OPENAI_API_KEY: key }),
  settings: [".qwen/settings.json"],
  furnish: (home, model) => {
    const settings = {
      // Qwen Code itself adds it to a file that has none.
      $version: 4,
      security: { auth: { selectedType: "openai", baseUrl: `${model}/v1` } },
      model: { name: "scripted", generationConfig: { maxRetries: 0, retryInitialDelayMs: 1, retryMaxDelayMs: 1 } },
      // Its own prompts would be among those of the tests.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
      ui: { enableFollowupSuggestions: false },
    };
    put(home, ".qwen/settings.json", JSON.stringify(settings));
  },
  prompt: "Type your message",
  menu: { line: "Allow execution of", allow: ["Enter"] },
  isDecidedByHook: true,
  steers: true,
  // Seven times, with pauses of up to half a minute that no setting shortens.
  givesUpMs: 150_000,
  command: "qwen",
  run: (command) => ({ tool: "run_shell_command", input: { command, description: "A command of the tests", is_background: false } }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  lacks: {
    streaming: "Qwen Code writes a message down when it is complete, and no hook tells of it before",
    "start-up dialog": "Qwen Code asks nothing about a folder unless the user switches that on",
  },
};

export const deskClis = { claude, codex, copilot, gemini, opencode, qwen } as const satisfies Readonly<Record<string, DeskCli>>;

function put(home: string, path: string, content: string): void {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), content);
}
