import type { Address } from "./channel.ts";
import type { Run } from "./command.ts";
import type { ErrorCode } from "./errors.ts";
import type { Answer, Ask, QuestionState } from "./question.ts";
import type { ArtifactId, QuestionId, SessionId, TurnId } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { PromptFile } from "./prompt-file.ts";
import type { Ending } from "./turn.ts";
import type { TurnUsage, WorkPlan, WorkStatus } from "./work.ts";

export type AgentKind = "tmux" | "acp" | "builtin" | "delivery" | "scripted" | "joins";

/** One thing the agent did inside a turn. The same id again replaces it: running becomes done or failed. */
export interface Step {
  readonly id: string;
  readonly verb: string;
  readonly what: string;
  readonly state: "running" | "done" | "failed";
  readonly detail?: string;
  readonly ms?: number;
}

/** A file the agent made. The hub copies it while `happened` is awaited; afterwards the agent may remove it. */
export interface MadeFile {
  readonly name: string;
  readonly mime: string;
  readonly description: string;
  readonly content: { readonly path: string } | { readonly bytes: Uint8Array };
  /** Posted in the thread at once instead of with the answer: a picture that belongs to the question that follows. */
  readonly isShownNow?: boolean;
  /** Only kept: the agent hands it over itself with `deliver`, so it comes neither now nor with the answer. */
  readonly isHandedOver?: boolean;
}

/**
 * Events of one turn. Exactly one `ended` per turn, last; failure is reported, not thrown. `started` is only for a turn that
 * the hub did not begin (typed at the desk): its id comes from the driver, its prompt from what was typed.
 * `asked` and `made` carry a key: the same key again in the same turn is the same question, the same file.
 */
export type TurnEvent =
  | { readonly kind: "started"; readonly turn: TurnId; readonly origin: "desk"; readonly prompt: string }
  | { readonly kind: "step"; readonly turn: TurnId; readonly step: Step }
  | { readonly kind: "delta"; readonly turn: TurnId; readonly text: string }
  /** What it is doing right now; the latest counts. Also a sign of life where nothing else is to be seen. */
  | { readonly kind: "status"; readonly turn: TurnId; readonly status: WorkStatus }
  /** The whole list; the latest counts. */
  | { readonly kind: "plan"; readonly turn: TurnId; readonly plan: WorkPlan }
  /** Of the whole turn so far; the latest counts, so that a turn that is played again is not counted twice. */
  | { readonly kind: "usage"; readonly turn: TurnId; readonly usage: TurnUsage }
  | { readonly kind: "asked"; readonly turn: TurnId; readonly ask: Ask }
  /** Nobody can answer it any more: the agent does not want to know. */
  | { readonly kind: "unasked"; readonly turn: TurnId; readonly key: string; readonly reason: string }
  /** Somebody answered it at the terminal: an option's id, or words. The agent has that answer already and is not handed it. */
  | { readonly kind: "settled"; readonly turn: TurnId; readonly key: string; readonly option?: string; readonly text?: string }
  | { readonly kind: "made"; readonly turn: TurnId; readonly key: string; readonly file: MadeFile }
  | { readonly kind: "ended"; readonly turn: TurnId; readonly ending: Ending };

/** Events of the seat itself, also while no turn is under way: its process or pane died, or runs again. */
export type SeatEvent = { readonly kind: "gone"; readonly reason: string } | { readonly kind: "back" };

export type AgentEvent = TurnEvent | SeatEvent;

/**
 * What became of an event. `kept`: what must be stored is on disk; a question comes with its id, a file with that of its copy.
 * `busy` is for `started` while another turn is under way: report it again when that one has ended. `late`: the turn is over,
 * or the hub does not know it; nothing was stored.
 */
export type Heard =
  | { readonly how: "kept"; readonly question?: QuestionId; readonly artifact?: ArtifactId }
  | { readonly how: "busy"; readonly reason: string }
  | { readonly how: "late" };

/** The turn that was under way when the hub died, with what it had asked, so that a driver can go on or end it. */
export interface OpenTurn {
  readonly id: TurnId;
  /** A desk turn's prompt went to the agent by other hands: a driver that cannot find it again ends it as lost. */
  readonly origin: "prompt" | "desk";
  readonly prompt: Prompt;
  /** In any order. A key that is there twice was asked anew with another subject. */
  readonly asked: readonly { readonly key: string; readonly question: QuestionId; readonly state: QuestionState }[];
}

export interface Prompt {
  readonly text: string;
  /** Who asked, by name, for agents that show it. */
  readonly by: string;
  /** True for words of a third party: shown to a model as data, never as an instruction of the person's. */
  readonly outside: boolean;
  /** Somebody without an entry who was let in. The hub's own agent answers them and changes nothing for them. */
  readonly isGuest?: boolean;
  readonly files: readonly PromptFile[];
  /** The chat it was said in; left out for the page, the API and the desk. */
  readonly room?: { readonly name: string; readonly direct: boolean };
  /** The text that it replies to, as it stands in the thread; one that is not there is headed as quoted from the chat. */
  readonly replyTo?: string;
}

/** Prints as `[secret]` wherever it is printed by accident; only `reveal` hands it out. Never stored, never logged. */
export interface SecretValue {
  reveal(): string;
}

/** One JSON value per session that survives restarts and goes with the session: a conversation's id, a place in a transcript. */
export interface SeatMemory {
  get(): Promise<JsonValue | undefined>;
  /** Throws TooLarge past 64 KB. */
  set(value: JsonValue): Promise<void>;
}

/** A line of the session's thread, for agents that must be told the conversation. */
export interface HistoryLine {
  readonly role: "user" | "assistant" | "system";
  readonly by: string;
  readonly text: string;
  readonly at: number;
  readonly outside: boolean;
}

/** What became of a file that was sent to a chat. `waiting`: not yet out; it is still tried. */
export type Delivered =
  | { readonly how: "sent" }
  | { readonly how: "waiting" | "unknown" | "failed" | "refused"; readonly code?: ErrorCode; readonly reason: string };

export interface ExecOptions {
  /** The same key is the same run, so that a turn that is played again runs nothing twice. */
  readonly key: string;
  readonly stdin?: string;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/** A tool of the hub's for the agents of its own sessions, as a model is offered it. */
export interface SeatTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  /** It changes nothing and sends nothing. */
  readonly isReading: boolean;
}

/** A page of the hub's own on which somebody types one secret, once. Disposing takes it away. */
export interface SecretLink extends Disposable {
  readonly url: string;
}

export interface SeatSpec {
  readonly session: SessionId;
  readonly name: string;
  readonly cliType: string;
  readonly workDir: string;
  /** The driver's own settings, already checked against its schema. Stored, so a secret is never in them: see `secret`. */
  readonly settings: JsonObject;
  /** A secret of the driver's own settings, by its key. Only in memory. */
  secret(name: string): SecretValue | undefined;
  /** Asks for a secret by a link: what is typed there goes to `take`, which says whether it was still wanted, and is kept nowhere. Left out where no page is served. */
  secretLink?(take: (secret: SecretValue) => Promise<boolean>): SecretLink;
  /** Environment variables for the agent's processes. Only in memory. */
  readonly env: Readonly<Record<string, SecretValue>>;
  /** What starts the agent instead of its usual command. */
  readonly startCommand?: string;
  /** Whether the agent is to run as soon as the seat is opened; otherwise its first prompt starts it. */
  readonly autoStart: boolean;
  /** An older conversation to go on with instead of the last one: an id of `conversations`. */
  readonly resume?: string;
  /** The user that the agent's processes run as. */
  readonly runAs?: string;
  /** The session's own folder below the hub's home, 0700: the hook's secret, the prompts' files. */
  readonly folder: string;
  readonly memory: SeatMemory;
  readonly openTurn?: OpenTurn;
  /** The newest lines of the session's thread, oldest first, at most so many and within 256 KB. */
  history(limit: number): Promise<readonly HistoryLine[]>;
  /** One line of the terminal as the session's own agent: gated, limited and recorded like anyone's. */
  exec(line: string, how: ExecOptions): Promise<Run>;
  /** The same with the arguments as data, by option name; `true` is an option without a value, a list an option several times. */
  call(name: string, args: JsonObject, how: ExecOptions): Promise<Run>;
  /** What the hub offers besides the terminal: files, other sessions, deliveries. */
  tools(): readonly SeatTool[];
  /** One call of such a tool: gated, limited and recorded as a command is. Throws InvalidArgs. */
  use(tool: string, args: JsonObject, how: Omit<ExecOptions, "stdin">): Promise<Run>;
  /** Into the audit log, as this session's own doing. Plain data without secrets. */
  record(data: JsonObject): Promise<void>;
  /** Sends a file of the session's own to a chat and waits, at most until the signal aborts, for what becomes of it. */
  deliver(artifact: ArtifactId, to: Address, signal: AbortSignal): Promise<Delivered>;
}

export interface SeatSink {
  /** Resolves when the hub has stored what must be stored. Rejects when it could not: the driver reports it again or ends the turn. */
  happened(event: AgentEvent): Promise<Heard>;
}

/** What a hook prints at once, or the question that it waits for; neither: nothing. */
export interface HookReply {
  readonly output?: JsonObject;
  readonly question?: QuestionId;
}

/** A stretch of one look; colours as `#rrggbb`. */
export interface ScreenSpan {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** What the agent's terminal shows right now. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly lines: readonly (readonly ScreenSpan[])[];
  readonly cursor?: { readonly column: number; readonly row: number };
}

export function screenText(screen: Screen): string {
  return screen.lines
    .map((line) =>
      line
        .map((span) => span.text)
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

/** An older conversation of the agent's that could be resumed. */
export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly at: number;
}

/** What is known of the agent's process. */
export interface SeatFacts {
  readonly pid?: number;
  readonly memoryBytes?: number;
  readonly startedAt?: number;
  readonly model?: string;
  /** Somebody else started it, and Parley neither ends nor restarts it. */
  readonly isAdopted?: boolean;
}

/** What an agent that works in a folder of its own has made so far. */
export interface SeatWork {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** How many files are not listed. */
  readonly unlisted: number;
  /** What changed since the start, as a unified diff where there is something to compare with. */
  readonly changes: string;
}

/**
 * What became of a prompt. `busy`: not now, for example because somebody types at the desk; the turn stays queued and is
 * tried again when the driver reports an end or `back`, and from time to time. `refused`: it never reached the agent.
 * `unknown`: nobody can say whether it did. A reason is a sentence for the people who wait, without a full stop.
 */
export type BeginOutcome = { readonly how: "taken" } | { readonly how: "busy" | "refused" | "unknown"; readonly reason?: string };

/** Disposing lets go of timers and sockets; end() ends the session and what it started. */
export interface Seat extends AsyncDisposable {
  /** Never twice for one turn unless it was `busy`; after a restart the driver finds out, it does not send again. Resolves before the turn's first event is reported. */
  begin(turn: TurnId, prompt: Prompt): Promise<BeginOutcome>;
  /** The turn then ends with `stopped`. Harmless for a turn that is over. */
  interrupt(turn: TurnId): Promise<void>;
  /** May come twice with the same answer after a restart: applied at most once. */
  answer(question: QuestionId, answer: Answer): Promise<void>;
  /** A hook of this session; safe to repeat with the same payload, which is then the same question. */
  signal?(event: string, payload: JsonValue, signal: AbortSignal): Promise<HookReply>;
  /** What the hook that waited for this answer prints; undefined for nothing, and the agent's own menu stays. Knows it from the answer alone, after a restart too. */
  hookOutput?(answer: Answer): JsonObject | undefined;
  /** Keys for the agent's terminal, by tmux's names: `Enter`, `Escape`, `C-c`, `1`, or text. */
  press?(keys: readonly string[]): Promise<void>;
  screen?(): Promise<Screen>;
  /** Calls back after each change of the screen, until the returned function is called. Left out: whoever watches looks from time to time. */
  watchScreen?(changed: () => void): () => void;
  conversations?(): Promise<readonly Conversation[]>;
  facts?(): Promise<SeatFacts>;
  /** Undefined while nothing is under way. */
  work?(signal: AbortSignal): Promise<SeatWork | undefined>;
  /** Leaves no process behind that the session started. */
  end(): Promise<void>;
}

/** Opening adopts what still runs; for `spec.openTurn` it goes on, or reports its end. Both after `open` has resolved. */
export interface AgentDriver extends Partial<AsyncDisposable> {
  readonly kind: AgentKind;
  /** Its seats are opened when the hub starts, so that the desk is heard before the first prompt. */
  readonly watches: boolean;
  open(spec: SeatSpec, sink: SeatSink, signal: AbortSignal): Promise<Seat>;
}
