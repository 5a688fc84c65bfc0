const mostBytes = 16 * 1024 * 1024;

/** What a server answers with, and no more than that of it: a body without an end would be read until the memory is full. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  // A stream of events stays open, and each of them is as long as an answer may be.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  let length = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, to) => {
      length = isStream && endsEvent(chunk) ? 0 : length + chunk.length;
      if (length > mostBytes) to.error(new Error("An answer of the server is too long."));
      else to.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/** A blank line ends an event. */
function endsEvent(chunk: Uint8Array): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.includes("\n\n") || bytes.includes("\r\n\r\n");
}
