import { redactKnown } from "./redact-argv.ts";

const longestLine = 4_096;

/** The end of a longer text: what the cut left of a secret is hidden too, whether it is known by value or only looks like one. */
export function redactTruncated(text: string, secrets: readonly string[]): string {
  const left = Math.max(0, ...secrets.map((secret) => leftOf(text, secret)));
  const clean = redactKnown(text.slice(left), secrets);
  // What would show that the first line holds a secret may have been cut off.
  const line = clean.indexOf("\n");
  if (line !== -1 && line < longestLine) return clean.slice(line + 1);
  return clean.replace(/^[\s"':=,]{0,100}[^\s"',;&#}]{0,4096}/, "");
}

/** How many characters at the start are the end of it. */
function leftOf(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) if (text.startsWith(secret.slice(-length))) return length;
  return 0;
}
