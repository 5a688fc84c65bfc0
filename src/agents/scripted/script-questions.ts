import type { Answer, Ask, Option } from "#domain/question";
import type { Action, AskAction, Branch } from "./language.ts";
import { defined } from "#lib/defined";

export function toAsk(action: AskAction, key: string, prompt: string): Ask {
  return {
    key,
    kind: action.kind,
    prompt,
    options: optionsOf(action),
    ...(action.subject && { subject: action.subject }),
    ...defined({ expiresMs: action.expiresMs }),
  };
}

function optionsOf(action: AskAction): readonly Option[] {
  if (action.kind !== "permission") return action.labels.map((label, i) => ({ id: `option-${i + 1}`, label }));
  const [allow = "Allow once", deny = "Deny"] = action.labels;
  return [
    { id: "allow", label: allow, grants: "allow" },
    { id: "deny", label: deny, grants: "deny" },
  ];
}

/** The branch that names the answer, else `otherwise`, else nothing: the script goes on below the question. */
export function branchFor(action: AskAction, answer: Answer): readonly Action[] {
  const named = action.branches.find((branch) => isAnswer(branch.when, answer));
  return (named ?? action.branches.find((branch) => branch.when === "otherwise"))?.actions ?? [];
}

function isAnswer(when: Branch["when"], answer: Answer): boolean {
  if (typeof when === "string") return when === answer.how;
  if (answer.how === "expired") return false;
  return [answer.option?.id, answer.option?.label, answer.text].some((given) => given?.trim().toLowerCase() === when.answer.trim().toLowerCase());
}

export function shownAnswer(answer: Answer): string {
  return answer.how === "expired" ? answer.reason : (answer.option?.label ?? answer.text ?? "");
}
