export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | null;
}

/** Cuts a stream of text into events, wherever the chunks are cut. Returns what became complete with this chunk. */
export function eventReader(): (chunk: string) => readonly ServerEvent[] {
  let rest = "";
  let lines: string[] = [];
  return (chunk) => {
    const events: ServerEvent[] = [];
    rest += chunk;
    // A carriage return at the very end may be half of a line break.
    const whole = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    const parts = rest.slice(0, whole).split(/\r\n|\n|\r/);
    rest = (parts.pop() ?? "") + rest.slice(whole);
    for (const line of parts) {
      if (line !== "") {
        lines.push(line);
        continue;
      }
      const event = eventOf(lines);
      lines = [];
      if (event !== undefined) events.push(event);
    }
    return events;
  };
}

function eventOf(lines: readonly string[]): ServerEvent | undefined {
  let name = "message";
  let id: string | null = null;
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") name = value;
    if (field === "data") data.push(value);
    if (field === "id") id = value;
  }
  return data.length === 0 ? undefined : { name, data: data.join("\n"), id };
}
