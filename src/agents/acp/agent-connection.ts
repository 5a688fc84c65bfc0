import {
  client,
  ndJsonStream,
  type ClientConnection,
  type ClientContext,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import { pause, type Clock } from "#lib/time/clock";
import { redactText } from "#lib/redact/redact";
import { startTalking } from "#wire/child";
import type { Talking } from "#wire/child-kinds";
import { endAll } from "#wire/end-all";
import { startTimeOf } from "#wire/proc";
import { readUpdate, updateParams, type AcpUpdate } from "./read-update.ts";
import type { StartCommand } from "./start-command.ts";

export interface AgentHandlers {
  updated(session: string, update: AcpUpdate): void;
  /** Waits for a person. */
  permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
}

const graceMs = 2_000;
const outputWithinMs = 500;
const maxWords = 400;
const maxMessageBytes = 32 * 1024 * 1024;

/** An agent's process, and the protocol on its standard input and output. */
export class AgentConnection {
  readonly pid: number;
  readonly startedAt: number;
  /** Resolves with the last it wrote to stderr, when the process or the connection is gone. */
  readonly gone: Promise<string>;
  readonly #talking: Talking;
  readonly #connection: ClientConnection;
  readonly #tree: { readonly pid: number; readonly began: string; readonly mark: string };
  readonly #clock: Clock;
  #ending: Promise<void> | undefined;

  static async start(command: StartCommand, cwd: string, handlers: AgentHandlers, clock: Clock): Promise<AgentConnection> {
    let heard: (chunk: Uint8Array) => void = () => {};
    const input = new ReadableStream<Uint8Array>({
      start: (controller) => {
        heard = (chunk) => controller.enqueue(chunk);
      },
      cancel: () => {
        heard = () => {};
      },
    });
    const talking = await startTalking({ argv: command.argv, cwd, env: command.env, heard: (chunk) => heard(chunk) });
    const output = new WritableStream<Uint8Array>({ write: (bytes) => talking.write(Buffer.from(bytes).toString("utf8")) });
    const app = client({ name: "parley" })
      // Registered first: an update that was sent before a request is heard before it.
      .onNotification(
        "session/update",
        (params) => updateParams.safeParse(params).data,
        ({ params }) => {
          const update = params === undefined ? undefined : readUpdate(params.update);
          if (params !== undefined && update !== undefined) handlers.updated(params.sessionId, update);
        },
      )
      .onNotification("*", () => {})
      .onRequest("session/request_permission", ({ params }) => handlers.permission(params));
    const connection = app.connect(ndJsonStream(output, input, { maxMessageBytes }));
    return new AgentConnection(talking, connection, command.mark, clock);
  }

  private constructor(talking: Talking, connection: ClientConnection, mark: string, clock: Clock) {
    this.#talking = talking;
    this.#connection = connection;
    this.#clock = clock;
    this.pid = talking.pid;
    this.startedAt = clock.now();
    this.#tree = { pid: talking.pid, began: startTimeOf(talking.pid), mark };
    const closed = Promise.race([talking.ended.then(() => {}), connection.closed.catch(() => {})]);
    this.gone = closed.then(() => this.#lastWords());
  }

  get agent(): ClientContext {
    return this.#connection.agent;
  }

  /** Ends the process with everything it started. */
  end(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#talking.end();
    this.#connection.close();
    await endAll(this.#tree, graceMs, this.#clock);
    const enough = new AbortController();
    await Promise.race([this.#talking.ended, pause(this.#clock, outputWithinMs, enough.signal)]);
    enough.abort();
  }

  #lastWords(): string {
    const lines = this.#talking
      .complaint()
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    return redactText(lines.slice(-3).join(" / ")).slice(-maxWords);
  }
}
