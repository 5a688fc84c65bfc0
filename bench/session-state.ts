import { z } from "zod";

const session = z.object({ name: z.string(), state: z.string() });
const snapshot = z.object({ sessions: z.array(session) });

/** Follows the states of sessions on the stream that the page reads, so that nothing is asked of the hub while a turn is under way. */
export class SessionStates implements AsyncDisposable {
  readonly #states = new Map<string, string>();
  readonly #stop = new AbortController();
  #reading: Promise<void> = Promise.resolve();

  static async open(port: number, token: string): Promise<SessionStates> {
    const states = new SessionStates();
    const url = `http://127.0.0.1:${port}/api/events`;
    const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: states.#stop.signal });
    if (body === null) throw new Error("no stream");
    states.#reading = states.#read(body);
    return states;
  }

  of(name: string): string | undefined {
    return this.#states.get(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of body) {
        const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) this.#heard(event);
      }
    } catch (cause) {
      if (!this.#stop.signal.aborted) throw cause;
    }
  }

  #heard(event: string): void {
    const kind = /^event: (\w+)$/m.exec(event)?.[1];
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data === undefined || (kind !== "snapshot" && kind !== "session")) return;
    const parsed: unknown = JSON.parse(data);
    for (const { name, state } of kind === "snapshot" ? snapshot.parse(parsed).sessions : [session.parse(parsed)]) this.#states.set(name, state);
  }
}
