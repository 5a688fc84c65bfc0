import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { LinePieces } from "#lib/text/line-pieces";
import type { Clock } from "#lib/time/clock";
import { startTalking } from "#wire/child";
import type { Talking } from "#wire/child-kinds";
import { endAll } from "#wire/end-all";
import { startTimeOf } from "#wire/proc";

const graceMs = 2_000;
const longestMessage = 16 * 1024 * 1024;

export interface ServerProgram {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** `NAME=VALUE` of its environment, by which everything that it started is found. */
  readonly mark: string;
}

/** A server on the standard input and output of a program of its own: one message a line. The SDK's own way would start it outside `wire/child.ts`. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: ServerProgram;
  readonly #clock: Clock;
  readonly #lines = new LinePieces(longestMessage);
  #talking: Talking | undefined;
  #began = "";
  #ending: Promise<void> | undefined;

  constructor(program: ServerProgram, clock: Clock) {
    this.#program = program;
    this.#clock = clock;
  }

  async start(): Promise<void> {
    const { argv, env, cwd } = this.#program;
    const talking = await startTalking({ argv, env, cwd, heard: (chunk) => this.#heard(chunk) });
    this.#talking = talking;
    this.#began = startTimeOf(talking.pid);
    void talking.ended.then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#talking?.write(`${JSON.stringify(message)}\n`);
  }

  close(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  /** The end of what it wrote to stderr. */
  complaint(): string {
    return this.#talking?.complaint() ?? "";
  }

  async #end(): Promise<void> {
    const talking = this.#talking;
    if (talking === undefined) return;
    talking.end();
    await endAll({ pid: talking.pid, began: this.#began, mark: this.#program.mark }, graceMs, this.#clock);
  }

  #heard(chunk: Buffer): void {
    const lines = this.#lines.push(chunk);
    if (lines !== undefined) return lines.forEach((line) => this.#message(line));
    this.onerror?.(new Error("A message of the server is too long."));
    void this.close();
  }

  #message(line: string): void {
    try {
      this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    } catch (cause) {
      this.onerror?.(cause instanceof Error ? cause : new Error(String(cause)));
    }
  }
}
