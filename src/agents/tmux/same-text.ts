import { printable } from "./compose-prompt.ts";

/** Whether two texts are the same prompt: a terminal wraps, indents and trims what passes through it. */
export function isSameText(a: string, b: string): boolean {
  return squeezed(a) === squeezed(b);
}

/** Without the marks that stand for pictures in a composer and in a record. */
export function withoutPictures(text: string): string {
  return text.replaceAll(/\[Image #\d+\]/g, "");
}

function squeezed(text: string): string {
  return withoutPictures(printable(text)).replaceAll(/\s+/g, "");
}
