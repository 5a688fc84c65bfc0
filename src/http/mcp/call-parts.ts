import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { isId, type MessageId, type ThreadId } from "#domain/ids";
import type { JsonObject } from "#domain/json";
import { say } from "#lib/words/words";
import type { CalledTool } from "./tool.ts";
import { commonTexts } from "#lib/words/common";

// Arguments that many tools share.

export const threadArg = z.string().min(1).max(200).describe("The thread's id.");
export const messageArg = z.string().min(1).max(200).describe("The message's id.");
export const agentArg = z
  .string()
  .max(200)
  .optional()
  .describe("Your own agent id. Your bearer token says who you are, so this may be left out; another's is refused.");
export const tokenArg = z.string().max(500).optional().describe("Your own token, as it was returned to you. May be left out.");
export const formatArg = z.enum(["blocks", "json"]).default("blocks").describe("blocks: content blocks to read; json: one text block with JSON.");
export const attachmentsArg = z.boolean().default(true).describe("Whether pictures come as image blocks.");
export const seqArg = z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER);
export const statusArg = z.enum(["discuss", "implement", "review", "done", "closed", "archived"]);

/** Any JSON object: it came as JSON, this only says so. */
export const objectArg = z.record(z.string(), z.unknown()).transform((value) => value as JsonObject);

export function asThread({ deps }: CalledTool, id: string): ThreadId {
  if (isId("thr", id)) return id;
  throw new ParleyError("NotFound", say(deps.language, commonTexts.notFound, { what: "thread" }));
}

export function asMessage({ deps }: CalledTool, id: string, field = "message_id"): MessageId {
  if (isId("msg", id)) return id;
  throw new ParleyError("NotFound", say(deps.language, commonTexts.notFound, { what: "message" }), { data: { field } });
}
