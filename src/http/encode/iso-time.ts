let last = Number.NaN;
let text = "";

/** A moment as programs read it. The same one is often written for many lines and readers, one after the other. */
export function iso(at: number): string {
  if (at !== last) {
    text = new Date(at).toISOString();
    last = at;
  }
  return text;
}
