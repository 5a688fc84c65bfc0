import { boundedName } from "#channels/kit/clean-text";
import type { Clock } from "#lib/time/clock";
import { chatAnswer, fetchedAnswer, userAnswer, type FetchedMessage } from "./event.ts";
import type { FeishuApi } from "./feishu-api.ts";

export interface ChatFacts {
  readonly name: string;
  readonly isDirect: boolean;
}

/** What Feishu's events leave out: names, and the messages that they are about. Whatever is not answered in time is left out here too. */
export interface LookUp {
  userName(openId: string): Promise<string>;
  /** Names that come along with a mention need no call. */
  learn(openId: string, name: string): void;
  chat(chatId: string): Promise<ChatFacts | undefined>;
  /** That message, and those in it if it is a bundle of forwarded ones. */
  messages(id: string): Promise<readonly FetchedMessage[]>;
}

const mostNames = 5_000;
/** A name may change, and a permission may be given. */
const keepMs = 60 * 60_000;
const againMs = 5 * 60_000;

export function createLookUp(api: FeishuApi, clock: Clock, { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number }): LookUp {
  const limits = { signal, timeoutMs };
  const users = createCache<string>(clock);
  const chats = createCache<ChatFacts>(clock);
  return {
    userName: async (openId) => {
      const name = await users.get(openId, async () => {
        const path = `open-apis/contact/v3/users/${encodeURIComponent(openId)}`;
        const found = await api.call({ method: "GET", path, query: { user_id_type: "open_id" }, answer: userAnswer }, limits);
        return found.how === "ok" && found.result.data.user.name !== "" ? boundedName(found.result.data.user.name) : undefined;
      });
      return name ?? openId;
    },
    learn: (openId, name) => users.set(openId, boundedName(name)),
    chat: (chatId) =>
      chats.get(chatId, async () => {
        const found = await api.call({ method: "GET", path: `open-apis/im/v1/chats/${encodeURIComponent(chatId)}`, answer: chatAnswer }, limits);
        if (found.how !== "ok") return undefined;
        const { name, chat_mode: mode } = found.result.data;
        return { name: boundedName(name), isDirect: mode === "p2p" };
      }),
    messages: async (id) => {
      const found = await api.call({ method: "GET", path: `open-apis/im/v1/messages/${encodeURIComponent(id)}`, answer: fetchedAnswer }, limits);
      return found.how === "ok" ? found.result.data.items.filter(({ deleted }) => !deleted) : [];
    },
  };
}

/** What was asked for lately, and what could not be found out a moment ago. Several who ask at once share one call. */
function createCache<T>(clock: Clock) {
  const held = new Map<string, { readonly value: Promise<T | undefined>; until: number }>();
  const put = (key: string, value: Promise<T | undefined>): { readonly value: Promise<T | undefined>; until: number } => {
    const entry = { value, until: clock.monotonic() + keepMs };
    held.delete(key);
    held.set(key, entry);
    const [oldest] = held.keys();
    if (held.size > mostNames && oldest !== undefined) held.delete(oldest);
    return entry;
  };
  return {
    set: (key: string, value: T): void => void put(key, Promise.resolve(value)),
    get: (key: string, find: () => Promise<T | undefined>): Promise<T | undefined> => {
      const known = held.get(key);
      if (known !== undefined && known.until > clock.monotonic()) return known.value;
      const entry = put(key, find());
      const shorten = (): void => void (entry.until = clock.monotonic() + againMs);
      entry.value.then((value) => value === undefined && shorten(), shorten);
      return entry.value;
    },
  };
}
