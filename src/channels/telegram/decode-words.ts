import type { EntityWire, MessageWire, UserWire } from "./update.ts";

/** Who the bot is, as `getMe` says. */
export interface Me {
  readonly id: number;
  readonly username: string;
}

export interface Words {
  /** Without the mention that addresses the bot, and with hidden links and code blocks written out. */
  readonly text: string;
  readonly mentionsUs: boolean;
  /** A command of Telegram's own list at the beginning: `/use@our_bot work`. */
  readonly command?: { readonly name: string; readonly rest: string; readonly isForUs: boolean };
}

/** The words of a message with what their entities say about them. Offsets are UTF-16 units of the text as it came. */
export function wordsOf(message: Pick<MessageWire, "text" | "entities" | "caption" | "caption_entities">, me: Me): Words {
  const text = message.text ?? message.caption ?? "";
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  const mentions = entities.filter((entity) => isMention(text, entity, me));
  const command = commandIn(text, entities, me);
  const cut = [...mentions, ...(command?.suffix ?? [])].filter((range) => isAtEdge(text, range, command !== undefined));
  return {
    text: tidy(rewritten(text, entities, cut), cut.length > 0),
    mentionsUs: mentions.length > 0,
    ...(command === undefined ? {} : { command: { name: command.name, rest: command.rest, isForUs: command.isForUs } }),
  };
}

function isMention(text: string, { type, offset, length, user }: EntityWire, me: Me): boolean {
  if (type === "text_mention") return user?.id === me.id;
  return type === "mention" && text.slice(offset, offset + length).toLowerCase() === `@${me.username.toLowerCase()}`;
}

interface FoundCommand {
  readonly name: string;
  readonly rest: string;
  /** False when it names another bot. */
  readonly isForUs: boolean;
  /** The bot's name behind the command. */
  readonly suffix: readonly Range[];
}

function commandIn(text: string, entities: readonly EntityWire[], me: Me): FoundCommand | undefined {
  const first = entities.find(({ type, offset }) => type === "bot_command" && offset === 0);
  if (first === undefined) return undefined;
  const [name = "", bot] = text.slice(1, first.length).split("@");
  const isForUs = bot === undefined || bot.toLowerCase() === me.username.toLowerCase();
  const suffix = bot !== undefined && isForUs ? [{ offset: name.length + 1, length: bot.length + 1 }] : [];
  return { name: name.toLowerCase(), rest: text.slice(first.length).trim(), isForUs, suffix };
}

interface Range {
  readonly offset: number;
  readonly length: number;
}

/** In the middle of a sentence a mention is part of it. */
function isAtEdge(text: string, { offset, length }: Range, isCommand: boolean): boolean {
  return text.slice(0, offset).trim() === "" || text.slice(offset + length).trim() === "" || (isCommand && offset > 0 && !/\s/.test(text.slice(0, offset)));
}

/** Telegram's apps turn pasted code blocks and links into entities: without them the agent would not see either. */
function rewritten(text: string, entities: readonly EntityWire[], cut: readonly Range[]): string {
  const changes = [
    ...cut.map(({ offset, length }) => ({ offset, length, to: "" })),
    ...entities.flatMap(({ type, offset, length, url, language = "" }) => {
      const inner = text.slice(offset, offset + length);
      if (type === "text_link" && url !== undefined && url !== inner) return [{ offset, length, to: `${inner} (${url})` }];
      if (type === "pre") return [{ offset, length, to: fenced(inner, language, text.slice(0, offset), text.slice(offset + length)) }];
      return [];
    }),
  ].toSorted((a, b) => a.offset - b.offset);
  let out = "";
  let at = 0;
  for (const { offset, length, to } of changes) {
    if (offset < at) continue;
    out += text.slice(at, offset) + to;
    at = offset + length;
  }
  return out + text.slice(at);
}

function fenced(code: string, language: string, before: string, after: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const [above, below] = [before === "" || before.endsWith("\n") ? "" : "\n", after === "" || after.startsWith("\n") ? "" : "\n"];
  return `${above}${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}${below}`;
}

/** `@our_bot: text` leaves its colon behind. */
function tidy(text: string, wasCut: boolean): string {
  return wasCut ? text.replace(/^\s*[,:]?\s+|^[,:]\s*/, "").trimEnd() : text;
}

export function nameOf({ first_name: first, last_name: last }: Pick<UserWire, "first_name" | "last_name">): string {
  return last === undefined || last === "" ? first : `${first} ${last}`;
}
