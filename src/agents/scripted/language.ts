import type { Conversation, SeatFacts } from "#domain/agent";
import type { Subject } from "#domain/question";
import type { TurnUsage, WorkPlan, WorkStatus } from "#domain/work";

export interface Script {
  /** The first block that matches the prompt is played. */
  readonly blocks: readonly ScriptBlock[];
  readonly otherwise: readonly Action[] | undefined;
  /** Typed at the desk, so long after the seat was opened. */
  readonly desk: readonly { readonly afterMs: number; readonly text: string }[];
  /** How matching prompts are answered instead of being taken. */
  readonly begins: readonly BeginRule[];
  /** The process dies, so long after the seat was opened, and may come back. */
  readonly gone: readonly GoneAction[];
  readonly hooks: readonly HookRule[];
  readonly screen: readonly string[];
  readonly facts: SeatFacts | undefined;
  readonly conversations: readonly Omit<Conversation, "at">[];
}

export interface BeginRule {
  readonly match: Match;
  readonly how: "busy" | "refused" | "unknown";
  readonly reason: string;
  /** Busy for so long after the first such prompt. */
  readonly forMs: number;
}

export interface GoneAction {
  readonly do: "gone";
  readonly reason: string;
  readonly afterMs: number;
  /** After it died; undefined: it stays away. */
  readonly backAfterMs?: number;
}

/** A hook event by its name: an answer at once, or a permission that the turn under way asks for. */
export type HookRule = { readonly event: string; readonly afterMs: number } & (
  | { readonly reply: string }
  | { readonly ask: Pick<AskAction, "prompt" | "labels" | "subject" | "expiresMs"> }
);

export interface ScriptBlock {
  readonly matches: readonly Match[];
  readonly actions: readonly Action[];
}

/** A text matches wherever it stands in the prompt, in any case. */
export type Match = { readonly text: string } | { readonly source: string; readonly flags: string };

export type Action =
  | { readonly do: "say"; readonly text: string; readonly everyMs: number; readonly words: number }
  /** The answer ends without the words that were said so far. */
  | { readonly do: "unsay" }
  | { readonly do: "step"; readonly verb: string; readonly what: string; readonly state: "done" | "failed"; readonly detail?: string; readonly afterMs: number }
  | AskAction
  | { readonly do: "run-approved"; readonly subject: Subject; readonly name?: string }
  | { readonly do: "exec"; readonly line: string; readonly stdin?: string }
  | {
      readonly do: "make";
      readonly name: string;
      readonly mime: string;
      readonly description: string;
      readonly content: string;
      /** How often the content stands in the file. */
      readonly times: number;
      readonly isShownNow: boolean;
    }
  | { readonly do: "status"; readonly doing: WorkStatus["doing"]; readonly what?: string; readonly forMs?: number }
  | { readonly do: "plan"; readonly plan: WorkPlan }
  | { readonly do: "usage"; readonly usage: TurnUsage }
  | { readonly do: "remember"; readonly text: string }
  | { readonly do: "check"; readonly where: "env" | "secret"; readonly name: string; readonly match: Match }
  | { readonly do: "history"; readonly limit: number }
  | { readonly do: "open"; readonly name: string }
  | { readonly do: "call"; readonly name: string; readonly args: readonly (readonly [string, string])[] }
  | { readonly do: "deliver"; readonly channel: string; readonly room: string }
  | GoneAction
  | { readonly do: "fail"; readonly reason: string }
  | { readonly do: "hang" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "expect"; readonly match: Match }
  | { readonly do: "desk"; readonly text: string; readonly isNow: boolean };

export interface AskAction {
  readonly do: "ask";
  readonly kind: "permission" | "choice" | "text";
  readonly prompt: string;
  /** Labels of the options; for a permission the one that allows and the one that denies. */
  readonly labels: readonly string[];
  readonly subject?: Subject;
  readonly expiresMs?: number;
  /** Answered at the terminal, so long after it was asked. */
  readonly settled?: { readonly answer: string; readonly afterMs: number };
  readonly name?: string;
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** An answer's text or the id or label of its option; `expired`; or whatever no other branch took. */
  readonly when: { readonly answer: string } | "expired" | "otherwise";
  readonly actions: readonly Action[];
}
