import { z } from "zod";
import { agentsWire, type AgentsWire } from "./agents.ts";
import type { NoticeWire } from "./personal.ts";
import { lightWire, runLineWire, type LightWire, type RunLineWire } from "./runs.ts";

// Everything the browser and the server say to each other. Names are snake_case here and only here; times are ISO strings
// where the routes are shared with other programs, epoch milliseconds (`…_ms`) where only the page reads them.

export const authorWire = z.object({
  kind: z.enum(["person", "agent", "outside", "hub"]),
  id: z.string(),
  name: z.string(),
});
export type AuthorWire = z.infer<typeof authorWire>;

export const stepWire = z.object({
  id: z.string(),
  verb: z.string(),
  what: z.string(),
  state: z.enum(["running", "done", "failed"]),
  detail: z.string().optional(),
  ms: z.number().optional(),
});
export type StepWire = z.infer<typeof stepWire>;

export const artifactWire = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
  description: z.string(),
});
export type ArtifactWire = z.infer<typeof artifactWire>;

/** The shape that agents of the bus know, and what Parley adds. */
export const messageWire = z.object({
  id: z.string(),
  thread_id: z.string(),
  seq: z.number(),
  rev: z.number(),
  priority: z.enum(["normal", "urgent", "system"]),
  author: z.string(),
  author_id: z.string(),
  author_name: z.string(),
  author_kind: z.enum(["person", "agent", "outside", "hub"]),
  role: z.enum(["user", "assistant", "system"]),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  reply_to_msg_id: z.string().nullable(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  edit_version: z.number(),
  reactions: z.array(z.unknown()),
  /** page, api, mcp, shell, hub or chat:CHANNEL */
  surface: z.string(),
  turn: z.string().nullable(),
  steps: z.array(stepWire),
  artifacts: z.array(artifactWire),
});
export type MessageWire = z.infer<typeof messageWire>;

export const threadWire = z.object({
  id: z.string(),
  topic: z.string(),
  access: z.enum(["open", "closed"]),
  status: z.string(),
  /** Who opened it, by id. */
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  current_seq: z.number(),
  rev: z.number(),
  unread: z.number(),
  default_session: z.string().nullable(),
  last: z.object({ author: authorWire, text: z.string() }).nullable(),
});
export type ThreadWire = z.infer<typeof threadWire>;

/** What the agent says it is doing; `until` in ISO 8601 where it waits for a moment. */
const workStatusWire = z.object({
  doing: z.enum(["working", "retrying", "rate_limited", "compacting", "stalled"]),
  what: z.string().optional(),
  until: z.string().optional(),
});

const planWire = z.array(z.object({ text: z.string(), state: z.enum(["pending", "in_progress", "done"]) }));

/** What all turns of a session used; `model` and `context_left` are those of the latest. */
const usageWire = z.object({
  model: z.string(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number().optional(),
  context_left: z.number().optional(),
  turns: z.number(),
});

export const sessionWire = z.object({
  id: z.string(),
  name: z.string(),
  thread: z.string(),
  cli_type: z.string(),
  driver: z.string(),
  work_dir: z.string(),
  state: z.enum(["idle", "processing", "waiting_input", "error", "dead"]),
  reason: z.string(),
  queue: z.number(),
  created_at: z.string(),
  /** Left out until a turn has reported what it used. */
  usage: usageWire.optional(),
  /** Of the turn under way, in answers to GET; the stream has them in `draft`. */
  status: workStatusWire.optional(),
  plan: planWire.optional(),
});
export type SessionWire = z.infer<typeof sessionWire>;

export const questionWire = z.object({
  id: z.string(),
  code: z.string(),
  thread: z.string(),
  /** `turn`: the agent of the session, whose words the prompt is. `run`: a command that waits. `hub`: the hub itself. */
  asker: z.enum(["turn", "run", "hub"]),
  /** The session whose turn waits for the answer; null where none does. */
  session: z.string().nullable(),
  /** Who asks, for people: the session, else the hub. */
  session_name: z.string(),
  turn: z.string().nullable(),
  kind: z.enum(["permission", "choice", "text"]),
  /** What is asked for in the hub's own words; null where an agent asks. */
  title: z.string().nullable(),
  guessed: z.boolean(),
  prompt: z.string(),
  subject: z
    .object({
      argv: z.array(z.string()).optional(),
      directory: z.string().optional(),
      environment: z.array(z.string()).optional(),
      detail: z.string().optional(),
    })
    .nullable(),
  options: z.array(z.object({ id: z.string(), label: z.string(), grants: z.enum(["allow", "deny"]).optional() })),
  state: z.enum(["open", "answered", "expired", "withdrawn"]),
  asked_at: z.string(),
  expires_at: z.string(),
  /** Whether the reader may answer it. */
  may_answer: z.boolean(),
  answer: z.object({ option: z.string().nullable(), text: z.string().nullable(), by: z.string(), surface: z.string(), at: z.string() }).nullable(),
  reason: z.string().nullable(),
});
export type QuestionWire = z.infer<typeof questionWire>;

/** A chat in which it was asked as well. */
export interface QuestionCopyWire {
  readonly channel: string;
  readonly state: string;
  readonly reason: string;
  readonly at: string;
}

export const linkWire = z.object({
  id: z.string(),
  platform: z.string(),
  state: z.enum(["connecting", "connected", "degraded", "impaired", "error", "closed"]),
  reason: z.string(),
  since: z.string(),
});
export type LinkWire = z.infer<typeof linkWire>;

/** Who made a change: the id that tells whose it is, and the name for people. */
const who = { by: z.string(), by_name: z.string() };

export const changeWire = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("asked"), question: questionWire }),
  z.object({ kind: z.literal("resolved"), question: questionWire }),
  z.object({ kind: z.literal("status"), status: z.string(), ...who }),
  z.object({ kind: z.literal("file"), message: z.string(), artifact: artifactWire }),
  z.object({ kind: z.literal("renamed"), topic: z.string(), ...who }),
  z.object({ kind: z.literal("edited"), message: z.string(), text: z.string(), ...who }),
  z.object({ kind: z.literal("reacted"), message: z.string(), reaction: z.string(), ...who, removed: z.boolean() }),
  z.object({
    kind: z.literal("delivery"),
    delivery: z.string(),
    /** Platform and room, for people. */
    to: z.string(),
    state: z.enum(["unknown", "failed", "sent"]),
    reason: z.string(),
    message: z.string().nullable(),
    question: z.string().nullable(),
  }),
]);
export type ChangeWire = z.infer<typeof changeWire>;

/** One line of a thread's log, in rev order. */
export const entryWire = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), rev: z.number(), message: messageWire }),
  z.object({ kind: z.literal("change"), rev: z.number(), at: z.string(), change: changeWire }),
]);
export type EntryWire = z.infer<typeof entryWire>;

/** The growing answer: the latest replaces what was there. `text` is all of it so far. */
export const draftWire = z.object({
  thread: z.string(),
  session: z.string(),
  session_name: z.string(),
  turn: z.string(),
  began_ms: z.number(),
  text: z.string(),
  steps: z.array(stepWire),
  status: workStatusWire.optional(),
  plan: planWire.optional(),
});
export type DraftWire = z.infer<typeof draftWire>;

/** Somebody who writes at the moment. */
export const typistWire = z.object({ thread: z.string(), who: z.string(), name: z.string() });
export type TypistWire = z.infer<typeof typistWire>;

export const snapshotWire = z.object({
  me: z.object({ id: z.string(), name: z.string(), role: z.enum(["owner", "admin", "member"]) }),
  version: z.string(),
  language: z.enum(["en", "zh-CN"]),
  prefix: z.string(),
  threads: z.array(threadWire),
  sessions: z.array(sessionWire),
  /** The open ones that the reader sees. */
  questions: z.array(questionWire),
  links: z.array(linkWire),
  /** Of the sessions that the reader sees, and their own. */
  lights: z.array(lightWire),
  /** Names of the links that a session can open here, because the operator has set them up. */
  links_set_up: z.array(z.string()),
  drafts: z.array(draftWire),
  typing: z.array(typistWire),
  ...agentsWire.shape,
  /** The full path of the file that lists agents to invite; null for those who may not invite. */
  agents_file: z.string().nullable(),
  red_lines: z.array(z.object({ what: z.string(), why: z.string(), mend: z.string() })),
  /** Newest entries of the thread named in the request; null when none was named or it is not to be seen. */
  thread: z.object({ id: z.string(), entries: z.array(entryWire), has_more: z.boolean(), runs: z.array(runLineWire) }).nullable(),
});
export type SnapshotWire = z.infer<typeof snapshotWire>;

/**
 * What /api/events sends, by its SSE event name. Only `entry` carries an id (`THREAD:REV`). A stream resumed with
 * Last-Event-ID gets a snapshot whose `thread.entries` is empty, then the entries it missed, then what is new.
 * `draft` with `ended: true` says that the turn is over; its answer came as an entry.
 */
export interface StreamEvents {
  snapshot: SnapshotWire;
  entry: { thread: string; entry: EntryWire };
  thread: ThreadWire;
  thread_gone: { id: string };
  session: SessionWire;
  session_gone: { id: string };
  question: QuestionWire;
  link: LinkWire;
  light: LightWire;
  run: RunLineWire;
  agents: AgentsWire;
  typing: TypistWire & { is_typing: boolean };
  draft: DraftWire | { turn: string; thread: string; ended: true };
  /** Only to the pages of the person that it is for. */
  notice: NoticeWire;
}
export type StreamEventName = keyof StreamEvents;

/** Every refusal at the HTTP door. */
export const errorWire = z.object({
  error: z.string(),
  detail: z.string(),
});
export type ErrorWire = z.infer<typeof errorWire>;
