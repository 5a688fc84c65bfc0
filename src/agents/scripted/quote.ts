/** Shortened and with its control characters escaped: it ends up in a chat. */
export function quote(found: string): string {
  return JSON.stringify(found.length > 40 ? `${found.slice(0, 40).toWellFormed()}…` : found);
}
