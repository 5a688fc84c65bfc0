import type { Part } from "#domain/channel";
import { say } from "#lib/words/words";
import type { TextLanguage } from "#lib/words/sentence";
import { channelTexts } from "./texts.ts";

export type FilePart = Extract<Part, { kind: "file" }>;
type Options = Extract<Part, { kind: "buttons" }>["options"];

/** The parts of a message by kind, each kind in its order. */
export interface SortedParts {
  readonly heads: readonly string[];
  readonly texts: readonly string[];
  readonly files: readonly FilePart[];
  readonly options: Options;
}

export function sortParts(parts: readonly Part[]): SortedParts {
  return {
    heads: parts.flatMap((part) => (part.kind === "head" ? [part.text] : [])),
    texts: parts.flatMap((part) => (part.kind === "text" ? [part.markdown] : [])),
    files: parts.flatMap((part) => (part.kind === "file" ? [part] : [])),
    options: parts.flatMap((part) => (part.kind === "buttons" ? part.options : [])),
  };
}

/** For a platform without buttons, and for options that do not fit on any. */
export function optionsInWords(language: TextLanguage, options: Options): string {
  return [...options.map(({ label }, i) => `${i + 1}. ${label}`), say(language, channelTexts.howToAnswer)].join("\n");
}

/** Where a file that the platform does not take can be found; its description follows. */
export function tooLargeInWords(language: TextLanguage, { name, bytes, description, takenBy = [] }: FilePart, most: number): string {
  const size = spokenSize(bytes);
  const why =
    most === 0 ? say(language, channelTexts.takesNoFiles, { name, size }) : say(language, channelTexts.fileTooLarge, { name, size, max: spokenSize(most) });
  const where = takenBy.length === 0 ? "" : say(language, channelTexts.fileElsewhere, { chats: takenBy.join(", ") });
  return [why, where, description].filter((line) => line !== "").join("\n");
}

export function refusedInWords(language: TextLanguage, { name, bytes }: Pick<FilePart, "name" | "bytes">): string {
  return say(language, channelTexts.fileRefused, { name, size: spokenSize(bytes) });
}

export function spokenSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const mega = bytes / (1024 * 1024);
  return mega < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(mega * 10) / 10} MB`;
}
