import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { AcpTurn } from "./acp-turn.ts";
import { exitReason, openAgent, type OpenAgent, type OpenParts } from "./open-agent.ts";

export interface KeeperParts extends OpenParts {
  /** The conversation to go on with. */
  readonly conversation: () => string | undefined;
  /** The turn that the agent works on. */
  readonly run: () => AcpTurn | undefined;
  /** It died by itself, and everything it started has been ended. */
  readonly died: (reason: string) => Promise<void>;
  readonly closed: AbortSignal;
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** One agent's process at a time: started when it is needed, watched, ended. */
export class AgentKeeper {
  readonly #parts: KeeperParts;
  #agent: OpenAgent | undefined;
  #opening: Promise<OpenAgent> | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  get current(): OpenAgent | undefined {
    return this.#agent;
  }

  get isOpening(): boolean {
    return this.#opening !== undefined;
  }

  /** The agent, started if it does not run. */
  open(): Promise<OpenAgent> {
    if (this.#agent !== undefined) return Promise.resolve(this.#agent);
    return (this.#opening ??= this.#start().finally(() => {
      this.#opening = undefined;
    }));
  }

  /** Ends an agent that does not obey; the next prompt starts another. */
  async drop(agent: OpenAgent): Promise<void> {
    if (this.#agent === agent) this.#agent = undefined;
    await agent.connection.end();
  }

  async end(): Promise<void> {
    const opening = this.#opening;
    await this.#agent?.connection.end();
    await opening?.then(
      (agent) => agent.connection.end(),
      () => {},
    );
  }

  async #start(): Promise<OpenAgent> {
    const { conversation, run, closed } = this.#parts;
    const handlers = {
      // What is told while a conversation is loaded is old: it comes before the agent is ours.
      updated: (session: string, update: Parameters<AcpTurn["heard"]>[0]) => {
        if (session === this.#agent?.session) run()?.heard(update);
      },
      // Nobody can be asked outside of a turn.
      permission: (request: Parameters<AcpTurn["permission"]>[0]) => run()?.permission(request) ?? Promise.resolve(cancelled),
    };
    const agent = await openAgent(this.#parts, handlers, conversation(), closed);
    if (closed.aborted) {
      await agent.connection.end();
      throw new Error("the seat was closed");
    }
    this.#agent = agent;
    void agent.connection.gone.then((words) => this.#gone(agent, words));
    return agent;
  }

  async #gone(agent: OpenAgent, words: string): Promise<void> {
    if (this.#agent !== agent || this.#parts.closed.aborted) return;
    this.#agent = undefined;
    this.#parts.run()?.cut();
    await agent.connection.end().catch(() => {});
    await this.#parts.died(exitReason(agent.title, words, this.#parts));
  }
}
