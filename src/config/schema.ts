import { z } from "zod";
import { choice, duration, durations, environment, flag, id, integer, optionalDuration, path, secret, text, url } from "#lib/settings";
import type { Adapters } from "./adapters.ts";
import { botSchema } from "./bots.ts";
import { valueAt } from "./problem.ts";
import { routingSchema } from "./routing.ts";

export type Settings = z.output<ReturnType<typeof composeSchema>>;
export type SessionSettings = Settings["sessions"][number];

/** The whole file. Core keys are here; each adapter brings its own. `written`: the file, whose bots decide how many there are of each. */
export function composeSchema(adapters: Adapters, written?: unknown) {
  const platforms = Object.keys(adapters.channels);
  return z.strictObject({
    server: z
      .strictObject({
        host: text("The address that the page and the API listen on. Anything but loopback requires an https public_url.").default("127.0.0.1"),
        port: integer("The port; 0 picks a free one.", 0, 65_535).default(39_765),
        public_url: url("The address under which a reverse proxy serves this hub.", ["http", "https"]).optional(),
      })
      .prefault({}),
    hook_server: z.strictObject({ port: integer("A second port on loopback, for hooks only.", 1, 65_535) }).optional(),
    store: z.strictObject({ url: storeUrl().default("sqlite:parley.db") }).prefault({}),
    language: choice("The language of Parley's own texts; default: each account's own.", ["en", "zh-CN"]).optional(),
    workspace: path("Root of .agents/ and of relative paths in this file; default: the file's own directory.").optional(),
    command_prefix: commandPrefix().default("!!"),
    people: z.array(person()).default([]).meta({ description: "Who may use this hub, in addition to security and people added with parley people." }),
    security: security(platforms).prefault({}),
    questions: z
      .strictObject({
        expires: duration("How long a question stays open. Then it counts as denied, with a notice in the chat.", "10m"),
        approvers: z
          .array(text("A name.", 200))
          .min(1)
          .optional()
          .meta({ description: "Only these people may answer, each within their role; operator is the shell. Default: everyone, by role." }),
      })
      .prefault({}),
    watchdog: z
      .strictObject({
        enabled: flag("Whether screens are searched for prompts that no hook reports.").default(true),
        check_intervals: durations("When to check a screen after its last output; the last interval repeats.", ["1s", "2s", "5s"]),
        timeout: duration("How long a turn may be inactive before its session is set to error, with a notice in the chat.", "5m"),
      })
      .prefault({}),
    tmux: z
      .strictObject({
        server: choice(
          "Where sessions in tmux are created: on Parley's own tmux server, or on yours. One of yours with a session's name is adopted either way.",
          ["own", "user"],
        ).default("own"),
      })
      .prefault({}),
    sessions: z.array(session(adapters)).default([]).meta({ description: "The agents to run. A file without sessions has none." }),
    default_session: text("The session of chats that have not chosen one with the use command.", 64).optional(),
    routing: routingSchema().prefault({}),
    bots: z.strictObject(optionalParts(adapters.channels, valueAt(written, ["bots"]))).prefault({}),
    cli_adapters: adapters.cliAdapters.schema.prefault({}),
    model: z
      .strictObject({
        provider: choice("The model provider.", ["anthropic", "openai", "openai-compatible", "google"]),
        name: text("The model's name."),
        base_url: url("The API address, if it is not the provider's own.", ["http", "https"]).optional(),
        api_key: secret("The API key; write it as ${NAME}.").optional(),
        max_steps: integer("How many model requests one turn of the built-in agent may make.", 1, 1_000).default(50),
        context_tokens: integer("How many tokens of the model's context a conversation may fill before it is summed up.", 4_000, 10_000_000).default(100_000),
        prices: z
          .strictObject({ input: price("US dollars per million input tokens."), output: price("US dollars per million output tokens.") })
          .optional()
          .meta({ description: "What the model costs; without it, tokens are counted and no costs." }),
        budget_usd_per_day: price("What may be spent on the model in a day, in US dollars; requires prices.").optional(),
        budget_tokens_per_day: integer("How many tokens may be used in a day.", 1, Number.MAX_SAFE_INTEGER).optional(),
        mcp_servers: z
          .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be at most 32 lower-case letters, digits and dashes"), mcpServer())
          .default({})
          .meta({ description: "MCP servers whose tools the built-in agent may call, by a name of yours." }),
        web_fetch: z
          .strictObject({
            enabled: flag("Whether the built-in agent can fetch pages of the public internet.").default(false),
            allow: z
              .array(z.string().regex(/^[a-z0-9*.-]{1,253}$/i, "must be the name of a host, such as docs.example.org or *.example.org"))
              .default([])
              .meta({ description: "Hosts whose pages it fetches without asking; a person is asked about every other page." }),
          })
          .prefault({}),
      })
      .refine((model) => model.budget_usd_per_day === undefined || model.prices !== undefined, {
        path: ["budget_usd_per_day"],
        message: "needs model.prices: without them nobody knows what was spent",
      })
      .optional()
      .meta({ description: "The model of the built-in and the delivery agent." }),
    code_delivery: adapters.codeDelivery.schema.prefault({}),
    schedules: z
      .strictObject({
        time_zone: z
          .string()
          .refine(isTimeZone, "must be the name of a time zone, such as Europe/Berlin or UTC")
          .optional()
          .meta({ description: "The time zone of scheduled prompts that name none; default: this machine's." }),
        per_person: integer("How many scheduled prompts one person may have.", 0, 1_000).default(20),
      })
      .prefault({}),
    limits: z
      .strictObject({
        queue: integer("How many prompts may wait for one session; agents may fill half of it.", 1, 10_000).default(100),
        agent_posts: integer("How many messages agents may post to each other in a thread without a message from a person in between.", 1, 100_000).default(
          100,
        ),
        agent_posts_per_minute: integer("How many messages one agent may post in a minute; 0 is no limit.", 0, 100_000).default(60),
        agent_reactions_per_minute: integer("How many reactions one agent may set or remove in a minute; 0 is no limit.", 0, 100_000).default(60),
        agent_threads_per_minute: integer("How many threads one agent may create in a minute; 0 is no limit.", 0, 100_000).default(20),
        agent_thread_changes_per_minute: integer(
          "How often one agent may close, reopen, rename or otherwise change threads in a minute; 0 is no limit.",
          0,
          100_000,
        ).default(20),
        agent_templates_per_minute: integer("How many templates one agent may add in a minute; 0 is no limit.", 0, 100_000).default(10),
        agent_runs_per_minute: integer("How many commands one agent may run in a minute; 0 is no limit.", 0, 100_000).default(60),
        agent_open_questions: integer("How many questions of one agent may wait for an answer; 0 is no limit.", 0, 100_000).default(10),
        member_registrations_per_minute: integer("How many agents one member may register in a minute; 0 is no limit.", 0, 100_000).default(10),
        artifact_mb: integer("The largest file that an agent may send.", 1, 10_000).default(100),
        upload_mb: integer("The largest file that can be uploaded to a thread, in the page or over the API.", 1, 10_000).default(100),
        upload_unused_mb: integer("Total size of uploads per person and per thread that no message and no run refers to yet.", 1, 1_000_000).default(500),
        upload_unused_days: integer("After how many days such an upload is removed.", 1, 3_650).default(14),
      })
      .prefault({}),
    notifications: z
      .strictObject({
        private_push_services: flag("Whether browsers may be notified through push services on this machine or its networks, and without TLS.").default(false),
      })
      .prefault({}),
    logging: z
      .strictObject({
        level: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["debug", "info", "warn", "error"]))
          .default("info")
          .meta({ description: "The minimum log level: debug, info, warn or error." }),
        file: path("The log file; default, and fallback if it cannot be written: <home>/logs/parley.log. Older files are kept beside it.").optional(),
      })
      .prefault({}),
  });
}

function price(does: string) {
  return z.number().min(0).max(1_000_000).meta({ description: does });
}

/** A program that is started, or an address. */
function mcpServer() {
  return z
    .strictObject({
      command: z.array(text("A word of the command.", 4_000)).min(1).optional().meta({ description: "The program to start, with its arguments; no shell." }),
      env: environment("Environment variables for the program.").optional(),
      url: url("The server's address, for one that runs elsewhere.", ["http", "https"]).optional(),
      token: secret("Sent to that address as a bearer token.").optional(),
      allow: z
        .array(text("A tool's name.", 200))
        .default([])
        .meta({ description: "Tools of this server that run without asking anybody. Every other tool asks each time." }),
    })
    .refine((server) => (server.command === undefined) !== (server.url === undefined), "needs either command or url");
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

function storeUrl() {
  return z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "must be sqlite:PATH or postgres://…")
    .meta({ description: "The database: sqlite:PATH, relative to the home folder unless absolute." });
}

function commandPrefix() {
  return z
    .string()
    .min(1)
    .max(8)
    .regex(/^[^\p{L}\p{N}\s/]+$/u, "must consist of punctuation such as !! >> ## @+ or . (no letters, digits, spaces or /)")
    .meta({ description: "The prefix of commands, when followed by a letter. Anything else goes to the session as typed." });
}

function person() {
  const name = z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[^:]*$/, "must not contain a colon: such names are reserved for accounts")
    .refine((value) => !["operator", "hub"].includes(value), "must not be operator or hub: these names are reserved");
  return z.strictObject({
    name: name.meta({ description: "The person's name everywhere." }),
    role: choice("What they may do: see docs/rights.md.", ["owner", "admin", "member"]).default("member"),
    accounts: z
      .array(z.string().regex(/^[a-z]+:\S+$/, "must be an account in the form platform:id, for example telegram:123"))
      .default([])
      .meta({ description: "Their chat accounts, as platform:id." }),
  });
}

function security(platforms: readonly string[]) {
  const ids = (does: string) =>
    z.strictObject(Object.fromEntries(platforms.map((platform) => [platform, z.array(id("An id on this platform.")).optional().meta({ description: does })])));
  return z.strictObject({
    whitelist_enabled: flag("Whether only listed people may use the chats. Turning it off requires --allow-everyone at every start.").default(true),
    allowed_users: ids("Ids of members on this platform. A platform without an entry admits nobody.").prefault({}),
    content_filter: flag("Whether messages over MCP and from agents are rejected if they contain API keys, tokens or private keys.").default(true),
    admins: ids("Ids of admins on this platform; no need to list them as members too.").prefault({}),
  });
}

function sessionShape(cliTypes: readonly string[]) {
  return {
    name: z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u, "must be at most 64 letters, digits, dots, dashes and underscores, starting with a letter or digit")
      .meta({ description: "The session's name, as used in the use command." }),
    cli_type: z.enum(cliTypes).meta({ description: `Which agent it runs: ${cliTypes.join(", ")}.` }),
    driver: choice("How the agent is driven, if there is a choice.", ["tmux", "acp"]).optional(),
    work_dir: path("The working directory; default: the workspace.").optional(),
    auto_start: flag("Whether to create it at start if it does not exist. Scripted sessions always are.").default(true),
    worktree: flag("Whether it works in a git worktree of its own, made from work_dir, instead of work_dir itself.").default(false),
    thread_of: text("The session whose thread it shares, so that rules or a name in front choose between them; default: a thread of its own.", 64).optional(),
    start_cmd: text("Starts the agent instead of its default command.", 10_000).optional(),
    env: environment("Environment variables for the agent.").optional(),
    timeout: optionalDuration("How long a turn of this session may stay without activity; default: watchdog.timeout."),
    run_as: text("A separate user for the agent's processes.", 64).optional(),
  };
}

/** Keys that only one kind of agent reads are mixed in; checks.ts rejects them where they do not apply. */
function session(adapters: Adapters): z.ZodObject<ReturnType<typeof sessionShape>, z.core.$strict> {
  const own = Object.values(adapters.agents).map((agent) => agent.settings?.partial().shape);
  const shape = sessionShape(Object.keys(adapters.cliTypes));
  return z.strictObject(Object.assign({}, ...own, shape) as typeof shape);
}

function optionalParts(parts: Adapters["channels"], bots: unknown) {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      botSchema(valueAt(bots, [name]), part)
        .optional()
        .meta({ description: `The connection to ${part.title}.` }),
    ]),
  );
}
