import type { Conversation, Step } from "#domain/agent";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer, Ask } from "#domain/question";
import type { TurnUsage, WorkPlan, WorkStatus } from "#domain/work";

/** One line of a menu, and the keys that choose it. */
export interface MenuOption {
  readonly label: string;
  readonly keys: readonly string[];
  readonly grants?: "allow" | "deny";
}

/** A menu on the screen. Without options its layout is not known: nobody guesses a key. */
export interface Menu {
  readonly prompt: string;
  readonly options: readonly MenuOption[];
}

/** What a screen shows. `composer` is what somebody has typed and not sent. */
export type ScreenState =
  /** Takes a prompt. `isStarting`: it is still loading, and a dialog may come up yet. `isCancelled`: its last words are that the turn was cancelled. */
  | { readonly kind: "ready"; readonly composer: string; readonly isStarting?: true; readonly isCancelled?: true }
  | { readonly kind: "busy"; readonly composer: string; readonly status?: WorkStatus }
  /** Waits for a choice. */
  | { readonly kind: "menu"; readonly menu: Menu }
  /** Shows something and waits until it is closed. */
  | { readonly kind: "panel"; readonly text: string; readonly closeKeys: readonly string[] }
  /** Starting, or something that no part of the profile knows. */
  | { readonly kind: "unknown" };

/** What one record of a transcript says. */
export type TranscriptFact =
  /** `turn` is the CLI's own id of the turn that it belongs to: words that were typed while it works may join that turn. */
  | { readonly kind: "prompt"; readonly text: string; readonly turn?: string }
  /** A block of an assistant's message; blocks of one message have the same id. */
  | { readonly kind: "text"; readonly message: string; readonly text: string }
  | { readonly kind: "step"; readonly step: Step }
  /** A tool's result. `refused`: a person said no at the terminal. */
  | { readonly kind: "result"; readonly id: string; readonly isError: boolean; readonly refused: boolean; readonly text: string }
  | { readonly kind: "plan"; readonly plan: WorkPlan }
  | { readonly kind: "usage"; readonly message: string; readonly usage: TurnUsage }
  /** A piece of a message that is still being written; pieces of one message count up from 0. */
  | { readonly kind: "piece"; readonly message: string; readonly index: number; readonly text: string }
  /** It waits for its model, or tries again. */
  | { readonly kind: "waits"; readonly status: WorkStatus }
  /** Output of a command of the CLI's own, such as /context. */
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "interrupted" }
  /** The model could not be reached, and the CLI gave up. */
  | { readonly kind: "failed"; readonly reason: string }
  /** The turn is over, however it went. */
  | { readonly kind: "over" };

/** Which conversation a hook belongs to, and where its record is. */
export interface Place {
  readonly conversation?: string;
  readonly transcript?: string;
  /** The CLI's own id of the prompt that it is about: a hook may arrive when the next turn is under way. */
  readonly prompt?: string;
}

/** A question that a hook asks; `input` is kept until it is answered. */
export interface HookAsk {
  readonly ask: Omit<Ask, "key">;
  readonly input: JsonValue;
  /** The step that waits for the answer, as the transcript describes it. */
  readonly step: Pick<Step, "verb" | "what">;
  /** Words that the menu about it must show: another menu is not taken for this one. */
  readonly shown?: string;
}

/** What a hook of the CLI means. */
export type HookMeaning =
  | { readonly kind: "started"; readonly model?: string }
  | { readonly kind: "prompt"; readonly text: string }
  /** The hook decides it, and waits for the answer. */
  | { readonly kind: "asks"; readonly asks: HookAsk }
  /** The hook only tells what the menu is about that the CLI shows now. */
  | { readonly kind: "announces"; readonly asks: HookAsk }
  | { readonly kind: "stopped"; readonly text?: string }
  | { readonly kind: "failed"; readonly reason: string; readonly text?: string }
  | { readonly kind: "leaving"; readonly reason: string }
  /** A sign of life, and nothing else. */
  | { readonly kind: "sign" };

export interface LaunchContext {
  /** The session's own folder, for files that the CLI is started with. */
  readonly folder: string;
  readonly workDir: string;
  /** What a hook calls for an event, as one line for a POSIX shell. */
  readonly hookCommand: (event: string) => string;
  /** A conversation to go on with; otherwise a new one gets `newConversation`. */
  readonly resume?: string;
  readonly newConversation: string;
  /** The words of the operator's own start command, which may choose a conversation itself. */
  readonly startWords: readonly string[];
  /** Whose settings the CLI reads. */
  readonly user: Pick<TranscriptContext, "userHome" | "env">;
}

/** A folder of the session's own that shows what is in a folder of the user's: what the CLI writes there lands at the user's. */
export interface Mirror {
  /** Below the session's folder. */
  readonly folder: string;
  readonly of: string;
  /** Files that may not be there yet. */
  readonly files: readonly string[];
  /** Folders that are made where they are missing. */
  readonly folders: readonly string[];
  /** What stays the session's own. */
  readonly except: readonly string[];
}

export interface Launch {
  /** Added behind the command. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files for the session's folder, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** For a CLI that takes hooks from its own home alone: one of the session's, in which everything else is the user's. */
  readonly mirrors?: readonly Mirror[];
  readonly conversation: string;
}

export interface TranscriptContext {
  readonly userHome: string;
  readonly workDir: string;
  /** The environment that the CLI runs with. */
  readonly env: Readonly<Record<string, string>>;
  /** The session's own folder, for a CLI whose record is written there. */
  readonly folder?: string;
}

/** What a CLI leaves where it is logged in. */
export interface LoginSigns {
  /** Variables that hold a key. */
  readonly env: readonly string[];
  /** Files that a login writes. */
  readonly files: (context: Pick<TranscriptContext, "userHome" | "env">) => readonly string[];
}

/** One coding CLI: data and pure functions. Whoever adds a CLI adds one of these and its captured screens. */
export interface Profile {
  readonly cli: string;
  readonly title: string;
  /** The command unless the configuration names another. */
  readonly command: string;
  /** Versions that the tests ran with. */
  readonly tried: readonly string[];
  readonly versionIn: (output: string) => string | undefined;
  /** Variables of the hub's environment that the CLI must not see. */
  readonly strippedEnv: readonly string[];
  /** How to get it. */
  readonly install: string;
  readonly login: LoginSigns;
  readonly launch: (context: LaunchContext) => Launch;
  readonly readScreen: (lines: readonly string[]) => ScreenState;
  /** False for a CLI whose screen can look ready while it works: then its record alone says that a turn is over. */
  readonly isWorkShown?: boolean;
  /** While its permission hook waits, the terminal shows no menu: the hook does not wait while somebody is at the desk. */
  readonly hookHidesMenu?: boolean;
  /** A hook reports its permission menus while they are shown; on a slow machine it takes this long. Until then a menu is not read off the screen. */
  readonly reportsMenusWithinMs?: number;
  /** How the composer shows a prompt that was pasted but not sent. */
  readonly holdsPrompt: (composer: string, prompt: string) => boolean;
  /** What is pasted for a picture, by itself: the CLI then shows `[Image #1]` in its place. Left out: a picture is named by its path, like any file. */
  readonly picturePaste?: (path: string) => string;
  /** Makes a prompt safe to paste: without what the composer would take for something else than words. */
  readonly promptText: (text: string) => string;
  /** Whether the CLI handles it itself, without a turn of its model. */
  readonly isOwnCommand: (text: string) => boolean;
  readonly interruptKeys: readonly string[];
  readonly clearKeys: readonly string[];
  readonly placeOf: (payload: JsonValue) => Place;
  readonly readHook: (event: string, payload: JsonValue) => HookMeaning;
  /** What the hook that asked prints; undefined leaves the CLI's own menu. */
  readonly hookOutput: (answer: Answer, input: JsonValue | undefined) => JsonObject | undefined;
  readonly readRecord: (line: string) => readonly TranscriptFact[];
  /** For a record whose lines can only be read in their order; replaces `readRecord`. */
  readonly recordReader?: () => (line: string) => readonly TranscriptFact[];
  /** Its record is complete when the hook says that the turn is over. */
  readonly isRecordedAtStop?: boolean;
  /** A file of the session's folder to which the CLI's hooks append what it is writing, and what a line of it says. */
  readonly stream?: { readonly file: string; readonly read: (line: string) => TranscriptFact | undefined };
  /** The folder in which conversations of this directory are recorded. */
  readonly transcriptFolder: (context: TranscriptContext) => string;
  /** The record of a conversation, for a CLI that no hook says it of. */
  readonly transcriptOf?: (conversation: string, context: TranscriptContext) => string;
  /** Which files below that folder are transcripts; those directly in it that end with .jsonl unless it is given. */
  readonly isTranscript?: (path: string) => boolean;
  readonly conversationOf: (file: string, firstLines: readonly string[], at: number, context: TranscriptContext) => Conversation | undefined;
}
