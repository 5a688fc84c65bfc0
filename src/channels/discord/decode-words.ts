import type { MessageWire, UserWire } from "./wire.ts";

/** Who the bot is. */
export interface Me {
  readonly id: string;
  /** The roles that stand for the bot alone; people pick them from the list instead of the bot. */
  readonly roles: ReadonlySet<string>;
}

export interface Words {
  /** Without the mention that addresses the bot, and with names where Discord writes numbers. */
  readonly text: string;
  readonly mentionsUs: boolean;
}

const mark = /<(@[!&]?|#|a?:(\w{1,64}):)(\d{1,20})>/g;

/** The words of a message as people see them. */
export function wordsOf({ content, mentions }: Pick<MessageWire, "content" | "mentions">, me: Me): Words {
  const names = new Map(mentions.map((one) => [one.id, nameOf(one, one.member?.nick)]));
  const isOurs = (kind: string, id: string): boolean => (kind === "@&" ? me.roles.has(id) : kind.startsWith("@") && id === me.id);
  let mentionsUs = false;
  let wasCut = false;
  const text = content.replaceAll(mark, (whole: string, kind: string, emoji: string | undefined, id: string, at: number) => {
    if (emoji !== undefined) return `:${emoji}:`;
    if (!isOurs(kind, id)) return kind === "@" || kind === "@!" ? `@${names.get(id) ?? id}` : whole;
    mentionsUs = true;
    // In the middle of a sentence a mention is part of it.
    if (content.slice(0, at).trim() !== "" && content.slice(at + whole.length).trim() !== "") return `@${names.get(id) ?? "you"}`;
    wasCut = true;
    return "";
  });
  return { text: wasCut ? text.replace(/^\s*[,:]?\s+|^[,:]\s*/, "").trimEnd() : text, mentionsUs };
}

export function nameOf({ global_name: shown, username }: UserWire, nick?: string | null): string {
  return nick ?? shown ?? username;
}

/** What is neither text nor a file, in words. */
export function thingInWords({ sticker_items: stickers = [], poll }: Pick<MessageWire, "sticker_items" | "poll">): string {
  if (poll !== undefined && poll !== null)
    return [poll.question.text ?? "", ...poll.answers.map(({ poll_media: { text = "" } }, i) => `${i + 1}. ${text}`)].join("\n");
  return stickers.map(({ name }) => `:${name}:`).join(" ");
}
