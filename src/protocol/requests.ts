import { z } from "zod";

export const limits = {
  topicChars: 200,
  messageBytes: 256 * 1024,
  bodyBytes: 1024 * 1024,
  nameChars: 64,
} as const;

export const newThreadBody = z.object({
  topic: z.string().trim().min(1).max(limits.topicChars),
});

/** `author` and the rest of the bus's fields may stand there; who speaks is what the token says. */
export const newMessageBody = z.object({
  content: z.string().min(1),
  /** The session that is meant, by id, when the thread holds several. */
  session: z.string().optional(),
  reply_to_msg_id: z.string().nullish(),
  priority: z.enum(["normal", "urgent", "system"]).optional(),
});

export const answerBody = z.object({
  /** An option's id, or its label; for a free-text question the text itself. */
  choice: z.string().min(1).max(16_384),
});

export const loginBody = z.object({
  secret: z.string().min(1).max(200),
  /** The first owner's name; only for a claim. */
  name: z.string().trim().min(1).max(limits.nameChars).optional(),
});

export const readBody = z.object({ seq: z.number().int().min(0) });

export const newPersonBody = z.object({
  name: z.string().trim().min(1).max(limits.nameChars),
  role: z.enum(["owner", "admin", "member"]),
  accounts: z.array(z.string().regex(/^[a-z]+:.+$/)).default([]),
});

export const newTokenBody = z.union([
  z.object({ person: z.string(), answers: z.boolean().default(false), expires_ms: z.number().positive().optional() }),
  z.object({
    agent: z.string().trim().min(1).max(limits.nameChars),
    may: z.array(z.enum(["invite", "prompt"])).default([]),
    expires_ms: z.number().positive().optional(),
  }),
]);

/** What a posted message became. A command is no message: its run comes back instead. */
export interface PostedWire {
  /** Position in the session's queue: 0 is under way. Null when it is no prompt. */
  queue_position: number | null;
  turn: string | null;
}
