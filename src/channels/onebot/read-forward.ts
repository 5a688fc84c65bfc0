import { z } from "zod";
import { boundedName } from "#channels/kit/clean-text";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { OneBotApi } from "./api.ts";
import type { CallLimits } from "./call-socket.ts";
import { wordsOf } from "./decode-words.ts";
import { messageWire } from "./frame.ts";
import { segmentsOf } from "./segments.ts";
import { onebotTexts } from "./texts.ts";

const sender = z.object({ nickname: z.string().nullish() }).nullish();
/** A message of a merged forward: NapCat and go-cqhttp send messages, Lagrange nodes. */
const node = z.object({
  sender,
  message: messageWire.optional(),
  content: messageWire.optional(),
  data: z.object({ nickname: z.string().nullish(), name: z.string().nullish(), content: messageWire.optional() }).optional(),
});
const forwardWire = z.object({ messages: z.array(node).optional(), message: z.array(node).optional() });
const mostMessages = 100;

/** Other people's words, line by line behind a mark: they are neither a command nor an answer of the one who passes them on. */
export async function readForward(api: Pick<OneBotApi, "call">, id: string, language: TextLanguage, limits: CallLimits): Promise<string> {
  const outcome = await api.call("get_forward_msg", { id, message_id: id }, limits);
  const found = forwardWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
  const nodes = found.success ? (found.data.messages ?? found.data.message ?? []) : [];
  if (nodes.length === 0) return say(language, onebotTexts.mergedForwardUnread);
  const lines = nodes.slice(0, mostMessages).flatMap(({ sender: by, message, content, data }) => {
    const words = wordsOf(segmentsOf(message ?? content ?? data?.content ?? []), "", language).text;
    const name = boundedName(by?.nickname ?? data?.nickname ?? data?.name ?? "?").replaceAll(/\s+/g, " ");
    return `${name}: ${words}`.split("\n").map((line) => `> ${line}`);
  });
  return [say(language, onebotTexts.mergedForward), ...lines].join("\n");
}
