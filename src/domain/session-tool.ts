import type { MadeFile } from "./agent.ts";
import type { Address } from "./channel.ts";
import type { Command } from "./command.ts";
import type { ArtifactId, SessionId, TurnId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Actor } from "./people.ts";
import type { Session } from "./session.ts";
import type { StartedTask, TaskAsk } from "./task.ts";

/**
 * A tool that the hub offers the agents of its own sessions besides the terminal. It is run as a command: decided by the gate, recorded,
 * bounded, and once per key.
 */
export interface SessionTool {
  /** Takes its arguments as one word of JSON. */
  readonly command: Command;
  /** For the model, in English. */
  readonly description: string;
  readonly schema: JsonObject;
  /** It changes nothing and sends nothing: also offered while a third party's words are worked on. */
  readonly isReading: boolean;
  /** The words and the input of one call. Throws InvalidArgs. */
  call(args: JsonObject): { readonly words: readonly string[]; readonly stdin?: string };
}

type SessionActor = Extract<Actor, { kind: "session" }>;

/** What these tools may do to the hub. Whoever may allow it was asked before. */
export interface SessionToolVerbs {
  /** The chat in which the session's turn was asked for. */
  askedFrom(session: SessionId): Address | undefined;
  /** Sessions that the person sees who began the turn. */
  sessions(by: SessionActor): Promise<readonly Session[]>;
  /** Queues a prompt for another session, on behalf of the person who began the turn. The same key is the same prompt. */
  prompt(by: SessionActor, session: Session, text: string, key: string): Promise<{ readonly turn: TurnId; readonly ahead: number }>;
  deliver(by: SessionActor, ask: TaskAsk): Promise<StartedTask>;
  /** Into the session's own thread. A refusal is thrown with its sentence. */
  invite(by: SessionActor, agentName: string): Promise<{ readonly reason: string }>;
  /** The file comes with the turn's answer. Undefined if it could not be stored; the thread is told why. */
  attach(by: SessionActor, key: string, file: MadeFile): Promise<ArtifactId | undefined>;
}
