import { defined } from "#lib/defined";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Segment } from "./cq-code.ts";
import { isFile } from "./decode-files.ts";
import { valueOf } from "./segments.ts";
import { onebotTexts } from "./texts.ts";

export interface Words {
  /** Without the mention that addresses us. */
  readonly text: string;
  readonly mentionsUs: boolean;
  /** The message that it replies to. */
  readonly replyTo?: string;
  /** Merged forwards, which have to be fetched. */
  readonly forwards: readonly string[];
}

/** What the segments of a message say. */
export function wordsOf(segments: readonly Segment[], self: string, language: TextLanguage): Words {
  const isMention = (segment: Segment): boolean => segment.type === "at" && valueOf(segment, "qq") === self;
  const parts = segments.map((segment) => ({ text: inWords(segment, language), isMention: isMention(segment) }));
  // In the middle of a sentence a mention is part of it.
  const isBlank = (list: typeof parts): boolean => list.every((part) => part.isMention || part.text.trim() === "");
  const kept = parts.filter((part, i) => !part.isMention || !(isBlank(parts.slice(0, i)) || isBlank(parts.slice(i + 1))));
  const text = kept.map((part) => part.text).join("");
  const replies = segments.filter(({ type }) => type === "reply").map((segment) => valueOf(segment, "id"));
  const [replyTo] = replies.filter((id) => /^-?\d{1,20}$/.test(id));
  return {
    text: kept.length === parts.length ? text : text.replace(/^\s*[,:，：]?\s+|^[,:，：]\s*/, "").trimEnd(),
    mentionsUs: segments.some(isMention),
    ...defined({ replyTo }),
    forwards: segments.filter(({ type }) => type === "forward").map((segment) => valueOf(segment, "id")),
  };
}

const silent: ReadonlySet<string> = new Set(["reply", "forward", "poke", "shake", "anonymous"]);

function inWords(segment: Segment, language: TextLanguage): string {
  const value = (name: string): string => valueOf(segment, name);
  if (silent.has(segment.type) || isFile(segment)) return "";
  switch (segment.type) {
    case "text":
      return value("text");
    case "at":
      return value("qq") === "all" ? say(language, onebotTexts.everyone) : `@${value("name").replace(/^@/, "") || value("qq")}`;
    case "face":
      return say(language, onebotTexts.face, { id: value("id") });
    case "mface":
      return value("summary") || say(language, onebotTexts.face, { id: value("emoji_id") });
    case "markdown":
      return value("content");
    case "json":
      return say(language, onebotTexts.card, { text: promptOf(value("data")) });
    case "share":
    case "music":
      return say(language, onebotTexts.card, { text: [value("title"), value("url")].filter(Boolean).join(" ") });
    case "location":
      return [value("title"), value("content"), `geo:${value("lat")},${value("lon")}`].filter(Boolean).join("\n");
    case "contact":
      return say(language, onebotTexts.card, { text: `${value("type")} ${value("id")}` });
    case "dice":
    case "rps":
      return `[${segment.type} ${value("result")}]`;
    default:
      return say(language, onebotTexts.other, { kind: segment.type.slice(0, 40) });
  }
}

/** What a card shows in the list of chats. */
function promptOf(json: string): string {
  try {
    const card: unknown = JSON.parse(json);
    const prompt = typeof card === "object" && card !== null && "prompt" in card ? card.prompt : "";
    return typeof prompt === "string" ? prompt.slice(0, 500) : "";
  } catch {
    return "";
  }
}
