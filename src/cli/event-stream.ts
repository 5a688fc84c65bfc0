/** The data of each event of a stream that the hub sends. */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice("data: ".length));
      if (data.length > 0) yield data.join("\n");
    }
  }
}
