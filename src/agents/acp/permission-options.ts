import type { PermissionOption, RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import type { Answer, Option } from "#domain/question";

/** Once before always: a plain “yes” or “no” picks the first that fits, and must never change what is asked in the future. */
const order = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

/** The agent's own options as a person sees them. An agent that offers no way to refuse gets one: it ends the turn. */
export function optionsFor(offered: readonly PermissionOption[], denyLabel: string): readonly Option[] {
  const known = offered.filter(({ kind }) => order.includes(kind));
  const sorted = known.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const options = sorted.map(({ optionId, name, kind }): Option => ({ id: optionId, label: name, grants: kind.startsWith("allow") ? "allow" : "deny" }));
  return options.some(({ grants }) => grants === "deny") ? options : [...options, { id: denyId(offered), label: denyLabel, grants: "deny" }];
}

/** What the agent is told. Only an option that it offered and that was chosen by its id allows anything. */
export function outcomeFor(offered: readonly PermissionOption[], answer: Answer): RequestPermissionOutcome {
  const id = answer.how === "given" ? answer.option?.id : undefined;
  const chosen = offered.find(({ optionId }) => optionId === id);
  const denial = offered.find(({ kind }) => kind === "reject_once") ?? offered.find(({ kind }) => kind === "reject_always");
  const selected = chosen ?? denial;
  return selected === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: selected.optionId };
}

function denyId(offered: readonly PermissionOption[]): string {
  return offered.some(({ optionId }) => optionId === "deny") ? "deny-and-stop" : "deny";
}
