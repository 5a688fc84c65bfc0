import type { Run } from "./command.ts";
import type { Answer, Ask, QuestionState } from "./question.ts";
import type { QuestionId, SessionId, TurnId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Ending } from "./turn.ts";

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
}

/**
 * Each names its turn. Exactly one `ended` per turn, last; failure is reported, not thrown. `started` is only for a turn
 * that the hub did not begin (typed at the desk): its id comes from the driver, its prompt from what was typed.
 * `asked` and `made` carry a key: the same key again in the same turn is the same question, the same file.
 */
export type AgentEvent =
  | { readonly kind: "started"; readonly turn: TurnId; readonly origin: "desk"; readonly prompt: string }
  | { readonly kind: "step"; readonly turn: TurnId; readonly step: Step }
  | { readonly kind: "delta"; readonly turn: TurnId; readonly text: string }
  | { readonly kind: "asked"; readonly turn: TurnId; readonly ask: Ask }
  | { readonly kind: "unasked"; readonly turn: TurnId; readonly key: string; readonly reason: string }
  | { readonly kind: "made"; readonly turn: TurnId; readonly key: string; readonly file: MadeFile }
  | { readonly kind: "ended"; readonly turn: TurnId; readonly ending: Ending };

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
}

export interface SeatSpec {
  readonly session: SessionId;
  readonly name: string;
  readonly cliType: string;
  readonly workDir: string;
  /** The driver's own settings, already checked against its schema. */
  readonly settings: JsonObject;
  readonly openTurn?: OpenTurn;
  /**
   * One line of the terminal as the session's own agent: gated, limited and recorded like everybody's. The same key is the
   * same run, so that a turn that is played again runs nothing twice.
   */
  exec(line: string, how: { readonly key: string; readonly stdin?: string; readonly timeoutMs?: number; readonly signal: AbortSignal }): Promise<Run>;
}

export interface SeatSink {
  /** Resolves when the hub has kept what must be kept. Rejects when it could not: the driver reports it again or ends the turn. */
  happened(event: AgentEvent): Promise<void>;
}

export interface HookReply {
  readonly output?: JsonObject;
  readonly question?: QuestionId;
}

/** Disposing lets go of timers and sockets; end() ends the session and what it started. */
export interface Seat extends AsyncDisposable {
  /** Never twice for one turn; after a restart the driver finds out, it does not send again. Resolves before the turn's first event is reported. */
  begin(turn: TurnId, prompt: Prompt): Promise<"taken" | "refused" | "unknown">;
  /** The turn then ends with `stopped`. Harmless for a turn that is over. */
  interrupt(turn: TurnId): Promise<void>;
  /** May come twice with the same answer after a restart: applied at most once. */
  answer(question: QuestionId, answer: Answer): Promise<void>;
  /** A hook of this session; safe to repeat with the same payload. */
  signal?(event: string, payload: unknown): Promise<HookReply>;
  end(): Promise<void>;
}

/** Opening adopts what still runs; for `spec.openTurn` it goes on, or reports its end. Both after `open` has resolved. */
export interface AgentDriver {
  readonly kind: AgentKind;
  open(spec: SeatSpec, sink: SeatSink, signal: AbortSignal): Promise<Seat>;
}
