/** Shortened and with its control characters escaped: it ends up in a chat. */
export function quote(found: string): string {
  const points = [...found];
  return JSON.stringify(points.length > 40 ? `${points.slice(0, 40).join("")}…` : found);
}
