import { dirname, isAbsolute, join, resolve } from "node:path";
import type { AgentKind } from "#domain/agent";
import type { Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import type { Routing } from "#domain/routing";
import { isInside } from "#lib/fs/is-inside";
import { Secret } from "#lib/redact/secret";
import type { Adapters } from "./adapters.ts";
import { botsIn } from "./bots.ts";
import { expandHome } from "./environment.ts";
import { programFolder } from "./program-folder.ts";
import { peopleOf, type ConfiguredPerson } from "./people.ts";
import { routingOf } from "./routing.ts";
import type { SessionSettings, Settings } from "./schema.ts";

/** The effective configuration. Paths are absolute, times in milliseconds, secrets are objects. */
export interface Config {
  /** Undefined when the embedded defaults are used. */
  readonly file: string | undefined;
  readonly home: string;
  readonly workspace: string;
  readonly server: { readonly host: string; readonly port: number; readonly publicUrl?: string | undefined };
  readonly hookPort: number | undefined;
  readonly store: { readonly path: string };
  readonly language: Language | undefined;
  readonly commandPrefix: string;
  readonly people: readonly ConfiguredPerson[];
  /** The allow list is off, and the program was started with --allow-everyone. */
  readonly allowEveryone: boolean;
  readonly questions: { readonly expiresMs: number; readonly approvers: readonly string[] | undefined };
  readonly watchdog: { readonly enabled: boolean; readonly checkIntervalsMs: readonly number[]; readonly timeoutMs: number };
  /** Where sessions in tmux are created. */
  readonly tmux: { readonly server: "own" | "user" };
  readonly sessions: readonly SessionConfig[];
  readonly defaultSession: string | undefined;
  readonly routing: Routing;
  /** Enabled channels, with settings validated by the channel's own schema. */
  readonly channels: readonly { readonly id: string; readonly platform: string; readonly settings: Readonly<Record<string, unknown>> }[];
  readonly cliAdapters: Readonly<Record<string, unknown>>;
  readonly codeDelivery: Readonly<Record<string, unknown>>;
  readonly model: ModelConfig | undefined;
  readonly schedules: { readonly timeZone: string | undefined; readonly perPerson: number };
  readonly limits: {
    readonly queue: number;
    readonly agentPosts: number;
    readonly agentPostsPerMinute: number;
    readonly caps: {
      readonly reactions: number;
      readonly threads: number;
      readonly changes: number;
      readonly templates: number;
      readonly runs: number;
      readonly registrations: number;
      readonly openQuestions: number;
    };
    readonly artifactBytes: number;
    readonly uploadBytes: number;
    readonly unusedUploadBytes: number;
    readonly unusedUploadMs: number;
  };
  readonly contentFilter: boolean;
  /** Whether browsers may name push services on this machine and its networks. */
  readonly pushToPrivate: boolean;
  readonly logging: { readonly level: "debug" | "info" | "warn" | "error"; readonly file: string };
}

export interface ModelConfig {
  readonly provider: string;
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: Secret | undefined;
  readonly maxSteps: number;
  readonly contextTokens: number;
  /** US dollars for a million tokens. */
  readonly prices?: { readonly input: number; readonly output: number } | undefined;
  readonly budgetPerDay: { readonly usd?: number | undefined; readonly tokens?: number | undefined };
  readonly mcpServers: readonly McpServerConfig[];
  readonly webFetch: { readonly enabled: boolean; readonly allow: readonly string[] };
}

export interface McpServerConfig {
  readonly name: string;
  readonly command: readonly string[] | undefined;
  readonly env: Readonly<Record<string, Secret>>;
  readonly url: string | undefined;
  readonly token: Secret | undefined;
  readonly allow: readonly string[];
}

export interface SessionConfig {
  readonly name: string;
  readonly cliType: string;
  readonly kind: AgentKind;
  readonly workDir: string;
  readonly autoStart: boolean;
  readonly worktree: boolean;
  /** The session whose thread it shares. */
  readonly threadOf: string | undefined;
  readonly startCommand: string | undefined;
  readonly runAs: string | undefined;
  readonly env: Readonly<Record<string, Secret>>;
  /** From the last sign of life of a turn; default: the watchdog's. */
  readonly timeoutMs: number | undefined;
  /** Keys that only this kind of agent reads, without secrets: they are stored. */
  readonly settings: JsonObject;
  /** The same for its secrets, which are not. */
  readonly secrets: Readonly<Record<string, Secret>>;
}

export interface Surroundings {
  readonly file: string | undefined;
  readonly home: string;
  readonly userHome: string;
  readonly cwd: string;
  readonly allowEveryone: boolean;
}

/**
 * Relative paths start at the file's own directory unless it sets `workspace`. Without a file, it is the current directory,
 * unless that contains the home or the program itself.
 */
export function workspaceOf(configured: string | undefined, { file, home, cwd, userHome }: Surroundings): string {
  const isTaken = file === undefined && (isInside(home, cwd) || isInside(programFolder, cwd));
  const base = file !== undefined ? dirname(file) : isTaken ? join(home, "workspace") : cwd;
  return configured === undefined ? base : resolve(base, expandHome(configured, userHome));
}

/** Of what the hub says where no account's own language is known. */
export function languageOf({ language = "en" }: { readonly language?: Language | undefined }): Language {
  return language;
}

export function configOf(settings: Settings, adapters: Adapters, around: Surroundings): Config {
  const { server, hook_server: hooks, questions, watchdog, model, limits } = settings;
  const workspace = workspaceOf(settings.workspace, around);
  return {
    file: around.file,
    home: around.home,
    workspace,
    server: { host: server.host, port: server.port, publicUrl: server.public_url },
    hookPort: hooks?.port,
    store: { path: storePath(settings.store.url, around) },
    language: settings.language,
    commandPrefix: settings.command_prefix,
    people: peopleOf(settings),
    allowEveryone: around.allowEveryone && !settings.security.whitelist_enabled,
    questions: { expiresMs: questions.expires, approvers: questions.approvers },
    watchdog: { enabled: watchdog.enabled, checkIntervalsMs: watchdog.check_intervals, timeoutMs: watchdog.timeout },
    tmux: { server: settings.tmux.server },
    sessions: settings.sessions.map((session) => sessionOf(session, adapters, workspace)),
    defaultSession: settings.default_session,
    routing: routingOf(settings.routing),
    channels: botsIn(settings.bots, adapters).flatMap(({ id, platform, settings: bot }) => (bot["enabled"] === true ? [{ id, platform, settings: bot }] : [])),
    cliAdapters: settings.cli_adapters,
    codeDelivery: settings.code_delivery,
    model: model === undefined ? undefined : modelOf(model),
    schedules: { timeZone: settings.schedules.time_zone, perPerson: settings.schedules.per_person },
    limits: {
      queue: limits.queue,
      agentPosts: limits.agent_posts,
      agentPostsPerMinute: limits.agent_posts_per_minute,
      caps: {
        reactions: limits.agent_reactions_per_minute,
        threads: limits.agent_threads_per_minute,
        changes: limits.agent_thread_changes_per_minute,
        templates: limits.agent_templates_per_minute,
        runs: limits.agent_runs_per_minute,
        registrations: limits.member_registrations_per_minute,
        openQuestions: limits.agent_open_questions,
      },
      artifactBytes: limits.artifact_mb * 1024 * 1024,
      uploadBytes: limits.upload_mb * 1024 * 1024,
      unusedUploadBytes: limits.upload_unused_mb * 1024 * 1024,
      unusedUploadMs: limits.upload_unused_days * 24 * 3_600_000,
    },
    contentFilter: settings.security.content_filter,
    pushToPrivate: settings.notifications.private_push_services,
    logging: { level: settings.logging.level, file: settings.logging.file ?? join(around.home, "logs", "parley.log") },
  };
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

function storePath(url: string, { home, userHome }: Surroundings): string {
  const path = isPostgres(url) ? "parley.db" : expandHome(url.slice("sqlite:".length), userHome);
  return isAbsolute(path) ? path : join(home, path);
}

function modelOf(model: NonNullable<Settings["model"]>): ModelConfig {
  return {
    provider: model.provider,
    name: model.name,
    baseUrl: model.base_url,
    apiKey: model.api_key,
    maxSteps: model.max_steps,
    contextTokens: model.context_tokens,
    prices: model.prices,
    budgetPerDay: { usd: model.budget_usd_per_day, tokens: model.budget_tokens_per_day },
    mcpServers: Object.entries(model.mcp_servers).map(([name, { command, env = {}, url, token, allow }]) => ({ name, command, env, url, token, allow })),
    webFetch: model.web_fetch,
  };
}

function sessionOf(session: SessionSettings, adapters: Adapters, workspace: string): SessionConfig {
  const kind = session.driver ?? adapters.cliTypes[session.cli_type]?.[0] ?? "tmux";
  const own = Object.keys(adapters.agents[kind].settings?.shape ?? {});
  const given = Object.entries(session as Readonly<Record<string, unknown>>).filter(([key, value]) => own.includes(key) && value !== undefined);
  return {
    name: session.name,
    cliType: session.cli_type,
    kind,
    workDir: session.work_dir ?? workspace,
    autoStart: session.auto_start,
    worktree: session.worktree,
    threadOf: session.thread_of,
    startCommand: session.start_cmd,
    runAs: session.run_as,
    env: session.env ?? {},
    timeoutMs: session.timeout,
    settings: Object.fromEntries(given.filter(([, value]) => !(value instanceof Secret))) as JsonObject,
    secrets: Object.fromEntries(given.flatMap(([key, value]) => (value instanceof Secret ? [[key, value]] : []))),
  };
}
