import { createParser } from "eventsource-parser";

/** The data of each event of a stream that the hub sends. */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    parser.feed(chunk);
    yield* events;
    events = [];
  }
}
