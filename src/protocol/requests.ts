import { z } from "zod";
import { rule } from "./field-rules.ts";

export const limits = {
  topicChars: 200,
  messageBytes: 256 * 1024,
  bodyBytes: 1024 * 1024,
  filesAtOnce: 20,
  nameChars: 64,
  accounts: 100,
  accountChars: 200,
  tokenMs: 100 * 365 * 24 * 3_600_000,
} as const;

/** Nobody may look like somebody else: no line breaks, no controls, nothing that turns the direction or has no width. Joiners are letters of some languages. */
const hiddenInNames = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameChars)
  .refine((text) => !hiddenInNames.test(text), rule("nothingHidden"));

/** Words before a colon that stand for something else than a platform wherever somebody is named. */
const noPlatforms = [
  "operator",
  "hub",
  "parley",
  "system",
  "config",
  "desk",
  "outside",
  "http",
  "shell",
  "page",
  "mcp",
  "person",
  "session",
  "agent",
  "others",
];

/** `platform:id`. */
function isAccount(text: string): text is `${string}:${string}` {
  return /^[a-z]+:\S+$/.test(text) && !noPlatforms.includes(text.slice(0, text.indexOf(":")));
}

const account = z.string().max(limits.accountChars).refine(isAccount, rule("account"));

export const accountBody = z.object({ account });

/** Who the account of a pairing code becomes; somebody new is a member. */
export const approvePairingBody = z.object({ person: name });

const expiresMs = z.number().int().positive().max(limits.tokenMs).optional();

/** Who speaks is what the token says: an `author` that names somebody else is refused. */
export const newMessageBody = z.object({
  content: z.string().regex(/\S/, rule("notBlank")),
  /** The session that is meant, by id, when the thread holds several. */
  session: z.string().nullish(),
  /** Interrupts the session's turn under way and goes before what is queued. Needs the right to stop that turn. */
  now: z.boolean().optional(),
  reply_to_msg_id: z.string().nullish(),
  priority: z.enum(["normal", "urgent", "system"]).optional(),
  author: z.string().nullish(),
  /** Of the bus: who sends it. The bearer says that; these must agree with it. */
  agent_id: z.string().nullish(),
  token: z.string().nullish(),
  /** Of the bus, and ignored: who speaks decides it. */
  role: z.enum(["user", "assistant", "system"]).optional(),
  metadata: z.record(z.string(), z.json()).nullish(),
  /** Of the bus: pictures by data URL or by the address that an upload gave; kept as metadata.images. */
  images: z
    .array(z.union([z.string(), z.record(z.string(), z.json())]))
    .max(20)
    .nullish(),
  /** What was uploaded for this message before, as the upload was answered. Words that bring files are never a command or an answer. */
  files: z
    .array(z.object({ path: z.string().max(4_096), bytes: z.number().int().min(0), sha256: z.string().length(64) }))
    .min(1)
    .max(limits.filesAtOnce)
    .nullish(),
  mentions: z.array(z.string().max(200)).max(100).nullish(),
  /** Of the bus: the post must follow what its author has read. */
  expected_last_seq: z.number().int().min(0).nullish(),
  reply_token: z.string().max(2_000).nullish(),
});

export const answerBody = z.object({
  /** An option's id, or its label; for a free-text question the text itself. */
  choice: z.string().min(1).max(16_384),
  /** Why, for the one who asked; only with an option that denies. */
  reason: z.string().trim().min(1).max(2_000).optional(),
});

export const loginBody = z.object({
  secret: z.string().min(1).max(200),
  /** The first owner's name; only for a claim. */
  name: name.optional(),
});

export const readBody = z.object({ seq: z.number().int().min(0) });

const role = z.enum(["owner", "admin", "member"]);

export const roleBody = z.object({ role });

export const newPersonBody = z.object({
  name,
  role,
  accounts: z.array(account).max(limits.accounts).default([]),
});

export const newTokenBody = z.union([
  z.object({ person: z.string().trim().min(1).max(limits.nameChars), answers: z.boolean().default(false), expires_ms: expiresMs }),
  z.object({ agent: name, may: z.array(z.enum(["invite", "prompt"])).default([]), expires_ms: expiresMs }),
]);

/** What a posted message became. A command is no message: its run comes back instead. */
export interface PostedWire {
  /** Position in the session's queue: 0 is under way. Null when it is no prompt. */
  queue_position: number | null;
  turn: string | null;
}

export const newSessionBody = z.object({
  name: z.string().trim().min(1).max(limits.nameChars),
  cli_type: z.string().trim().min(1).max(64),
  /** Relative to the workspace, which is also the default. */
  work_dir: z.string().trim().min(1).max(4_096).optional(),
  /** It works in a git worktree of its own, made from that directory. */
  worktree: z.boolean().default(false),
  /** The thread it works in; one of its own otherwise. */
  thread: z.string().optional(),
});

/** An older conversation to go on with; the last one otherwise. */
export const restartBody = z.object({ conversation: z.string().min(1).max(200).optional() });

/** Keys for a session's terminal, by tmux's names (`Enter`, `Escape`, `C-c`, `1`) or as text. */
export const pressBody = z.object({ keys: z.array(z.string().min(1).max(1_000)).min(1).max(100) });
