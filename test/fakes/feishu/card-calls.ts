import { z } from "zod";
import { readCard, readMarkdown } from "./read-card.ts";
import { Refusal, type FsCard, type FsMessage } from "./state.ts";
import { own, type Call, type World } from "./world.ts";

/** Calls about cards; a card that streams is edited by these alone. */
export const cardCalls: readonly Call[] = [
  {
    name: "convert",
    method: "POST",
    path: /^\/open-apis\/cardkit\/v1\/cards\/id_convert$/,
    run: ({ world, body }) => {
      const { card } = own(world, z.object({ message_id: z.string() }).parse(body).message_id);
      if (card === undefined) throw new Refusal(300302, "message is not a card");
      return { data: { card_id: card.id } };
    },
  },
  {
    name: "type",
    method: "PUT",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)\/elements\/text\/content$/,
    run: ({ world, params, body }) => {
      const { content, sequence } = z
        .object({
          content: z.string().min(1).max(100_000),
          sequence: z
            .number()
            .int()
            .max(2 ** 31 - 1),
        })
        .parse(body);
      const { card, message } = withCard(world, params[0], sequence);
      if (!card.isStreaming) throw new Refusal(300309, "streaming mode is closed");
      message.was.push(message.text);
      message.text = readMarkdown(content);
      card.typed.push(message.text);
      return { data: {} };
    },
  },
  {
    name: "settings",
    method: "PATCH",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)\/settings$/,
    run: ({ world, params, body }) => {
      const { settings, sequence } = z.object({ settings: z.string(), sequence: z.number().int() }).parse(body);
      const { config } = z.object({ config: z.object({ streaming_mode: z.boolean() }) }).parse(JSON.parse(settings));
      withCard(world, params[0], sequence).card.isStreaming = config.streaming_mode;
      return { data: {} };
    },
  },
  {
    name: "replace",
    method: "PUT",
    path: /^\/open-apis\/cardkit\/v1\/cards\/([^/]+)$/,
    run: ({ world, params, body }) => {
      const { card, sequence } = z.object({ card: z.object({ type: z.literal("card_json"), data: z.string() }), sequence: z.number().int() }).parse(body);
      rewrite(withCard(world, params[0], sequence).message, card.data);
      return { data: {} };
    },
  },
];

export function rewrite(message: FsMessage, content: string): void {
  const shown = readCard(content);
  message.was.push(message.text);
  Object.assign(message, { content, text: shown.text, buttons: shown.buttons });
  if (message.card !== undefined) message.card.isStreaming = shown.isStreaming;
}

function withCard(world: World, id: string | undefined, sequence: number): { readonly card: FsCard; readonly message: FsMessage } {
  const message = [...world.messages.values()].find(({ card }) => card?.id === id);
  if (message?.card === undefined || message.isRemoved) throw new Refusal(300302, "card not found");
  if (sequence <= message.card.sequence) throw new Refusal(300317, "sequence number compare failed");
  message.card.sequence = sequence;
  return { card: message.card, message };
}
