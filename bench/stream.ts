import type { Target } from "./client.ts";

/** Milliseconds from sending a message to seeing it on the stream, one after another, sorted. */
export async function postToStream({ port, path, token }: Target, thread: string, count: number): Promise<readonly number[]> {
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token ?? ""}` };
  const stop = new AbortController();
  const stream = await fetch(`${url}/api/events?thread=${thread}`, { headers, signal: stop.signal });
  const body: ReadableStream<Uint8Array> | null = stream.body;
  if (body === null) throw new Error("no stream");
  let seen: ((text: string) => void) | undefined;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body) seen?.(decoder.decode(chunk, { stream: true }));
  })().catch((cause: unknown) => {
    if (!stop.signal.aborted) throw cause;
  });
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const mark = `mark-${i}-${Math.random()}`;
    const arrived = new Promise<number>((resolve) => {
      seen = (text) => {
        if (text.includes(mark)) resolve(performance.now());
      };
    });
    const began = performance.now();
    const posted = fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify({ content: mark }) });
    times.push((await arrived) - began);
    await (await posted).arrayBuffer();
  }
  stop.abort();
  await reading;
  return times.toSorted((a, b) => a - b);
}
