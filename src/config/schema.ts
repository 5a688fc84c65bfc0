import { z } from "zod";
import { choice, duration, durations, environment, flag, id, integer, path, secret, text, url } from "#lib/settings";
import type { Adapters } from "./adapters.ts";

export type Settings = z.output<ReturnType<typeof composeSchema>>;
export type SessionSettings = Settings["sessions"][number];

/** The whole file. Core keys are here; each adapter brings its own. */
export function composeSchema(adapters: Adapters) {
  const platforms = Object.keys(adapters.channels);
  return z.strictObject({
    server: z
      .strictObject({
        host: text("Where the page and the API listen. Anything but this machine needs an https public_url.").default("127.0.0.1"),
        port: integer("Their port; 0 takes a free one.", 0, 65_535).default(39_765),
        public_url: url("The address under which a reverse proxy serves this hub.", ["http", "https"]).optional(),
      })
      .prefault({}),
    hook_server: z.strictObject({ port: integer("A second port on loopback, for hooks only.", 1, 65_535) }).optional(),
    store: z.strictObject({ url: storeUrl().default("sqlite:parley.db") }).prefault({}),
    language: choice("The language of Parley's own words; each account's own unless it is given.", ["en", "zh-CN"]).optional(),
    workspace: path("Root of .agents/ and of relative paths in this file; the file's own directory unless it is given.").optional(),
    command_prefix: commandPrefix().default("!!"),
    people: z.array(person()).default([]).meta({ description: "Who may use this hub, beyond security and those added with parley people." }),
    security: security(platforms).prefault({}),
    questions: z
      .strictObject({
        expires: duration("How long a question waits for its answer. Then it counts as no, and the chat is told.", "10m"),
        approvers: z
          .array(text("A name.", 200))
          .min(1)
          .optional()
          .meta({ description: "Only these people may answer, each within their role; operator is the shell. Everybody's role decides unless it is given." }),
      })
      .prefault({}),
    watchdog: z
      .strictObject({
        enabled: flag("Whether screens are searched for prompts that no hook reports.").default(true),
        check_intervals: durations("When a screen is looked at after it went quiet; the last one repeats.", ["1s", "2s", "5s"]),
        timeout: duration("How long a turn may show no sign of life before its session is set to error and the chat is told.", "5m"),
      })
      .prefault({}),
    sessions: z.array(session(adapters)).default([]).meta({ description: "The agents at work. A file without any has none." }),
    default_session: text("The session of a chat that chose none with the use command.", 64).optional(),
    bots: z.strictObject(optionalParts(adapters.channels)).prefault({}),
    cli_adapters: adapters.cliAdapters.schema.prefault({}),
    model: z
      .strictObject({
        provider: choice("Who serves the model.", ["anthropic", "openai", "openai-compatible", "google"]),
        name: text("The model's name there."),
        base_url: url("The service's address, if it is not the provider's own.", ["http", "https"]).optional(),
        api_key: secret("The key; write it as ${NAME}.").optional(),
      })
      .optional()
      .meta({ description: "The model of the built-in and the delivery agent." }),
    code_delivery: adapters.codeDelivery.schema.prefault({}),
    limits: z
      .strictObject({
        queue: integer("How many prompts may wait for one session.", 1, 10_000).default(100),
        agent_posts: integer("How many messages agents may post to each other in a thread with no person's line between.", 1, 100_000).default(100),
        agent_posts_per_minute: integer("How many messages one agent may post in a minute; 0 is no limit.", 0, 100_000).default(60),
        artifact_mb: integer("The largest file that an agent may hand over.", 1, 10_000).default(100),
        upload_mb: integer("The largest file that somebody may hand over for a thread, on the page or over the API.", 1, 10_000).default(100),
        upload_unused_mb: integer(
          "How much one person may hand over, or one thread be handed, in files that no message and no run names yet.",
          1,
          1_000_000,
        ).default(500),
        upload_unused_days: integer("After how many days such a file is removed.", 1, 3_650).default(14),
      })
      .prefault({}),
    logging: z
      .strictObject({
        level: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["debug", "info", "warn", "error"]))
          .default("info")
          .meta({ description: "The least important lines that are kept: debug, info, warn or error." }),
        file: path("The log; <home>/logs/parley.log unless it is given, or if it cannot be written. Older ones lie beside it.").optional(),
      })
      .prefault({}),
  });
}

function storeUrl() {
  return z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "must be sqlite:PATH or postgres://…")
    .meta({ description: "Where everything is kept: sqlite:PATH, below the home folder unless the path is absolute." });
}

function commandPrefix() {
  return z
    .string()
    .min(1)
    .max(8)
    .regex(/^[^\p{L}\p{N}\s/]+$/u, "must be of signs: no letters, digits, spaces or /, as !! >> ## @+ or .")
    .meta({ description: "What a command begins with, when a letter follows. Everything else goes to the session as typed." });
}

function person() {
  const name = z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[^:]*$/, "must not contain a colon: those names belong to accounts")
    .refine((value) => !["operator", "hub"].includes(value), "must not be operator or hub: those names belong to Parley");
  return z.strictObject({
    name: name.meta({ description: "What this person is called everywhere." }),
    role: choice("What they may do: see docs/rights.md.", ["owner", "admin", "member"]).default("member"),
    accounts: z
      .array(z.string().regex(/^[a-z]+:\S+$/, "must be an account as platform:id, for example telegram:123"))
      .default([])
      .meta({ description: "Their accounts in the chats, as platform:id." }),
  });
}

function security(platforms: readonly string[]) {
  const ids = (does: string) =>
    z.strictObject(Object.fromEntries(platforms.map((platform) => [platform, z.array(id("An id on that platform.")).optional().meta({ description: does })])));
  return z.strictObject({
    whitelist_enabled: flag("Whether only listed people may use the chats. Off, it needs --allow-everyone at every start.").default(true),
    allowed_users: ids("Ids on this platform that are members. A platform without an entry lets nobody in.").prefault({}),
    content_filter: flag("Whether messages that come over MCP or from agents are refused when they carry API keys, tokens or private keys.").default(true),
    admins: ids("Ids on this platform that are admins; they need not be listed twice.").prefault({}),
  });
}

function sessionShape(cliTypes: readonly string[]) {
  return {
    name: z
      .string()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u,
        "must be a name of at most 64 letters, digits, dots, dashes and underscores that begins with a letter or digit",
      )
      .meta({ description: "The session's name, as in the use command." }),
    cli_type: z.enum(cliTypes).meta({ description: `Which agent sits there: ${cliTypes.join(", ")}.` }),
    driver: choice("How it is driven, where there is a choice.", ["tmux", "acp"]).optional(),
    work_dir: path("The directory it works in; the workspace unless it is given.").optional(),
    auto_start: flag("Whether it is created at start if it is not there. A scripted session always is.").default(true),
    start_cmd: text("Starts the agent instead of its usual command.", 10_000).optional(),
    env: environment("Environment variables for it.").optional(),
    run_as: text("A user of its own for the agent's processes.", 64).optional(),
  };
}

/** The keys that only one kind of agent reads stand beside the others; checks.ts says where they do not belong. */
function session(adapters: Adapters): z.ZodObject<ReturnType<typeof sessionShape>, z.core.$strict> {
  const own = Object.values(adapters.agents).map((agent) => agent.settings?.partial().shape);
  const shape = sessionShape(Object.keys(adapters.cliTypes));
  return z.strictObject(Object.assign({}, ...own, shape) as typeof shape);
}

function optionalParts(parts: Adapters["channels"]) {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part.schema.optional().meta({ description: `The connection to ${part.title}.` })]),
  );
}
