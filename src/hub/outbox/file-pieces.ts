import type { Piece } from "#domain/channel";
import { defined } from "#lib/defined";

/** The same without words in place of a file: the ladder ends with the last way to upload it. Undefined: no call would carry a file. */
export function onlyWithFile(pieces: readonly Piece[]): readonly Piece[] | undefined {
  return pieces.some(({ bytes }) => bytes !== undefined) ? pieces.map((piece) => (piece.bytes === undefined ? piece : uploads(piece))) : undefined;
}

function uploads({ body, bytes, instead }: Piece): Piece {
  const next = instead?.bytes === undefined ? undefined : uploads(instead);
  return { body, ...defined({ bytes, instead: next }) };
}
