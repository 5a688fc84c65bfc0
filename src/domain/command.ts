import type { ArgSpec, Summary } from "./arg-spec.ts";
import type { Backlog, BacklogMirror } from "./backlog.ts";
import type { Address, Inbound, LinkState } from "./channel.ts";
import type { QuestionId, RunId, ThreadId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Actor, Who } from "./people.ts";
import type { Right } from "./policy.ts";
import type { Surface } from "./thread.ts";
import type { RunArtifact, SecretFile, WorkspaceFiles } from "./workspace.ts";

export type Capability = "files.read" | "files.write" | "network" | "risky";

export interface Limits {
  readonly timeMs: number;
  readonly inputChars: number;
  readonly outputChars: number;
}

/** Where a command was typed: a chat, or a thread in the page. */
export interface CommandPlace {
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

/** Whose the things are that a command keeps: a driven session's, a joined agent's, or a person's. They end with it. */
export type Holder = Who;

/** What became of a third party's line: it waits to be read, or went to the holder's agent. */
export type Handed = "kept" | "prompted" | "posted";

/** Who asks, where, and until when: all that a verb of the hub's own needs. */
export interface Asked extends Speech {
  readonly run: RunId;
  readonly by: Actor;
  readonly surface: Surface;
  readonly place: CommandPlace;
  /** Aborts when the time is over, on stop, and when the caller cancels. */
  readonly signal: AbortSignal;
}

export interface CommandContext extends Asked {
  /** Whose the things are that the command stores. */
  readonly holder: Holder;
  readonly stdin?: string;
  readonly files: WorkspaceFiles;
  /** Of the skill that the command declares. Throws BadConfig for a file that cannot be read. */
  secrets(): Promise<SecretFile>;
  /** One short line for whoever waits. */
  progress(line: string): void;
  /** The session's one T: made on first use, found again, disposed with the session. The signal aborts when that begins. */
  own<T extends AsyncDisposable>(key: string, open: (ending: AbortSignal) => Promise<T>): Promise<T>;
  /** The same if it is there; nothing is made. */
  owned<T extends AsyncDisposable>(key: string): Promise<T | undefined>;
  /** Ends what the session owns under that key; false when there is none. */
  disown(key: string): Promise<boolean>;
  backlog(name: string): Backlog;
  /** One for the whole workspace, whichever session runs the command. */
  sharedBacklog(name: string): Backlog;
  /** `.agents/sessions/SESSION/NAME.jsonl`, beside the copy of the session's runs. One object writes one file. Also of use after the run. */
  mirror(name: string): BacklogMirror;
  /**
   * Asks somebody who may allow it and waits for the answer: false on no, and when nobody answered in time. Whoever caused the run allows it
   * only if they have the command's rights and `needs` without asking.
   */
  approve(ask: { readonly key: string; readonly prompt: string; readonly argv: readonly string[]; readonly needs?: readonly Right[] }): Promise<boolean>;
  /** An owner or admin said no to that key, whoever asked, and nobody has said yes since. */
  isDenied(key: string): Promise<boolean>;
  /** A third party's words enter at the gate like anything else. Also of use after the run. */
  received(event: Inbound): Promise<Handed>;
  /** How a link of the session stands; shown as a light, without a word. Also of use after the run. */
  link(name: string, state: LinkState): void;
}

export interface CommandResult {
  /** 0 or not 0. */
  readonly exitCode: number;
  /** Markdown for people; what a terminal calls stdout. */
  readonly text: string;
  /** What a chat shows instead of `text`: with words of third parties, which an agent reads in `result` alone and so only once. */
  readonly shown?: string;
  readonly stderr?: string;
  /** The same for programs. */
  readonly result: JsonObject;
}

/** A refusal with a code of the command's own, stable and listed in its documents. */
export class CommandFault extends Error {
  readonly code: string;
  readonly data: JsonObject;

  constructor(code: string, sentence: string, data: JsonObject = {}, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = "CommandFault";
    this.code = code;
    this.data = data;
  }
}

/**
 * A whitelisted verb. A run whose signal aborts is over: a CommandFault that `run` throws at that moment is still reported, a result
 * is too late. `parse` gets the words after the name and throws InvalidArgs or ForbiddenArg; `run` throws what it cannot do.
 */
export interface Command<Args = unknown> {
  /** One word, or two: `hello`, `irc send`. */
  readonly name: string;
  readonly summary: Summary;
  /** `parse` accepts exactly this. */
  readonly args: ArgSpec;
  /** In addition to what `needs` asks for. */
  readonly right: Right;
  readonly needs: readonly Capability[];
  readonly limits: Limits;
  /** Names of parsed arguments that go into the audit record. */
  readonly audit: readonly string[];
  /** The skill whose `secrets/.env` it may read. Only a command that declares one is handed any. */
  readonly secretsOf?: string;
  /** The link it opens, as `CommandContext.link` names it, and whether its secret file is complete enough to open one. */
  readonly opens?: { readonly link: string; isSetUp(secrets: SecretFile): boolean };
  /** The path of the file that this call may replace if it exists. A caller who may not do that alone needs an approval first. */
  replaces?(args: Args): string | undefined;
  parse(argv: readonly string[], speech: Speech): Args;
  run(args: Args, ctx: CommandContext): Promise<CommandResult>;
}

/** A command and the words after its name. */
export interface FoundCommand {
  readonly command: Command;
  readonly argv: readonly string[];
}

export interface NewRun {
  readonly id: RunId;
  readonly at: number;
  readonly who: string;
  /** What the caller was called then, as the hub knew it. */
  readonly whoName: string;
  readonly name: string;
  readonly surface: Surface;
  /** As typed. */
  readonly line: string;
  readonly thread?: ThreadId;
  readonly address?: Address;
  /** Whose session it belongs to; chat verbs have none. */
  readonly session?: Holder;
  /** The arguments as the command understood them, of those it declares for the record. */
  readonly args?: JsonObject;
  /** Of what was piped in, length and hash alone. */
  readonly stdin?: { readonly chars: number; readonly sha256: string };
}

export interface RunEnd {
  readonly id: RunId;
  readonly at: number;
  readonly exitCode: number;
  readonly code?: string;
  /** The sentence that goes with the code. */
  readonly message?: string;
  readonly text: string;
  readonly stderr?: string;
  readonly result: JsonObject;
  readonly artifacts?: readonly RunArtifact[];
}

/** One execution of a command. */
export interface Run extends NewRun, Partial<Omit<RunEnd, "id" | "at">> {
  readonly endedAt?: number;
  /** The open question that it waits for. */
  readonly question?: QuestionId;
}
