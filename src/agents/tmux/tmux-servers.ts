import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { outputOf } from "#wire/child";
import { findCommand } from "#wire/find-command";
import { TmuxServer } from "#wire/tmux/tmux-server";
import { tmuxTexts } from "./texts.ts";

/** Parley's own tmux server, or the one that the user's shell talks to. */
export type ServerName = "own" | "user";

/** Settings of Parley's own server: somebody who attaches gets colours, and a CLI hears when its terminal is looked at. */
const options = [
  ["focus-events", "on"],
  ["default-terminal", "screen-256color"],
  ["history-limit", "10000"],
  ["escape-time", "10"],
] as const;

export interface TmuxServersParts {
  readonly clock: Clock;
  readonly language: TextLanguage;
  readonly environment: Readonly<Record<string, string>>;
  /** The name of Parley's own tmux socket. */
  readonly socket: string;
}

/** The tmux servers that sessions live on, each with one connection that is made when it is first needed. */
export class TmuxServers implements AsyncDisposable {
  readonly #parts: TmuxServersParts;
  readonly #connecting = new Map<ServerName, Promise<TmuxServer>>();

  constructor(parts: TmuxServersParts) {
    this.#parts = parts;
  }

  open(name: ServerName): Promise<TmuxServer> {
    const known = this.#connecting.get(name);
    if (known !== undefined) return known;
    const connecting = this.#connect(name).catch((cause: unknown) => {
      this.#connecting.delete(name);
      throw cause;
    });
    this.#connecting.set(name, connecting);
    return connecting;
  }

  /** Whether the user's own server runs and has a session of that name. Starts none. */
  async isUsers(session: string): Promise<boolean> {
    const { environment } = this.#parts;
    return (await outputOf([await this.#program(), "has-session", "-t", `=${session}`], environment)) !== undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connecting of this.#connecting.values()) await (await connecting.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  async #connect(name: ServerName): Promise<TmuxServer> {
    const { environment, clock, socket } = this.#parts;
    const program = await this.#program();
    const server = new TmuxServer({ socket: name === "own" ? socket : undefined, program, env: { ...environment, TERM: "screen-256color" }, clock });
    // The user's own server keeps the user's own settings.
    if (name === "own") for (const [option, value] of options) await server.run("set-option", "-g", option, value);
    return server;
  }

  async #program(): Promise<string> {
    const { environment, language } = this.#parts;
    const found = await findCommand("tmux", "/", environment["PATH"]);
    if ("why" in found) throw new ParleyError("NotSupported", say(language, tmuxTexts.tmuxMissing));
    return found.path;
  }
}
