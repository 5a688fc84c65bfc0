import type { InboundBy } from "#domain/channel";
import type { ErrorCode } from "#domain/errors";
import { nameOf, roleOf, whoIs, type Actor, type Reader } from "#domain/people";
import type { About, Decision, Policy, Right } from "#domain/policy";
import type { Directory } from "./directory.ts";
import { columnOf, grantFor, rights } from "./rights.ts";
import { defined } from "#lib/defined";
import { withoutRoleClaims } from "#lib/text/role-claim";

export interface PolicyOptions {
  readonly directory: Directory;
  /** --allow-everyone: whoever has no entry is a guest instead of a stranger. */
  readonly allowEveryone: boolean;
  /** Names that may answer at all; undefined when nothing narrows it. `operator` is whoever runs the program on its home. */
  readonly approvers?: readonly string[] | undefined;
}

export function createPolicy({ directory, allowEveryone, approvers }: PolicyOptions): Policy {
  return {
    identify: (by) => identify(by, directory, allowEveryone),
    decide: (actor, right, about = {}) => decide(actor, right, about, approvers),
    reader,
  };
}

function identify(by: InboundBy, directory: Directory, allowEveryone: boolean): Actor {
  // The platform chose it, so that it cannot be refused.
  const name = withoutRoleClaims(by.name) || (by.account ?? "?");
  if (by.kind === "outside") return { kind: "outside", name, ...defined({ account: by.account }) };
  const person = by.unverified === true ? undefined : directory.byAccount(by.account);
  if (person !== undefined) return { kind: "person", id: person.id, name: person.name, role: person.role, account: by.account };
  return { kind: allowEveryone ? "guest" : "stranger", account: by.account, name, ...defined({ unverified: by.unverified }) };
}

function decide(actor: Actor, right: Right, about: About, approvers: readonly string[] | undefined): Decision {
  const decision = decideAlone(actor, right, about, approvers);
  if (actor.kind !== "agent" || actor.maker === undefined || decision.verdict === "deny") return decision;
  // Otherwise people could give themselves a right by registering an agent.
  const most = rights[right][actor.maker.role];
  if (most === "deny" || (most === "own" && !isOwnOf(actor, about))) return deny(denialOf(actor, right));
  return most === "ask" ? { verdict: "ask" } : decision;
}

/** Of the agent itself, or of the person who made it. */
function isOwnOf({ id, maker }: Extract<Actor, { kind: "agent" }>, { beganBy }: About): boolean {
  return beganBy !== undefined && (beganBy === id || beganBy === maker?.id);
}

function decideAlone(actor: Actor, right: Right, about: About, approvers: readonly string[] | undefined): Decision {
  const rule = rights[right][columnOf(actor)];
  // Narrowing comes after the table: it can only turn a yes into a no.
  if (right === "answer" && rule !== "deny" && approvers !== undefined && !approvers.includes(nameOf(actor))) return deny("NotAnApprover");
  switch (rule) {
    case "allow":
    case "ask":
      return { verdict: rule };
    case "own":
      return about.beganBy === whoIs(actor) ? { verdict: "allow" } : deny(denialOf(actor, right));
    case "granted":
      return isGranted(actor, right) && !isOthersTurn(actor, right, about) ? { verdict: "allow" } : deny(denialOf(actor, right));
    case "deny":
      return deny(denialOf(actor, right));
  }
}

/** A grant to give sessions work is none to stop what others gave them. */
function isOthersTurn(actor: Actor, right: Right, about: About): boolean {
  return right === "turn.stop" && about.beganBy !== undefined && actor.kind === "agent" && !isOwnOf(actor, about);
}

function isGranted(actor: Actor, right: Right): boolean {
  const grant = grantFor[right];
  return grant !== undefined && actor.kind === "agent" && actor.may.includes(grant);
}

function denialOf(actor: Actor, right: Right): ErrorCode {
  if (right !== "answer") return "NotAllowed";
  if (actor.kind === "agent" || actor.kind === "session") return "AgentsNeverAnswer";
  return actor.kind === "person" ? "NotAnApprover" : "NotAllowed";
}

function deny(code: ErrorCode): Decision {
  return { verdict: "deny", code };
}

function reader(actor: Actor): Reader {
  const who = whoIs(actor);
  const role = roleOf(actor);
  if (role === "owner" || role === "admin" || actor.kind === "hub") return { sees: "all", who };
  if (actor.kind === "session") return { sees: "one", who, thread: actor.thread };
  if (actor.kind === "agent" && actor.only !== undefined) return { sees: "one", who, thread: actor.only };
  return { sees: "some", who, open: role === "member" || actor.kind === "agent" };
}
