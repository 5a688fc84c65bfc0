import { errorCodes, type ErrorCode, type ParleyError } from "#domain/errors";
import { encodeLine, type StatedMessage } from "./encode-bus.ts";
import type { Answer } from "./reply.ts";

const words: Readonly<Partial<Record<ErrorCode, string>>> = {
  MissingSyncFields: "MISSING_SYNC_FIELDS",
  ReplyTokenInvalid: "TOKEN_INVALID",
  ReplyTokenExpired: "TOKEN_EXPIRED",
  ReplyTokenReplay: "TOKEN_REPLAY",
};

/**
 * A post that is out of step, as programs of the bus expect it: some read the keys at the root, some below `detail`.
 * Undefined for every other refusal, which looks as it does everywhere at this door.
 */
export function postRefusal(error: ParleyError): Answer | undefined {
  if (error.code === "SeqMismatch") return mismatch(error);
  const word = words[error.code];
  if (word === undefined) return undefined;
  const facts = { error: word, ...error.data, action: "CALL_SYNC_CONTEXT_THEN_RETRY" };
  return answer(error.code, { ...facts, detail: { ...facts, message: error.message } });
}

function mismatch(error: ParleyError): Answer {
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

function answer(code: ErrorCode, body: object): Answer {
  return { status: errorCodes[code], body: JSON.stringify(body) };
}
