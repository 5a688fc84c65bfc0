import type { Actor, Grant } from "#domain/people";
import type { Right } from "#domain/policy";

/** Everybody who can stand before the gate, as columns of one table. */
export type Column = "member" | "admin" | "owner" | "agent" | "join" | "guest" | "stranger" | "outside" | "operator" | "hub";

/**
 * `ask`: a person is asked first. `own`: only what belongs to a turn that they began. `granted`: only with the grant that
 * `grantFor` names.
 */
export type Rule = "allow" | "ask" | "deny" | "own" | "granted";

export const columns: readonly Column[] = ["member", "admin", "owner", "agent", "join", "guest", "stranger", "outside", "operator", "hub"];

/** Who may what. docs/rights.md prints it, and a test holds the two together. */
export const rights: Readonly<Record<Right, Readonly<Record<Column, Rule>>>> = {
  speak: row("allow", "allow", "allow", "allow", "allow", "allow", "deny", "allow", "allow", "allow"),
  prompt: row("allow", "allow", "allow", "granted", "deny", "allow", "deny", "deny", "allow", "allow"),
  answer: row("own", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "deny"),
  "run.plain": row("allow", "allow", "allow", "allow", "allow", "allow", "deny", "deny", "allow", "allow"),
  "run.files": row("ask", "allow", "allow", "allow", "deny", "deny", "deny", "deny", "allow", "allow"),
  "run.replace": row("ask", "allow", "allow", "ask", "deny", "deny", "deny", "deny", "allow", "allow"),
  "run.network": row("ask", "allow", "allow", "allow", "deny", "deny", "deny", "deny", "allow", "allow"),
  "run.risky": row("ask", "ask", "allow", "ask", "deny", "deny", "deny", "deny", "allow", "allow"),
  "session.new": row("deny", "allow", "allow", "granted", "deny", "deny", "deny", "deny", "allow", "allow"),
  "session.end": row("deny", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  "desk.see": row("allow", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  "desk.type": row("deny", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  "turn.stop": row("own", "allow", "allow", "granted", "deny", "own", "deny", "deny", "allow", "allow"),
  listen: row("deny", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  invite: row("deny", "allow", "allow", "granted", "deny", "deny", "deny", "deny", "allow", "allow"),
  deliver: row("ask", "allow", "allow", "ask", "deny", "deny", "deny", "deny", "allow", "allow"),
  people: row("deny", "deny", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  tokens: row("deny", "deny", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  audit: row("deny", "deny", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  statistics: row("deny", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  "config.see": row("deny", "allow", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "allow"),
  "config.edit": row("deny", "deny", "allow", "deny", "deny", "deny", "deny", "deny", "allow", "deny"),
};

/** Which grant of an agent's token opens a `granted` rule. A right without one here is opened by none. */
export const grantFor: Readonly<Partial<Record<Right, Grant>>> = {
  invite: "invite",
  prompt: "prompt",
  "session.new": "prompt",
  "turn.stop": "prompt",
};

export function columnOf(actor: Actor): Column {
  if (actor.kind === "person") return actor.role;
  if (actor.kind === "session") return "agent";
  if (actor.kind === "agent") return actor.only === undefined ? "agent" : "join";
  return actor.kind;
}

function row(...rules: readonly [Rule, Rule, Rule, Rule, Rule, Rule, Rule, Rule, Rule, Rule]): Readonly<Record<Column, Rule>> {
  const [member, admin, owner, agent, join, guest, stranger, outside, operator, hub] = rules;
  return { member, admin, owner, agent, join, guest, stranger, outside, operator, hub };
}
