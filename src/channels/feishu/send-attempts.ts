import { z } from "zod";
import type { ChannelMemory, SendKey } from "#domain/channel";
import type { Clock } from "#lib/time/clock";

/** Feishu knows a key for an hour; our clock and theirs may differ. */
const keyMs = 50 * 60_000;
const mostKept = 1_000;
/** The hub gives up on a message after a day. */
const keptMs = 25 * 60 * 60_000;

const remembered = z.object({ attempts: z.record(z.string(), z.number()).default({}) });

/**
 * When each message was first tried whose outcome is not known. After an hour Feishu has forgotten its key, and trying again could
 * make a second message. Written before the call, so that it outlives a kill.
 */
export interface SendAttempts {
  load(memory: ChannelMemory): Promise<void>;
  /** False when an earlier attempt is too long ago; that attempt is then forgotten, so that a person may send it again. */
  begin(key: SendKey): Promise<boolean>;
  /** It is known what became of it. */
  end(key: SendKey): void;
}

export function createSendAttempts(clock: Clock): SendAttempts {
  const first = new Map<SendKey, number>();
  let memory: ChannelMemory | undefined;
  const store = async (): Promise<void> => memory?.set({ attempts: Object.fromEntries(first) });
  return {
    load: async (given) => {
      memory = given;
      const { attempts } = remembered.safeParse(await given.get()).data ?? { attempts: {} };
      for (const [key, at] of Object.entries(attempts)) if (clock.now() - at < keptMs) first.set(key, at);
    },
    begin: async (key) => {
      const [known, now] = [first.get(key), clock.now()];
      if (known !== undefined && Math.abs(now - known) > keyMs) {
        first.delete(key);
        await store();
        return false;
      }
      if (known !== undefined) return true;
      first.set(key, now);
      const [oldest] = first.keys();
      if (first.size > mostKept && oldest !== undefined) first.delete(oldest);
      await store();
      return true;
    },
    // Leaves the store with the next write: an attempt too many there only costs a question of a person.
    end: (key) => void first.delete(key),
  };
}
