/** A found line in pieces. The hub puts `<mark>` around each hit; whatever else looks like markup is text. */
export function markedPieces(snippet: string): readonly { readonly text: string; readonly isHit: boolean }[] {
  return snippet
    .split("<mark>")
    .flatMap((part, at) => {
      const end = at === 0 ? -1 : part.indexOf("</mark>");
      if (end < 0) return [{ text: part, isHit: false }];
      return [
        { text: part.slice(0, end), isHit: true },
        { text: part.slice(end + "</mark>".length), isHit: false },
      ];
    })
    .filter(({ text }) => text !== "");
}
