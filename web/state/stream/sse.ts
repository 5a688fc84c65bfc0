import { createParser } from "eventsource-parser";

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | null;
}

/** Cuts a stream of text into events, wherever the chunks are cut. Returns what became complete with this chunk. */
export function eventReader(): (chunk: string) => readonly ServerEvent[] {
  let events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data, id = null }) => events.push({ name: event, data, id }),
  });
  return (chunk) => {
    events = [];
    parser.feed(chunk);
    return events;
  };
}
