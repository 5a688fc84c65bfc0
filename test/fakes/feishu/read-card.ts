import { z } from "zod";
import { cardBytes, Refusal } from "./state.ts";

export interface ShownCard {
  readonly text: string;
  readonly buttons: readonly { readonly label: string; readonly answer: string }[];
  readonly isStreaming: boolean;
}

const button = z.strictObject({
  tag: z.literal("button"),
  element_id: z.string().max(20),
  type: z.string(),
  text: z.object({ tag: z.literal("plain_text"), content: z.string().min(1) }),
  behaviors: z.array(z.object({ type: z.literal("callback"), value: z.record(z.string(), z.string()) })),
});
const markdown = z.strictObject({ tag: z.literal("markdown"), element_id: z.string().max(20), text_size: z.string().optional(), content: z.string().min(1) });
const columns = z.object({ tag: z.literal("column_set"), columns: z.array(z.object({ tag: z.literal("column"), elements: z.array(button) })) });
const card = z.object({
  schema: z.literal("2.0"),
  config: z.object({ update_multi: z.literal(true), streaming_mode: z.boolean(), summary: z.object({ content: z.string() }) }),
  body: z.object({ elements: z.array(z.union([markdown, columns])).min(1) }),
});

const mostTables = 5;

/** What people see of a card, or the refusal of one that Feishu cannot draw. */
export function readCard(content: string): ShownCard {
  if (Buffer.byteLength(content) > cardBytes) throw new Refusal(230025, "The length of the message content reaches its limit.");
  const parsed = card.safeParse(JSON.parse(content));
  if (!parsed.success) throw new Refusal(230099, `Failed to create card content, ext=ErrCode: 11310; ${parsed.error.issues[0]?.path.join(".")}`);
  const { config, body } = parsed.data;
  const texts = body.elements.flatMap((one) => (one.tag === "markdown" ? [one.content] : []));
  const tables = texts.join("\n").match(/^\|(?: *:?-{3,}:? *\|)+$/gm)?.length ?? 0;
  if (tables > mostTables) throw new Refusal(230099, "Failed to create card content, ext=ErrCode: 11310; ErrMsg: card table number over limit");
  const buttons = body.elements.flatMap((one) => (one.tag === "column_set" ? one.columns.flatMap(({ elements }) => elements) : []));
  return {
    text: readMarkdown(texts.join("\n")),
    buttons: buttons.map(({ text, behaviors }) => ({ label: text.content, answer: behaviors[0]?.value["answer"] ?? "" })),
    isStreaming: config.streaming_mode,
  };
}

/** Tags are drawn, entities are characters. A tag that calls people is shown as such. */
export function readMarkdown(content: string): string {
  return content
    .replaceAll(/<at id=([^>]*)><\/at>/g, "[calls $1]")
    .replaceAll(/<\/?font[^>]*>/g, "")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
