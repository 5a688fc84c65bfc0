const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The normalised form of an address that may be followed from a message; undefined for every other scheme and for what is not an address. */
export function safeHref(text: string): string | undefined {
  if (!/^(?:https?:\/\/.|mailto:.)/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return schemes.has(url.protocol) ? url.href : undefined;
}
