import { isId, type MessageId } from "#domain/ids";
import type { Reader } from "#domain/people";
import type { Entry } from "#domain/thread";
import { hidden, hiddenText, isHumanOnly } from "#hub/bus/human-only";
import type { FeedEvent } from "#hub/hub";
import type { DoorStore } from "#http/deps";

/** What the door reads for an agent: lines that are for people only say that they are, and the list shows no last lines. */
export function forAgentsEyes(store: DoorStore): DoorStore {
  return {
    ...store,
    message: async (reader, id) => {
      const message = await store.message(reader, id);
      return message !== undefined && isAgent(reader) && isHumanOnly(message) ? hidden(message) : message;
    },
    messages: async (reader, thread, page) => {
      const messages = await store.messages(reader, thread, page);
      return isAgent(reader) ? messages.map((message) => (isHumanOnly(message) ? hidden(message) : message)) : messages;
    },
    entries: async (reader, thread, page) => {
      const entries = await store.entries(reader, thread, page);
      return isAgent(reader) ? Promise.all(entries.map((entry) => entryForAgent(store, entry))) : entries;
    },
    threads: async (reader, page) => {
      const threads = await store.threads(reader, page);
      return isAgent(reader) ? threads.map(({ last: _last, ...thread }) => thread) : threads;
    },
  };
}

/** The same for what a stream tells. A promise only where the line has to be looked up. */
export function eventForAgent(store: Pick<DoorStore, "message">, event: FeedEvent): FeedEvent | Promise<FeedEvent> {
  if (event.kind === "thread") {
    const { last: _last, ...thread } = event.thread;
    return { ...event, thread };
  }
  if (event.kind !== "entry") return event;
  if (event.entry.kind === "message")
    return isHumanOnly(event.entry.message) ? { ...event, entry: { kind: "message", message: hidden(event.entry.message) } } : event;
  if (event.entry.change.body.kind !== "edited") return event;
  return entryForAgent(store, event.entry).then((entry) => ({ ...event, entry }));
}

async function entryForAgent(store: Pick<DoorStore, "message">, entry: Entry): Promise<Entry> {
  if (entry.kind === "message") return isHumanOnly(entry.message) ? { kind: "message", message: hidden(entry.message) } : entry;
  const { body } = entry.change;
  if (body.kind !== "edited" || !(await isAboutHumanOnly(store, body.message))) return entry;
  return { kind: "change", change: { ...entry.change, body: { ...body, text: hiddenText } } };
}

async function isAboutHumanOnly(store: Pick<DoorStore, "message">, id: MessageId): Promise<boolean> {
  const message = await store.message({ sees: "all" }, id);
  return message !== undefined && isHumanOnly(message);
}

function isAgent(reader: Reader): boolean {
  return reader.who !== undefined && isId("agt", reader.who);
}
