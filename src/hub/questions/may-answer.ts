import { whoIs, type Actor } from "#domain/people";
import type { Policy } from "#domain/policy";
import type { Question } from "#domain/question";

/** Whether somebody is to be shown the question as theirs to answer. */
export function mayAnswer(policy: Policy, by: Actor, question: Question): boolean {
  return policy.decide(by, "answer", { beganBy: question.beganBy }).verdict === "allow" && mayAllow(policy, by, question);
}

/**
 * Nobody allows what they caused themselves, a command, an invitation or a delivery, unless the table of rights lets them do it without
 * asking. What the agent asks in the turn that somebody began is theirs to answer.
 */
export function mayAllow(policy: Policy, by: Actor, { asker, beganBy }: Question): boolean {
  if (asker.kind === "turn" || beganBy !== whoIs(by)) return true;
  const { needs = [] } = asker;
  return needs.length > 0 && needs.every((right) => policy.decide(by, right).verdict === "allow");
}
