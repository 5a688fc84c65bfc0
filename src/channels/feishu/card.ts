import type { CardBody } from "./encode.ts";
import { escapeWords, unescapeWords } from "./card-markdown.ts";

/** The element that holds the text: what a streaming card is brought up to date by. */
export const textElement = "text";

const summaryChars = 80;

/** A card in Feishu's JSON 2.0, as one string. `isStreaming`: the text is shown as it grows. */
export function cardJson({ head, markdown, buttons }: CardBody, isStreaming = false): string {
  const elements = [
    ...(head === "" ? [] : [{ tag: "markdown", element_id: "head", text_size: "notation", content: `<font color='grey'>${escapeWords(head)}</font>` }]),
    ...(markdown === "" ? [] : [{ tag: "markdown", element_id: textElement, content: markdown }]),
    ...(buttons.length === 0 ? [] : [buttonRow(buttons)]),
  ];
  const config = { update_multi: true, width_mode: "fill", streaming_mode: isStreaming, summary: { content: summaryOf(head, markdown) } };
  return JSON.stringify({ schema: "2.0", config, body: { elements } });
}

/** What phones show of it. */
function summaryOf(head: string, markdown: string): string {
  const words = unescapeWords(markdown === "" ? head : markdown)
    .replaceAll(/[*#`>|~-]{2,}|^[#>]\s/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const chars = [...words];
  return chars.length <= summaryChars ? words : `${chars.slice(0, summaryChars).join("")}…`;
}

function buttonRow(buttons: CardBody["buttons"]) {
  const columns = buttons.map(({ label, data }, i) => ({
    tag: "column",
    width: "auto",
    elements: [
      {
        tag: "button",
        element_id: `b${i}`,
        type: i === 0 ? "primary" : "default",
        text: { tag: "plain_text", content: label },
        behaviors: [{ type: "callback", value: { answer: data } }],
      },
    ],
  }));
  return { tag: "column_set", flex_mode: "flow", horizontal_spacing: "8px", columns };
}
