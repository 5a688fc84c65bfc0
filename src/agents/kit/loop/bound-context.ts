import type { ModelMessage } from "#agents/kit/model/model";
import { keepBothEnds } from "#lib/text/truncate";

/** The newest messages are touched last: the model works on them. */
const untouched = 6;
const shortened = 200;

/**
 * The messages within so many characters, as well as that goes: first old results of tools are shortened, then old exchanges are
 * left out, never the first message and never a call without its result, then the newest results are shortened.
 */
export function boundContext(messages: readonly ModelMessage[], maxChars: number): readonly ModelMessage[] {
  let size = messages.reduce((sum, message) => sum + sizeOf(message), 0);
  if (size <= maxChars) return messages;
  const border = Math.max(1, messages.length - untouched);
  const kept: ModelMessage[] = [];
  for (const [at, message] of messages.entries()) {
    const smaller = at < border && size > maxChars ? shortenResults(message) : message;
    size -= sizeOf(message) - sizeOf(smaller);
    kept.push(smaller);
  }
  // An exchange begins with what the model said and ends before it speaks again.
  while (size > maxChars) {
    const begin = kept.findIndex((message, at) => at > 0 && message.role === "assistant");
    const end = kept.findIndex((message, at) => at > begin && message.role === "assistant");
    if (begin < 1 || end < 1 || end > kept.length - untouched) break;
    const [notice] = kept.slice(begin - 1, begin);
    const gone = kept.splice(begin, end - begin);
    size -= gone.reduce((sum, message) => sum + sizeOf(message), 0);
    if (notice?.role === "user" && notice.text !== leftOut.text && begin === 1) {
      kept[0] = { role: "user", text: `${notice.text.replace(noticeAtEnd, "")}\n\n${leftOut.text}` };
    }
  }
  return size > maxChars ? shortenNewest(kept, size - maxChars) : kept;
}

/** The longest results first, each to the same length, until so many characters are gone. */
function shortenNewest(messages: readonly ModelMessage[], excess: number): readonly ModelMessage[] {
  const lengths = messages.flatMap((message) => (message.role === "tool" ? message.results.map(({ text }) => text.length) : []));
  const goneAt = (most: number): number => lengths.reduce((sum, length) => sum + Math.max(0, length - most), 0);
  let most = Math.max(shortened, ...lengths);
  while (most > shortened && goneAt(most) < excess) most = Math.max(shortened, Math.floor(most * 0.8));
  return messages.map((message) =>
    message.role === "tool" ? { role: "tool", results: message.results.map((result) => ({ ...result, text: keepBothEnds(result.text, most) })) } : message,
  );
}

const leftOut = { role: "user", text: "[Earlier steps of this task were left out to save room. Look at the files for their results.]" } as const;
const noticeAtEnd = /\n\n\[Earlier steps of this task were left out[^\]]*\]$/;

function shortenResults(message: ModelMessage): ModelMessage {
  if (message.role !== "tool") return message;
  return {
    role: "tool",
    results: message.results.map((result) =>
      result.text.length <= shortened
        ? result
        : { ...result, text: `${result.text.slice(0, shortened).toWellFormed()}\n[the rest of this older result was left out]` },
    ),
  };
}

function sizeOf(message: ModelMessage): number {
  if (message.role === "user") return message.text.length;
  if (message.role === "tool") return message.results.reduce((sum, { text }) => sum + text.length, 0);
  return message.parts.reduce((sum, part) => sum + (part.kind === "call" ? part.input.length + part.name.length : part.text.length), 0);
}
