export interface DocumentPart {
  /** The page that begins here. */
  readonly page: number | null;
  readonly text: string;
}

/** Splits a piece of a document where its pages begin, which a comment in the text marks. */
export function pagesOf(piece: string): readonly DocumentPart[] {
  const [first = "", ...rest] = piece.split(/^<!-- page (\d+) -->$/m);
  const parts: DocumentPart[] = [{ page: null, text: first }];
  for (let at = 0; at < rest.length; at += 2) parts.push({ page: Number(rest[at]), text: rest[at + 1] ?? "" });
  return parts.filter(({ page, text }) => page !== null || text.trim() !== "");
}
