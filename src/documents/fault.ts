// Why a document cannot be read. The program that reads it says one of these and ends; the parent turns the code into a refusal.

export type FaultCode =
  /** A format, or a kind of part inside it, that no reader here knows. `data.format` names it. */
  | "NotSupported"
  /** It opens only with a password. */
  | "Encrypted"
  /** It breaks the rules of its own format: cut off, lying about its sizes, not well-formed. */
  | "Damaged"
  /** It is, or unpacks to, more than a reader takes. `data.limit` is the bound, `data.unit` what it counts. */
  | "TooLarge"
  /** It was read to its end and holds no text. */
  | "NoText"
  /** It was read to its end and holds no page, slide or sheet. */
  | "NoPages"
  /** There is no sheet, table or range of that name. `data.known` lists what there is. */
  | "NoSuchTable"
  /** What was asked for cannot be meant: a range that is none. */
  | "InvalidArgs"
  /** It wants more memory than one document may have. */
  | "OutOfMemory"
  /** It broke its reader. Never thrown: what a defect is told as. */
  | "ReaderCrashed";

export type FaultData = Readonly<Record<string, string | number | boolean>>;

/** The one error that readers throw on purpose. The message is a sentence for a person; anything else that is thrown is a defect. */
export class DocumentFault extends Error {
  readonly code: FaultCode;
  readonly data: FaultData;

  constructor(code: FaultCode, sentence: string, data: FaultData = {}) {
    super(sentence);
    this.name = "DocumentFault";
    this.code = code;
    this.data = data;
  }
}
