import type { InboundBy } from "./channel.ts";
import type { ErrorCode } from "./errors.ts";
import type { Actor, Reader } from "./people.ts";

/** What can be asked of the gate. The table of who may what is data in policy/rights. */
export type Right =
  | "speak"
  | "prompt"
  | "answer"
  | "run.plain"
  | "run.files"
  | "run.replace"
  | "run.network"
  | "run.risky"
  | "session.new"
  | "session.end"
  | "desk.see"
  | "desk.type"
  | "turn.stop"
  | "listen"
  | "invite"
  | "deliver"
  | "people"
  | "tokens"
  | "audit"
  | "statistics"
  | "config.see"
  | "config.edit";

/** What the deed is about, where that decides. */
export interface About {
  /** `whoIs` of the one who began the turn. */
  readonly beganBy?: string;
}

export type Decision = { readonly verdict: "allow" } | { readonly verdict: "ask" } | { readonly verdict: "deny"; readonly code: ErrorCode };

/** Reads memory only and never waits. No rule means no. */
export interface Policy {
  identify(by: InboundBy): Actor;
  decide(actor: Actor, right: Right, about?: About): Decision;
  reader(actor: Actor): Reader;
}
