import type { ErrorCode, ParleyError } from "#domain/errors";
import type { MessageWithState } from "#domain/thread-details";
import { encodeRecord } from "./encode.ts";
import { failureOf, rateLimitOf, type ToolBody } from "./result.ts";

const waitFirst = "Call msg_wait, read what it returns, and post again with the expected_last_seq and reply_token that came with it.";
const readFirst =
  "Others have written since you last read. Nothing was posted. Read new_messages_1st_read, think again about what you wanted to say, then call msg_wait for a new reply_token.";
const nothingNew =
  "Nobody has written since you last read, but expected_last_seq is not the current_seq that came with this reply_token. Nothing was posted. Call msg_wait, and post with the current_seq and reply_token of one and the same answer.";

const bodies: Readonly<Partial<Record<ErrorCode, (error: ParleyError) => ToolBody>>> = {
  SeqMismatch: (error) => ({
    error: "SeqMismatchError",
    detail: error.message,
    expected_last_seq: error.data?.["expected_last_seq"],
    current_seq: error.data?.["current_seq"],
    CRITICAL_REMINDER: missed(error).length > 0 ? readFirst : nothingNew,
    new_messages_1st_read: missed(error).map(encodeRecord),
    action: "READ_MESSAGES_THEN_CALL_MSG_WAIT",
  }),
  MissingSyncFields: (error) => ({
    error: "MissingSyncFieldsError",
    detail: error.message,
    missing_fields: error.data?.["missing_fields"],
    REMINDER: waitFirst,
    action: "CALL_MSG_WAIT",
  }),
  ReplyTokenInvalid: (error) => ({ error: "ReplyTokenInvalidError", detail: `TOKEN_INVALID: ${error.message}`, REMINDER: waitFirst, action: "CALL_MSG_WAIT" }),
  ReplyTokenExpired: (error) => ({
    error: "ReplyTokenExpiredError",
    detail: `TOKEN_EXPIRED: ${error.message}`,
    expires_at: error.data?.["expires_at"],
    REMINDER: waitFirst,
    action: "CALL_MSG_WAIT",
  }),
  ReplyTokenReplay: (error) => ({
    error: "ReplyTokenReplayError",
    detail: `TOKEN_REPLAY: ${error.message}`,
    consumed_at: error.data?.["consumed_at"],
    REMINDER: waitFirst,
    action: "CALL_MSG_WAIT",
  }),
  ThreadClosed: (error) => ({ error: "THREAD_CLOSED", detail: error.message }),
  NotFound: ({ data }) => ({
    error: "INVALID_ARGUMENT",
    detail: data?.["field"] === "reply_to_msg_id" ? "MESSAGE_NOT_FOUND: reply_to_msg_id names no message of this thread." : "THREAD_NOT_FOUND",
  }),
  RateLimited: rateLimitOf,
  ContentBlocked: ({ message, data }) => ({ error: "Content blocked by filter", detail: message, pattern: data?.["pattern"] }),
  LoopBudget: (error) => ({ ...failureOf(error), action: "CALL_MSG_WAIT" }),
};

/** How a refused post looks to agents of the bus, and what each tells them to do next. */
export function postFailure(error: ParleyError): ToolBody | undefined {
  return bodies[error.code]?.(error);
}

function missed(error: ParleyError): readonly MessageWithState[] {
  const lines = error.data?.["missed"];
  return Array.isArray(lines) ? lines.filter(isLine) : [];
}

/** The bus puts them there itself. */
function isLine(value: unknown): value is MessageWithState {
  return typeof value === "object" && value !== null && "seq" in value && "author" in value;
}
