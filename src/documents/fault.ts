// Why a document cannot be read. The reader reports one of these and exits; the parent turns the code into a refusal.

export type FaultCode =
  /** A format, or a kind of part inside it, that no reader here knows. `data.format` names it. */
  | "NotSupported"
  /** It is protected by a password. */
  | "Encrypted"
  /** It violates its own format: truncated, wrong sizes, not well-formed. */
  | "Damaged"
  /** It is, or unpacks to, more than the limit in `data.limit`; `data.unit` says what is counted. */
  | "TooLarge"
  /** It contains no text. */
  | "NoText"
  /** It contains no page, slide or sheet. */
  | "NoPages"
  /** There is no such sheet, table or range. `data.known` lists the existing ones. */
  | "NoSuchTable"
  /** The request is invalid, such as a malformed range. */
  | "InvalidArgs"
  /** It needs more memory than allowed. */
  | "OutOfMemory"
  /** It crashed the reader. Never thrown: defects are reported with it. */
  | "ReaderCrashed";

export type FaultData = Readonly<Record<string, string | number | boolean>>;

/** The only error that readers throw on purpose. The message is for people; any other error is a defect. */
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
