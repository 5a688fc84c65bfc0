import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { AgentDriver, Heard, Seat, SeatSink } from "#domain/agent";
import type { QuestionId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import type { Answer } from "#domain/question";
import { subjectDigest } from "#lib/digest";

const called = z.object({ event: z.string(), payload: z.custom<JsonValue>() });

interface Waiting {
  readonly event: string;
  readonly payload: JsonValue;
  readonly socket: Socket;
  question?: QuestionId;
}

/** The hub's side of hooks: hands them to the seat, again to the one after a restart, and lets a hook go when its question is answered. */
export class HookDesk implements AsyncDisposable {
  readonly #server: Server;
  readonly #waiting = new Set<Waiting>();
  readonly #digests = new Map<QuestionId, string>();
  readonly #answers = new Map<QuestionId, Answer>();
  #seat: Seat | undefined;

  constructor(path: string) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#take(socket).catch(() => socket.destroy());
    }).listen(path);
  }

  /** The driver, with this hub between it and the contract. */
  over(driver: AgentDriver): AgentDriver {
    return {
      ...driver,
      open: async (spec, sink, signal) => {
        const seat = await driver.open(spec, this.#listening(sink), signal);
        this.#seat = seat;
        for (const waiting of this.#waiting) await this.#signal(waiting);
        return new Proxy(seat, { get: (real, name) => (name === "answer" ? this.#answering(real) : bound(real, name)) });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.#waiting) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #listening(sink: SeatSink): SeatSink {
    return {
      happened: async (event): Promise<Heard> => {
        const heard = await sink.happened(event);
        if (event.kind === "asked" && heard.how === "kept" && heard.question !== undefined) this.#digests.set(heard.question, subjectDigest(event.ask.subject));
        return heard;
      },
    };
  }

  #answering(seat: Seat): Seat["answer"] {
    return async (question, answer) => {
      await seat.answer(question, answer);
      // As the hub does: an answer to something else than was asked does not count.
      if (this.#digests.get(question) !== answer.digest) return;
      this.#answers.set(question, answer);
      for (const waiting of this.#waiting) this.#letGo(waiting);
    };
  }

  async #take(socket: Socket): Promise<void> {
    const waiting: Waiting = { ...called.parse(JSON.parse(await text(socket))), socket };
    this.#waiting.add(waiting);
    socket.on("close", () => this.#waiting.delete(waiting));
    // The CLI may have ended its hook.
    socket.on("error", () => {});
    await this.#signal(waiting);
  }

  async #signal(waiting: Waiting): Promise<void> {
    const reply = (await this.#seat?.signal?.(waiting.event, waiting.payload, new AbortController().signal)) ?? {};
    if (reply.question === undefined) waiting.socket.end();
    else waiting.question = reply.question;
    this.#letGo(waiting);
  }

  #letGo(waiting: Waiting): void {
    const { question, socket } = waiting;
    const answer = question === undefined ? undefined : this.#answers.get(question);
    const output = answer === undefined ? undefined : this.#seat?.hookOutput?.(answer);
    if (output === undefined || !this.#waiting.delete(waiting)) return;
    socket.end(JSON.stringify(output));
  }
}

function bound(seat: Seat, name: string | symbol): unknown {
  const value: unknown = Reflect.get(seat, name, seat);
  return typeof value === "function" ? (value.bind(seat) as unknown) : value;
}
