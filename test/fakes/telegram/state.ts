import { readHtml, BadMarkup } from "./html.ts";

export interface TgUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
}

export interface TgChat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup" | "channel";
  readonly title?: string;
  readonly first_name?: string;
  readonly is_forum?: boolean;
}

export interface TgButton {
  readonly text: string;
  readonly callback_data: string;
}

/** What Telegram remembers of a message. */
export interface TgMessage {
  readonly chat: TgChat;
  readonly message_id: number;
  readonly from: TgUser;
  readonly date: number;
  text: string;
  entities: readonly { readonly type: string; readonly offset: number; readonly length: number }[];
  buttons: readonly TgButton[];
  readonly topic?: number;
  readonly replyTo?: number;
  readonly file?: { readonly name: string; readonly content: Buffer; readonly as: string };
  isRemoved: boolean;
  /** Texts it had before. */
  readonly was: string[];
}

/** An answer of the Bot API that says no. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: { readonly retry_after?: number; readonly migrate_to_chat_id?: number } | undefined;

  constructor(code: number, description: string, parameters?: Refusal["parameters"]) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export const textLimit = 4096;
export const captionLimit = 1024;

/** Text as people see it, or the refusal of the Bot API. */
export function readText(text: string, mode: unknown, limit = textLimit): Pick<TgMessage, "text" | "entities"> {
  const shown = (() => {
    if (mode !== "HTML") return { text, entities: [] };
    try {
      return readHtml(text);
    } catch (error) {
      if (error instanceof BadMarkup) throw new Refusal(400, `Bad Request: can't parse entities: ${error.message}`);
      throw error;
    }
  })();
  const trimmed = { text: shown.text.trimEnd(), entities: shown.entities };
  if (trimmed.text.length > limit)
    throw new Refusal(400, limit === textLimit ? "Bad Request: message is too long" : "Bad Request: message caption is too long");
  return trimmed;
}
