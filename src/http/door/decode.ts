import { z } from "zod";
import { recordKinds, type AuditFilter } from "#domain/audit";
import { isId, type MessageId, type SessionId } from "#domain/ids";
import type { Grant } from "#domain/people";
import type { JsonObject } from "#domain/json";
import type { Priority } from "#domain/thread";
import type { Bus } from "#hub/bus/bus";
import { allStates } from "#protocol/bus-requests";
import type { newMessageBody, newTokenBody } from "#protocol/requests";
import { badRequest, checked, tooLarge } from "./bad-input.ts";
import { fieldTexts } from "./field-texts.ts";
import { isGiven } from "./is-given.ts";
import { moment } from "./moment.ts";
import { pageLimit } from "./page-limit.ts";
import { decodeCursor } from "#http/encode/thread-cursor";
import { defined } from "#lib/defined";

// The one place where the wire's names are read. Encode is the one where they are written.

const place = z.coerce.number().int().min(0).optional();

const mostThreads = 500;
const threads = z.object({
  /** 0 means as many as there can be, as on the bus. */
  limit: pageLimit(mostThreads, 100, 0).transform((limit) => (limit === 0 ? mostThreads : limit)),
  /** What `next_cursor` gave, or a moment. */
  before: z.string().max(200).optional(),
  include_archived: z.stringbool().default(false),
  status: z.enum(allStates).optional(),
  order: z.enum(["created", "last"]).default("created"),
});
const entries = z.object({ limit: pageLimit(1000, 100), after_rev: place, before_rev: place });
const audit = z.object({
  limit: pageLimit(500, 100),
  before: place,
  kind: z.enum(recordKinds).optional(),
  who: z.string().min(1).max(200).optional(),
  since: moment,
  until: moment,
});
const questions = z.object({ state: z.enum(["open", "answered", "expired", "withdrawn"]).optional(), limit: pageLimit(500, 200) });
/** `announce`: whether a line in the thread says that it is there. Not for one that a message will bring. */
const uploadName = z.object({ name: z.string().min(1).max(1_000), announce: z.stringbool().default(true) });
const file = z.object({ exp: z.coerce.number().int(), sig: z.string() });

export function threadsQuery(query: Record<string, string>): Parameters<Bus["threads"]>[1] {
  const { limit, before: cursor, include_archived: archived, status, order } = checked(threads, query);
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && before === undefined) throw badRequest(fieldTexts.fieldCursor, { field: "before" });
  return { limit, archived, order, ...defined({ before, status }) };
}

export function entriesQuery(query: Record<string, string>): { limit: number; afterRev?: number; beforeRev?: number } {
  const { limit, after_rev: afterRev, before_rev: beforeRev } = checked(entries, query);
  return { limit, ...defined({ afterRev, beforeRev }) };
}

export function auditQuery(query: Record<string, string>): AuditFilter & { limit: number; before?: number } {
  const { limit, before, kind, who, since, until } = checked(audit, query);
  return { limit, ...defined({ before, kind, who, since, until }) };
}

export function questionsQuery(query: Record<string, string>): z.output<typeof questions> {
  return checked(questions, query);
}

export function uploadQuery(query: Record<string, string>): z.output<typeof uploadName> {
  return checked(uploadName, query);
}

/** Undefined for anything that is no signed link at all. */
export function fileQuery(query: Record<string, string>): z.output<typeof file> | undefined {
  return file.safeParse(query).data;
}

const maxMetaChars = 64 * 1024;

/** What a person's line carries besides its words. */
export function decodeMeta({ metadata, mentions, images }: z.output<typeof newMessageBody>): JsonObject | undefined {
  if (!isGiven(metadata) && !isGiven(mentions) && !isGiven(images)) return undefined;
  const meta = { ...metadata, ...(isGiven(mentions) && { mentions }), ...(isGiven(images) && { images }) };
  if (JSON.stringify(meta).length > maxMetaChars) throw tooLarge(maxMetaChars);
  return meta;
}

/** What an agent's post has beyond what a person says. */
export function decodePost(body: z.output<typeof newMessageBody>): PostParts {
  const { metadata, mentions, images, expected_last_seq: expectedLastSeq, reply_token: replyToken } = body;
  return {
    ...((isGiven(metadata) || isGiven(images)) && { metadata: { ...metadata, ...(isGiven(images) && { images }) } }),
    ...(isGiven(mentions) && { mentions }),
    ...(isGiven(expectedLastSeq) && { expectedLastSeq }),
    ...(isGiven(replyToken) && { replyToken }),
  };
}

interface PostParts {
  readonly metadata?: JsonObject;
  readonly mentions?: readonly string[];
  readonly expectedLastSeq?: number;
  readonly replyToken?: string;
}

interface SaidParts {
  readonly text: string;
  readonly session?: SessionId;
  readonly replyTo?: MessageId;
  readonly priority?: Priority;
  readonly isUrgent?: boolean;
}

export function decodeMessage(body: z.output<typeof newMessageBody>): SaidParts {
  const { content: text, session, reply_to_msg_id: replyTo, priority, now: isUrgent } = body;
  if (isGiven(session) && !isId("ses", session)) throw badRequest(fieldTexts.fieldSessionId, { field: "session" });
  if (typeof replyTo === "string" && !isId("msg", replyTo)) throw badRequest(fieldTexts.fieldMessageId, { field: "reply_to_msg_id" });
  return {
    text,
    ...(isGiven(session) ? { session } : undefined),
    ...(typeof replyTo === "string" ? { replyTo } : undefined),
    ...defined({ priority, isUrgent }),
  };
}

interface TokenParts {
  readonly holder: { readonly person: string; readonly answers: boolean } | { readonly agent: string; readonly may: readonly Grant[] };
  readonly expiresMs: number | undefined;
}

export function decodeToken(body: z.output<typeof newTokenBody>): TokenParts {
  const { expires_ms: expiresMs } = body;
  if ("person" in body) return { holder: { person: body.person, answers: body.answers }, expiresMs };
  return { holder: { agent: body.agent, may: body.may }, expiresMs };
}
