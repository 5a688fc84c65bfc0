import { z } from "zod";
import type { Step } from "#domain/agent";
import type { PlanItem } from "#domain/work";
import { parseJsonLine } from "#agents/tmux/parse-json-line";

const maxChars = 500;
const command = z.looseObject({ cmd: z.union([z.string(), z.array(z.string())]).optional(), command: z.union([z.string(), z.array(z.string())]).optional() });
const plan = z.looseObject({ plan: z.array(z.looseObject({ step: z.string(), status: z.string() })) });
const states: Readonly<Record<string, PlanItem["state"]>> = { pending: "pending", in_progress: "in_progress", completed: "done" };

/** A tool call as one step, in a few words. `input` is its arguments as JSON, or a patch. */
export function describeCall(name: string, input: string): Pick<Step, "verb" | "what"> {
  const parsed = command.safeParse(parseJsonLine(input));
  const words = parsed.success ? (parsed.data.cmd ?? parsed.data.command) : undefined;
  const line = Array.isArray(words) ? words.join(" ") : words;
  const patch = patchIn(line ?? input);
  if (patch !== undefined) return { verb: "edit", what: patchedFiles(patch).join(", ") };
  return { verb: line === undefined ? name : "run", what: cut(line ?? input) };
}

/** The patch that is applied, by its own tool or by a command line; undefined when it is none. */
export function patchIn(text: string): string | undefined {
  return /\*\*\* Begin Patch\n[\s\S]*\n\*\*\* End Patch/.exec(text)?.[0];
}

export function patchedFiles(patch: string): readonly string[] {
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map((match) => match[1]?.trim() ?? "");
}

export function planIn(name: string, input: string): readonly PlanItem[] | undefined {
  const parsed = name === "update_plan" ? plan.safeParse(parseJsonLine(input)) : undefined;
  return parsed?.success === true ? parsed.data.plan.map((one) => ({ text: one.step, state: states[one.status] ?? "pending" })) : undefined;
}

function cut(text: string): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}
