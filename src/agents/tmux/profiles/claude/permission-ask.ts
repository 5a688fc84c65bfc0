import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer, Option, Subject } from "#domain/question";
import { defined } from "#lib/defined";
import type { HookAsk } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";
import { editDiff } from "./edit-diff.ts";

const allowOrDeny: readonly Option[] = [
  { id: "allow", label: "Allow once", grants: "allow" },
  { id: "deny", label: "Deny", grants: "deny" },
];

const questions = z.object({
  questions: z
    .array(
      z.looseObject({
        question: z.string(),
        multiSelect: z.boolean().default(false),
        options: z.array(z.looseObject({ label: z.string(), description: z.string().optional() })),
      }),
    )
    .min(1),
});

/** The question behind a permission that Claude Code asks for: what would run is frozen in the subject. */
export function askFor(tool: string, input: JsonObject, cwd: string | undefined): HookAsk {
  const step = describeTool(tool, input);
  const asked = tool === "AskUserQuestion" ? questions.safeParse(input) : undefined;
  if (asked?.success === true) return { ask: choiceAsk(asked.data.questions), input: { tool, input }, step };
  const plan = tool === "ExitPlanMode" && typeof input["plan"] === "string" ? input["plan"] : undefined;
  const prompt = plan === undefined ? promptFor(tool, input) : "May I go ahead with this plan?";
  const subject = plan === undefined ? subjectOf(tool, input, cwd) : { detail: plan };
  return { ask: { kind: "permission", prompt, subject, options: allowOrDeny }, input: { tool }, step };
}

function promptFor(tool: string, input: JsonObject): string {
  if (tool === "Bash") return "May I run this command?";
  const file = input["file_path"] ?? input["notebook_path"];
  if (typeof file === "string") return tool === "Write" ? `May I write ${file}?` : `May I change ${file}?`;
  return `May I use ${tool}?`;
}

function subjectOf(tool: string, input: JsonObject, cwd: string | undefined): Subject {
  const detail = tool === "Bash" && typeof input["command"] === "string" ? input["command"] : (editDiff(tool, input) ?? JSON.stringify(input, null, 2));
  return { detail, ...defined({ directory: cwd }) };
}

type Asked = z.output<typeof questions>["questions"];

/** One question with one answer becomes its options; anything more is answered in words. */
function choiceAsk(asked: Asked): HookAsk["ask"] {
  const [only] = asked;
  if (only !== undefined && asked.length === 1 && !only.multiSelect) {
    const options = only.options.map(({ label, description }, i) => ({ id: `o${i + 1}`, label: describe(label, description) }));
    return { kind: "choice", prompt: only.question, options };
  }
  const prompt = asked
    .map((one) => [one.question, ...one.options.map(({ label, description }) => `- ${describe(label, description)}`)].join("\n"))
    .join("\n\n");
  return { kind: "text", prompt, options: [] };
}

function describe(label: string, description: string | undefined): string {
  return description === undefined || description === "" ? label : `${label} (${description})`;
}

const remembered = z.object({ tool: z.string(), input: questions });

/** What an answered question is for the tool that asked it; undefined for a plain permission. */
export function answeredInput(answer: Extract<Answer, { how: "given" }>, input: JsonValue | undefined): JsonObject | undefined {
  const parsed = remembered.safeParse(input);
  if (!parsed.success) return undefined;
  const asked = parsed.data.input.questions;
  const [only] = asked;
  const index = answer.option === undefined ? -1 : Number(answer.option.id.slice(1)) - 1;
  const chosen = only?.options[index]?.label ?? answer.text;
  if (only !== undefined && asked.length === 1 && chosen !== undefined)
    return { behavior: "allow", updatedInput: { questions: asked as unknown as JsonValue, answers: { [only.question]: chosen } } };
  return { behavior: "deny", message: `${answer.by} answered: ${answer.text ?? answer.option?.label ?? "nothing"}` };
}
