import { errorCodes, ParleyError, type ErrorCode } from "#domain/errors";
import { encodeLine, type StatedMessage } from "#http/encode/encode-bus";
import { refusal, type HttpReply } from "./reply.ts";

const words: Readonly<Partial<Record<ErrorCode, string>>> = {
  MissingSyncFields: "MISSING_SYNC_FIELDS",
  ReplyTokenInvalid: "TOKEN_INVALID",
  ReplyTokenExpired: "TOKEN_EXPIRED",
  ReplyTokenReplay: "TOKEN_REPLAY",
};

/** What a post was refused with, as programs of the bus expect it; thrown again where they expect nothing special. */
export function asPostRefusal(cause: unknown): HttpReply {
  const answer = cause instanceof ParleyError ? postRefusal(cause) : undefined;
  if (answer === undefined) throw cause;
  return answer;
}

/**
 * A post that is out of step, too fast or not to be shared, as programs of the bus expect it: some read the keys at the root, some below `detail`.
 * Undefined for every other refusal, which looks as it does everywhere at this door.
 */
function postRefusal(error: ParleyError): HttpReply | undefined {
  if (error.code === "SeqMismatch") return mismatch(error);
  if (error.code === "RateLimited") return tooFast(error);
  // Named in the body, it is a wrong field: the thread of the address is there.
  if (error.code === "NoSuchSession") return { ...refusal(error), status: 400 };
  if (error.code === "ContentBlocked") return answer(error.code, { error: "Content blocked by filter", ...error.data, detail: error.message });
  const word = words[error.code];
  if (word === undefined) return undefined;
  const facts = { error: word, ...error.data, action: "CALL_SYNC_CONTEXT_THEN_RETRY" };
  return answer(error.code, { ...facts, detail: { ...facts, message: error.message } });
}

function tooFast({ code, data, message }: ParleyError): HttpReply {
  return { ...answer(code, { error: "Rate limit exceeded", ...data, detail: message }), headers: { "Retry-After": String(data?.["retry_after"]) } };
}

function mismatch(error: ParleyError): HttpReply {
  const { missed, ...seqs } = error.data ?? {};
  const lines = (Array.isArray(missed) ? (missed as readonly StatedMessage[]) : []).map((line) => encodeLine(line));
  return answer(error.code, {
    error: "SEQ_MISMATCH",
    ...seqs,
    new_messages_1st_read: lines,
    action: "READ_MESSAGES_THEN_CALL_MSG_WAIT",
    detail: { error: "SEQ_MISMATCH", message: error.message, ...seqs, new_messages: lines, action: "RE_READ_AND_RETRY" },
  });
}

function answer(code: ErrorCode, body: object): HttpReply {
  return { status: errorCodes[code], body: JSON.stringify(body) };
}
