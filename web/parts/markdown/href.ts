const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** An address that may be followed from a message, written out plainly; undefined for every other scheme and for what is no address. */
export function safeHref(text: string): string | undefined {
  if (!/^(?:https?:\/\/.|mailto:.)/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return schemes.has(url.protocol) ? url.href : undefined;
}
