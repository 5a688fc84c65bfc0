import { redactText } from "#lib/redact/redact";

const mostChars = 240;

/** One line of a text, without secrets, for a notification. */
export function shortLine(text: string): string {
  const line = redactText(text).replaceAll(/\s+/g, " ").trim();
  return line.length <= mostChars ? line : `${line.slice(0, mostChars - 1)}…`;
}
