/** Why a document gave no text. The codes are among those of domain/errors, which this program may not import. */
export type UnreadableCode =
  /** A format, or a kind of part inside it, that no reader here knows. `data` has `platform` and `format`. */
  | "NotSupported"
  /** It opens only with a password. */
  | "Encrypted"
  /** It breaks the rules of its own format: cut off, lying about its sizes, not well-formed. */
  | "Damaged"
  /** It is, or unpacks to, more than a reader takes. */
  | "TooLarge"
  /** It was read to its end and holds no text. */
  | "NoText"
  /** It was read to its end and holds no page, slide or sheet. */
  | "NoPages"
  /** It was read to its end and holds no table. */
  | "NoTables"
  | "OutOfMemory"
  | "ReaderCrashed"
  /** What was asked for cannot be meant, or is not in it: a range that is none, a page or a sheet beyond the last. */
  | "InvalidArgs";

export type UnreadableData = Readonly<Record<string, string | number | boolean>>;

/** Thrown by a reader; the sentence says what is wrong with the file and what to do next. */
export class Unreadable extends Error {
  readonly code: UnreadableCode;
  readonly data: UnreadableData;

  constructor(code: UnreadableCode, sentence: string, data: UnreadableData = {}) {
    super(sentence);
    this.name = "Unreadable";
    this.code = code;
    this.data = data;
  }
}
