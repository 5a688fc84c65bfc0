import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { ModelServer, type ModelOptions } from "#test/fakes/model/server";
import type { Scripts } from "#test/fakes/model/script";
import { Program, startHub } from "#test/fakes/program";
import { printedFor } from "./inviting-page.ts";
import { realProgram } from "./programs.ts";

/** Command-line agents that are had from npm. */
export type Cli = "claude" | "codex" | "copilot" | "gemini" | "opencode";

const root = dirname(dirname(import.meta.dirname));
const line = z.object({ seq: z.number(), author_name: z.string(), author_kind: z.string(), content: z.string() });
const run = z.object({
  agent_name: z.string(),
  state: z.string(),
  exit_code: z.number().nullable(),
  thread_id: z.string(),
  reason: z.string(),
  output: z.string(),
});

/** A hub as people run it, with the agents file that we ship, the real CLIs on its PATH, and a scripted model behind them. */
export class CliStage implements AsyncDisposable {
  readonly dir: string;
  readonly hub: Program;
  readonly model: ModelServer;
  readonly #env: Readonly<Record<string, string>>;

  static async start(scripts: Scripts, options: ModelOptions = {}, clis: readonly Cli[] = ["claude", "codex"], entries?: readonly object[]): Promise<CliStage> {
    const model = await ModelServer.start(scripts, options);
    const dir = mkdtempSync(join(tmpdir(), "parley-clis-"));
    const bin = join(dir, "bin");
    mkdirSync(bin);
    for (const name of clis) {
      symlinkSync(realProgram(name), join(bin, name));
      furnish[name](dir, model.url);
    }
    mkdirSync(join(dir, "config"));
    const shipped = JSON.parse(readFileSync(join(root, "config", "available-agents.example.json"), "utf8")) as { agents: { name: string }[] };
    // As an operator would who has them: switched on, and nothing else changed.
    const agents = shipped.agents.filter(({ name }) => clis.some((one) => one === name)).map((one) => ({ ...one, enabled: true }));
    writeFileSync(join(dir, "config", "available-agents.json"), JSON.stringify({ agents: entries ?? agents }), { mode: 0o644 });
    writeFileSync(join(dir, "parley.yaml"), "server: { port: 0 }\npeople: [{ name: Ola, role: owner }]\n");
    const env = {
      HOME: dir,
      PATH: [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      ANTHROPIC_API_KEY: "scripted-key-of-the-tests",
      OPENAI_API_KEY: "scripted-key-of-the-tests",
      GEMINI_API_KEY: "scripted-key-of-the-tests",
      CODEX_HOME: join(dir, "codex"),
      ...copilotEnvironment(model.url),
    };
    const hub = await startHub(["--home", join(dir, "home"), "--config", join(dir, "parley.yaml")], { cwd: dir, env });
    return new CliStage(dir, hub, model, env);
  }

  private constructor(dir: string, hub: Program, model: ModelServer, env: Readonly<Record<string, string>>) {
    this.dir = dir;
    this.hub = hub;
    this.model = model;
    this.#env = env;
  }

  /** As the operator unless a token is given. */
  async api(method: string, path: string, body?: object, token?: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const bearer = token ?? z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.dir, "home", "hub.json"), "utf8"))).token;
    const response = await fetch(`${this.hub.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async token(body: object): Promise<string> {
    return z.object({ token: z.string() }).parse((await this.api("POST", "/api/tokens", body)).body).token;
  }

  async thread(topic: string): Promise<string> {
    return z.object({ id: z.string() }).parse((await this.api("POST", "/api/threads", { topic })).body).id;
  }

  async lines(thread: string): Promise<readonly z.infer<typeof line>[]> {
    return z.array(line).parse((await this.api("GET", `/api/threads/${thread}/messages?limit=500`)).body);
  }

  async runs(): Promise<readonly z.infer<typeof run>[]> {
    return z.array(run).parse((await this.api("GET", "/api/agents/runs")).body);
  }

  async waiters(thread: string): Promise<number> {
    const { body } = await this.api("POST", "/api/mcp/tool/thread_wait_state_get", { thread_id: thread });
    const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(body);
    return z.object({ count: z.number() }).parse(JSON.parse(text)).count;
  }

  /** The token of the one that is invited at this moment: it stands nowhere but in its file. */
  invitedToken(): string {
    const folder = join(this.dir, "home", "invitations");
    const [file = ""] = readdirSync(folder).map((name) => readFileSync(join(folder, name, "mcp.json"), "utf8"));
    return /"Bearer (?<token>[^"]+)"/.exec(file)?.groups?.["token"] ?? "";
  }

  /** Starts one of them as its user would, with Parley as an MCP server. */
  claude(prompt: string, token: string): Program {
    const file = join(this.dir, `mcp-${token.slice(0, 6)}.json`);
    const server = { type: "http", url: `${this.hub.url}/mcp`, headers: { Authorization: `Bearer ${token}` } };
    writeFileSync(file, JSON.stringify({ mcpServers: { parley: server } }), { mode: 0o600 });
    const argv = ["claude", "-p", prompt, "--mcp-config", file, "--strict-mcp-config", "--allowedTools", "mcp__parley"];
    return new Program(argv, { cwd: this.dir, env: this.#env });
  }

  codex(prompt: string, token: string): Program {
    const parley = [`url=${this.hub.url}/mcp`, "bearer_token_env_var=PARLEY_TOKEN", "default_tools_approval_mode=approve"];
    const argv = ["codex", "exec", "--skip-git-repo-check", ...parley.flatMap((one) => ["-c", `mcp_servers.parley.${one}`]), prompt];
    return new Program(argv, { cwd: this.dir, env: { ...this.#env, PARLEY_TOKEN: token } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub.stop();
    await this.model[Symbol.asyncDispose]();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** What its first start would ask, answered; and nothing that looks for the network. */
const furnish: Readonly<Record<Cli, (home: string, model: string) => void>> = {
  claude: furnishClaude,
  codex: (home, model) => furnishCodex(join(home, "codex"), model),
  copilot: (home) => mkdirSync(join(home, ".copilot")),
  gemini: furnishGemini,
  opencode: furnishOpenCode,
};

function furnishClaude(home: string, model: string): void {
  const settings = {
    env: { ANTHROPIC_BASE_URL: model, DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", ENABLE_TOOL_SEARCH: "false" },
  };
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
  const answers = { hasCompletedOnboarding: true, theme: "dark", customApiKeyResponses: { approved: ["ted-key-of-the-tests"], rejected: [] } };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answers));
}

function copilotEnvironment(model: string): Readonly<Record<string, string>> {
  return {
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_API_KEY: "scripted-key-of-the-tests",
    COPILOT_MODEL: "scripted",
    COPILOT_OFFLINE: "true",
  };
}

function furnishCodex(home: string, model: string): void {
  mkdirSync(home);
  writeFileSync(
    join(home, "config.toml"),
    [
      'model = "scripted"',
      'model_provider = "scripted"',
      'approval_policy = "never"',
      "check_for_update_on_startup = false",
      "[model_providers.scripted]",
      'name = "Scripted"',
      `base_url = "${model}/v1"`,
      'wire_api = "responses"',
      'env_key = "OPENAI_API_KEY"',
      "requires_openai_auth = false",
      "supports_websockets = false",
      "",
    ].join("\n"),
  );
}

/** With the settings that docs/agents/inviting.md shows, and a model of ours. */
function furnishGemini(home: string, model: string): void {
  mkdirSync(join(home, ".gemini"));
  const settings = {
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ...(JSON.parse(printedFor("Gemini CLI")) as object),
  };
  writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(settings));
  writeFileSync(join(home, ".gemini", ".env"), `GOOGLE_GEMINI_BASE_URL=${model}\n`);
}

function furnishOpenCode(home: string, model: string): void {
  const folder = join(home, ".config", "opencode");
  mkdirSync(folder, { recursive: true });
  const settings = {
    autoupdate: false,
    share: "disabled",
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    provider: {
      scripted: {
        npm: "@ai-sdk/anthropic",
        name: "Scripted",
        options: { baseURL: `${model}/v1`, apiKey: "scripted-key-of-the-tests" },
        models: { scripted: { name: "Scripted", tool_call: true, limit: { context: 128_000, output: 8_192 } } },
      },
    },
    ...(JSON.parse(printedFor("OpenCode")) as object),
  };
  writeFileSync(join(folder, "opencode.json"), JSON.stringify(settings));
}
