import { z } from "zod";
import { addressKey, type Address, type Hint } from "#domain/channel";
import type { FeishuApi } from "./feishu-api.ts";
import { isMessageId } from "./message-id.ts";
import { receivedEmoji, workingEmoji } from "./reactions.ts";

/** Reactions on people's messages, in place of the typing notice that Feishu lacks. */
export interface Hints {
  hint(to: Address, hint: Hint, ref?: string): Promise<void>;
  /** Something was said there: what showed that work goes on is taken back. */
  worked(to: Address): Promise<void>;
}

const hintMs = 5_000;
const mostChats = 1_000;
const reacted = z.object({ data: z.object({ reaction_id: z.string() }) });
const anything = z.object({});

interface Working {
  readonly message: string;
  reaction?: string | undefined;
  /** An answer came while the reaction was still being made. */
  isOver: boolean;
}

export function createHints(api: FeishuApi, stop: AbortSignal): Hints {
  /** Reactions that say that work goes on, by address; each with its id once Feishu has given one. */
  const working = new Map<string, Working>();

  const takeBack = async ({ message, reaction }: Working): Promise<void> => {
    if (reaction === undefined) return;
    const path = `open-apis/im/v1/messages/${message}/reactions/${reaction}`;
    await api.call({ method: "DELETE", path, answer: anything }, { signal: stop, timeoutMs: hintMs });
  };

  const react = async (message: string, emoji: string): Promise<string | undefined> => {
    const body = { reaction_type: { emoji_type: emoji } };
    const path = `open-apis/im/v1/messages/${message}/reactions`;
    const outcome = await api.call({ method: "POST", path, body, answer: reacted }, { signal: stop, timeoutMs: hintMs });
    return outcome.how === "ok" ? outcome.result.data.reaction_id : undefined;
  };

  /** The message that was last received there, for a hint that names none. */
  const lastReceived = new Map<string, string>();

  return {
    hint: async (to, hint, ref) => {
      const message = ref ?? lastReceived.get(addressKey(to));
      if (message === undefined || !isMessageId(message)) return;
      if (hint === "received") {
        lastReceived.delete(addressKey(to));
        lastReceived.set(addressKey(to), message);
        const [oldest] = lastReceived.keys();
        if (lastReceived.size > mostChats && oldest !== undefined) lastReceived.delete(oldest);
        await react(message, receivedEmoji);
        return;
      }
      const one: Working = { message, isOver: false };
      const before = working.get(addressKey(to));
      working.set(addressKey(to), one);
      if (before !== undefined) await takeBack(before);
      one.reaction = await react(message, workingEmoji);
      if (one.isOver) await takeBack(one);
    },
    worked: async (to) => {
      const found = working.get(addressKey(to));
      if (found === undefined) return;
      working.delete(addressKey(to));
      found.isOver = true;
      await takeBack(found);
    },
  };
}
