import { z } from "zod";

// Commands of the terminal: what is asked for, what a run gave, and how the page lists them.

export const execLimits = { stdinChars: 1024 * 1024, timeoutMs: 24 * 3_600_000 } as const;

/** How long the caller gives it. More than the command's own limit is that limit, however much more. */
export const execTimeout = z
  .number()
  .min(1)
  .transform((ms) => Math.min(Math.floor(ms), execLimits.timeoutMs));

export const execBody = z.object({
  // What is wrong with the line or the input is the terminal's to say.
  command: z.string(),
  stdin: z.string().nullish(),
  timeout_ms: execTimeout.nullish(),
  /** By id or name; else the thread's default one, else the caller's own. */
  session: z.string().max(200).nullish(),
  thread: z.string().max(200).nullish(),
});

const runArtifactWire = z.object({ path: z.string(), mime: z.string(), description: z.string(), bytes: z.number(), sha256: z.string() });
export type RunArtifactWire = z.infer<typeof runArtifactWire>;

/** One line in the conversation; the rest is fetched when it is opened. */
export const runLineWire = z.object({
  id: z.string(),
  line: z.string(),
  command: z.string(),
  at: z.string(),
  ended_at: z.string().nullable(),
  thread: z.string().nullable(),
  session: z.string().nullable(),
  who: z.string(),
  who_name: z.string(),
  surface: z.string(),
  exit_code: z.number().nullable(),
  code: z.string().nullable(),
  duration_ms: z.number().nullable(),
  artifacts: z.number(),
  /** The open question that it waits for; not everybody who sees the run sees that. */
  question: z.string().nullable(),
});
export type RunLineWire = z.infer<typeof runLineWire>;

export const runWire = runLineWire.extend({
  stdout: z.string(),
  stderr: z.string(),
  result: z.record(z.string(), z.unknown()).nullable(),
  args: z.record(z.string(), z.unknown()),
  artifacts: z.array(runArtifactWire),
  error_message: z.string().nullable(),
  stdin: z.object({ chars: z.number(), sha256: z.string() }).nullable(),
});
export type RunWire = z.infer<typeof runWire>;

/** What terminal_exec and POST /api/exec give. A run that waits for somebody's yes has the code NeedsApproval. */
export const execWire = z.object({
  run_id: z.string(),
  exit_code: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  result: z.record(z.string(), z.unknown()).nullable(),
  artifacts: z.array(z.object({ path: z.string(), mime: z.string(), description: z.string() })),
  duration_ms: z.number(),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
  question: z.string().optional(),
});
export type ExecWire = z.infer<typeof execWire>;

/** Lines of POST /api/exec for those who ask for `application/x-ndjson`: the id, progress, and what came out, last. */
export const execLineWire = z.union([
  z.object({ run_id: z.string(), progress: z.undefined().optional(), exit_code: z.undefined().optional() }),
  z.object({ progress: z.string() }),
  execWire,
  z.object({ error: z.string(), detail: z.string() }),
]);
export type ExecLineWire = z.infer<typeof execLineWire>;

/** A file that was handed over for a thread; commands read it by its path. */
export const uploadWire = z.object({ path: z.string(), name: z.string(), bytes: z.number(), sha256: z.string() });
export type UploadWire = z.infer<typeof uploadWire>;

/** One argument of a command: a word at its place, or a flag with its dashes. */
export const argWire = z.object({
  name: z.string(),
  kind: z.enum(["positional", "text", "switch", "choice", "number"]),
  required: z.boolean(),
  summary: z.string(),
  /** What stands for the value in a usage: `PATH`, `summary|full`. */
  value: z.string().optional(),
  choices: z.array(z.string()).optional(),
});
export type ArgWire = z.infer<typeof argWire>;

export const commandWire = z.object({
  name: z.string(),
  usage: z.string(),
  args: z.array(argWire),
  summary: z.string(),
  capabilities: z.array(z.string()),
  limits: z.object({ time_ms: z.number(), input_chars: z.number(), output_chars: z.number() }),
});
export type CommandWire = z.infer<typeof commandWire>;

/** A link of a session, or of the reader's own. Never a name. */
export const lightWire = z.object({ session: z.string(), name: z.string(), state: z.enum(["connecting", "connected", "error", "closed"]) });
export type LightWire = z.infer<typeof lightWire>;
