/** Why a document gave no text. The codes are among those of domain/errors, which this program may not import. */
export type UnreadableCode =
  | "NotSupported"
  | "Encrypted"
  | "Damaged"
  | "TooLarge"
  | "NoText"
  | "NoPages"
  | "NoTables"
  | "OutOfMemory"
  | "ReaderCrashed"
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
