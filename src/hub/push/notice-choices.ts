import type { Option, Question } from "#domain/question";
import { quoteWords } from "#lib/text/quote-words";
import { showHidden } from "#lib/text/show-hidden";
import { shortLine } from "./short-line.ts";

/** What a notification shows without being cut, on the systems that show least. */
const mostChars = 120;
const labelChars = 32;

export type NoticeChoice = Pick<Option, "id" | "label">;

/** A permission as a notification shows it, and what may be answered there. */
export interface NoticeQuestion {
  readonly text: string;
  readonly choices: readonly NoticeChoice[];
}

/**
 * Only a request that is there whole can be allowed: command, directory and names of variables, nothing hidden, redacted or cut, no diff.
 * Any permission can be denied. Everything else is answered where the question is shown.
 */
export function noticeQuestion({ kind, subject, options, guessed, title, prompt }: Question): NoticeQuestion {
  const { argv, directory, environment = [], detail } = subject ?? {};
  if (kind !== "permission" || argv === undefined) return { text: title ?? prompt, choices: kind === "permission" ? first(options, "deny") : [] };
  // A bracket inside an argument would stand in quotes.
  const context = [...(directory === undefined ? [] : [directory]), ...environment].join(", ");
  const text = showHidden(`${quoteWords(argv)}${context === "" ? "" : ` (${context})`}`);
  const isWhole = detail === undefined && guessed !== true && text.length <= mostChars && shortLine(text) === text;
  return { text, choices: [...(isWhole ? first(options, "allow") : []), ...first(options, "deny")] };
}

function first(options: readonly Option[], grants: Option["grants"]): readonly NoticeChoice[] {
  const found = options.find((one) => one.grants === grants);
  return found === undefined || found.label.length > labelChars ? [] : [{ id: found.id, label: showHidden(found.label) }];
}
