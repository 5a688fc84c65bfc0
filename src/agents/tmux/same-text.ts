import { printable } from "./compose-prompt.ts";

/** Whether two texts are the same prompt: a terminal wraps, indents and trims what passes through it. */
export function isSameText(a: string, b: string): boolean {
  return squeezed(a) === squeezed(b);
}

function squeezed(text: string): string {
  return printable(text).replaceAll(/\s+/g, "");
}
