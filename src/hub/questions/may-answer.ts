import { whoIs, type Actor } from "#domain/people";
import type { Policy } from "#domain/policy";
import type { Question } from "#domain/question";

/** Whether somebody is to be shown the question as theirs to answer. */
export function mayAnswer(policy: Policy, by: Actor, question: Question): boolean {
  return policy.decide(by, "answer", { beganBy: question.beganBy }).verdict === "allow" && mayAllow(policy, by, question);
}

/** Nobody allows a command that they caused themselves, unless the table of rights lets them run it without asking. */
export function mayAllow(policy: Policy, by: Actor, { asker, beganBy }: Question): boolean {
  if (asker.kind !== "run" || beganBy !== whoIs(by)) return true;
  return asker.needs.length > 0 && asker.needs.every((right) => policy.decide(by, right).verdict === "allow");
}
