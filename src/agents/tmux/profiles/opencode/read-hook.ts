import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/json";
import type { Answer, Option } from "#domain/question";
import { defined } from "#lib/defined";
import type { HookAsk, HookMeaning, Place } from "#agents/tmux/profile";
import { describeTool } from "./describe-tool.ts";

/** The events for which the plugin calls a hook. */
export const openCodeHooks = ["start", "prompt", "idle", "permission", "question"] as const;

const common = z.looseObject({ session: z.string().optional(), record: z.string().optional(), model: z.string().nullish() });
const submitted = z.looseObject({ text: z.string() });
const permission = z.looseObject({
  permission: z.string(),
  patterns: z.array(z.string()).default([]),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
const question = z.looseObject({
  questions: z
    .array(
      z.looseObject({
        question: z.string(),
        multiple: z.boolean().default(false),
        options: z.array(z.looseObject({ label: z.string(), description: z.string().optional() })).default([]),
      }),
    )
    .min(1),
});

export function openCodePlace(payload: JsonValue): Place {
  const { data } = common.safeParse(payload);
  return data === undefined ? {} : defined({ conversation: data.session, transcript: data.record });
}

export function readOpenCodeHook(event: string, payload: JsonValue): HookMeaning {
  switch (event) {
    case "start":
      return { kind: "started" };
    case "prompt": {
      const { data } = submitted.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "prompt", text: data.text };
    }
    case "permission": {
      const { data } = permission.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "asks", asks: permissionAsk(data) };
    }
    case "question": {
      const { data } = question.safeParse(payload);
      return data === undefined ? { kind: "sign" } : { kind: "asks", asks: questionAsk(data.questions) };
    }
    default:
      return { kind: "sign" };
  }
}

const allowOrDeny: readonly Option[] = [
  { id: "allow", label: "Allow once", grants: "allow" },
  { id: "deny", label: "Reject", grants: "deny" },
];

/** What would happen is frozen in the subject: the command, the diff, or all that OpenCode tells. */
function permissionAsk({ permission: kind, patterns, metadata }: z.output<typeof permission>): HookAsk {
  const text = (key: string): string | undefined => (typeof metadata[key] === "string" ? metadata[key] : undefined);
  const file = text("filepath") ?? patterns[0];
  const command = kind === "bash" ? (text("command") ?? patterns.join("\n")) : undefined;
  const detail = command ?? text("diff") ?? JSON.stringify({ patterns, ...metadata }, null, 2);
  const prompt = command !== undefined ? "May I run this command?" : kind === "edit" && file !== undefined ? `May I change ${file}?` : `May I use ${kind}?`;
  return {
    ask: { kind: "permission", prompt, subject: { detail }, options: allowOrDeny },
    input: { kind },
    step: command !== undefined ? describeTool("bash", { command }) : { verb: kind, what: file ?? kind },
    shown: command ?? file ?? kind,
  };
}

type Asked = z.output<typeof question>["questions"];

/** One question with one answer becomes its options; anything more is answered in words. */
function questionAsk(asked: Asked): HookAsk {
  const [only] = asked;
  const input = { questions: asked.map((one) => one.options.map(({ label }) => label)) };
  const step = { verb: "ask", what: only?.question ?? "" };
  const describe = ({ label, description }: Asked[number]["options"][number]): string =>
    description === undefined || description === "" ? label : `${label} (${description})`;
  if (only !== undefined && asked.length === 1 && !only.multiple && only.options.length > 0) {
    const options = only.options.map((option, i) => ({ id: `o${i + 1}`, label: describe(option) }));
    return { ask: { kind: "choice", prompt: only.question, options }, input, step };
  }
  const prompt = asked.map((one) => [one.question, ...one.options.map((option) => `- ${describe(option)}`)].join("\n")).join("\n\n");
  return { ask: { kind: "text", prompt, options: [] }, input, step };
}

const remembered = z.object({ questions: z.array(z.array(z.string())) });

/** What the plugin hands to OpenCode. Whatever is not a clear yes is a no; with words the model hears why and goes on. */
export function openCodeHookOutput(answer: Answer, input: JsonValue | undefined): JsonObject {
  const asked = remembered.safeParse(input).data?.questions;
  if (asked !== undefined) return answeredQuestions(answer, asked);
  if (answer.how === "expired") return { reply: "reject", message: answer.reason };
  if (answer.option?.grants === "allow") return { reply: "once" };
  const words = answer.text === undefined ? "" : ` They said: ${answer.text}`;
  return { reply: "reject", message: `${answer.by} did not allow this.${words}` };
}

function answeredQuestions(answer: Answer, asked: readonly (readonly string[])[]): JsonObject {
  if (answer.how === "expired") return { rejected: true };
  const index = answer.option === undefined ? -1 : Number(answer.option.id.slice(1)) - 1;
  const chosen = asked[0]?.[index] ?? answer.text;
  return chosen === undefined ? { rejected: true } : { answers: asked.map(() => [chosen]) };
}
