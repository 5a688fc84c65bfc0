import { z } from "zod";
import type { Conversation, Said } from "./script.ts";
import { defined } from "#lib/defined";

// The protocol with `input` items and a stream of response events: what Codex speaks.

const item = z.looseObject({ type: z.string().optional(), role: z.string().optional(), content: z.unknown().optional(), output: z.unknown().optional() });
const tool = z.looseObject({ type: z.string(), name: z.string().optional(), tools: z.array(z.looseObject({ name: z.string().optional() })).optional() });

export const responsesRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string().transform((text) => [{ role: "user", content: text }]), z.array(item)]),
  tools: z.array(tool).default([]),
});

type Request = z.output<typeof responsesRequest>;

export function conversationOf({ input, tools }: Request): Conversation {
  const items: readonly z.output<typeof item>[] = input;
  return {
    asked: items
      .filter((one) => one.role === "user")
      .map((one) => textOf(one.content))
      .join("\n"),
    results: items.filter((one) => one.type?.endsWith("_output") === true).map((one) => textOf(one.output)),
    tools: tools.flatMap((one) => (one.tools === undefined ? [one.name ?? ""] : one.tools.map((inner) => inner.name ?? ""))),
  };
}

/** Some tools lie in a group of their server's, and a call must name the group. */
export function groupOf({ tools }: Request, name: string): string | undefined {
  return tools.find((one) => one.tools?.some((inner) => inner.name === name) === true)?.name;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

export function* responseEvents(
  said: Said,
  { model, id, group }: { readonly model: string; readonly id: string; readonly group: string | undefined },
): Generator<{
  readonly type: string;
  readonly [key: string]: unknown;
}> {
  const base = { id: `resp_${id}`, object: "response", created_at: 0, model };
  const done =
    "text" in said
      ? { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content: [{ type: "output_text", text: said.text, annotations: [] }] }
      : {
          type: "function_call",
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name: said.tool,
          ...defined({ namespace: group }),
          arguments: JSON.stringify(said.args),
          status: "completed",
        };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  yield { type: "response.created", response: { ...base, status: "in_progress", output: [] } };
  yield { type: "response.output_item.added", output_index: 0, item: { ...done, status: "in_progress" } };
  if ("text" in said) yield { type: "response.output_text.delta", item_id: done.id, output_index: 0, content_index: 0, delta: said.text };
  yield { type: "response.output_item.done", output_index: 0, item: done };
  yield { type: "response.completed", response: { ...base, status: "completed", output: [done], usage } };
}
