import type { Subject } from "#domain/question";

export interface Script {
  /** The first block that matches the prompt is played. */
  readonly blocks: readonly Block[];
  readonly otherwise: readonly Action[] | undefined;
  /** Typed at the desk, so long after the seat was opened. */
  readonly desk: readonly { readonly afterMs: number; readonly text: string }[];
}

export interface Block {
  readonly matches: readonly Match[];
  readonly actions: readonly Action[];
}

/** A text matches wherever it stands in the prompt, in any case. */
export type Match = { readonly text: string } | { readonly source: string; readonly flags: string };

export type Action =
  | { readonly do: "say"; readonly text: string; readonly everyMs: number; readonly words: number }
  | { readonly do: "step"; readonly verb: string; readonly what: string; readonly state: "done" | "failed"; readonly detail?: string; readonly afterMs: number }
  | AskAction
  | { readonly do: "run-approved"; readonly subject: Subject; readonly name?: string }
  | { readonly do: "exec"; readonly line: string; readonly stdin?: string }
  | { readonly do: "make"; readonly name: string; readonly mime: string; readonly description: string; readonly content: string }
  | { readonly do: "fail"; readonly reason: string }
  | { readonly do: "hang" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "expect"; readonly match: Match }
  | { readonly do: "desk"; readonly text: string };

export interface AskAction {
  readonly do: "ask";
  readonly kind: "permission" | "choice" | "text";
  readonly prompt: string;
  /** Labels of the options; for a permission the one that allows and the one that denies. */
  readonly labels: readonly string[];
  readonly subject?: Subject;
  readonly expiresMs?: number;
  readonly name?: string;
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** An answer's text or the id or label of its option; `expired`; or whatever no other branch took. */
  readonly when: { readonly answer: string } | "expired" | "otherwise";
  readonly actions: readonly Action[];
}
