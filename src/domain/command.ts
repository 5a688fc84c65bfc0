import type { Address } from "./channel.ts";
import type { RunId, ThreadId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Actor } from "./people.ts";
import type { Right } from "./policy.ts";
import type { Surface } from "./thread.ts";

export type Capability = "files.read" | "files.write" | "network" | "risky";

export interface Limits {
  readonly timeMs: number;
  readonly inputChars: number;
  readonly outputChars: number;
}

/** Where a command was typed: a chat, or a thread in the page. */
export interface Place {
  readonly thread?: ThreadId;
  readonly address?: Address;
  readonly direct: boolean;
}

export type Language = "en" | "zh-CN";

/** How to speak to the one who typed. */
export interface Speech {
  readonly language: Language;
  /** The command prefix in force, for texts that name commands. */
  readonly prefix: string;
}

export interface CommandContext extends Speech {
  readonly run: RunId;
  readonly by: Actor;
  readonly surface: Surface;
  readonly place: Place;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  /** 0 or not 0. */
  readonly exitCode: number;
  /** Markdown for people. */
  readonly text: string;
  /** The same for programs. */
  readonly result: JsonObject;
}

/** A whitelisted verb. `parse` gets the words behind the name and throws InvalidArgs or ForbiddenArg; `run` throws what it cannot do. */
export interface Command<Args = unknown> {
  readonly name: string;
  readonly usage: string;
  readonly summary: Readonly<Record<Language, string>>;
  readonly right: Right;
  readonly needs: readonly Capability[];
  readonly limits: Limits;
  /** Names of parsed arguments that go into the audit record. */
  readonly audit: readonly string[];
  parse(argv: readonly string[], speech: Speech): Args;
  run(args: Args, ctx: CommandContext): Promise<CommandResult>;
}

export interface NewRun {
  readonly id: RunId;
  readonly at: number;
  readonly who: string;
  readonly name: string;
  readonly surface: Surface;
  /** As typed. */
  readonly line: string;
  readonly thread?: ThreadId;
  readonly address?: Address;
}

/** One execution of a command. */
export interface Run extends NewRun {
  readonly endedAt?: number;
  readonly exitCode?: number;
  readonly code?: string;
  readonly text?: string;
  readonly result?: JsonObject;
}
