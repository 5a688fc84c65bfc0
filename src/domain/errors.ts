/** Every code that people and programs may meet, with the HTTP status it has at the door. Codes are stable. */
export const errorCodes = {
  // who may
  NotAllowed: 403,
  NeedsToken: 401,
  BadToken: 401,
  /** Names, ids or tokens inside a request that are not the bearer's own. */
  InvalidCredentials: 403,
  ForeignHost: 403,
  ForeignOrigin: 403,
  LinkUsed: 410,
  LinkExpired: 410,
  LinkUnknown: 403,
  TooManyTries: 429,
  NoOwner: 403,
  NeedsApproval: 403,
  ConfirmRequired: 409,
  AgentsNeverAnswer: 403,
  NotAnApprover: 403,
  // what there is
  NotFound: 404,
  NoSuchSession: 404,
  NoSession: 404,
  NameTaken: 409,
  AlreadyAnswered: 409,
  QuestionExpired: 409,
  QuestionWithdrawn: 409,
  NeedsQuestionCode: 409,
  SubjectChanged: 409,
  /** It would replace or reach something; the same call with the confirmation does it. */
  SeqMismatch: 409,
  ReplyTokenReplay: 400,
  ReplyTokenExpired: 400,
  ReplyTokenInvalid: 400,
  MissingSyncFields: 400,
  ThreadClosed: 409,
  LoopBudget: 429,
  /** One author posts too fast. */
  RateLimited: 429,
  AlreadyInvited: 409,
  NotInvitable: 404,
  // what was sent
  UnknownCommand: 400,
  InvalidCommand: 400,
  InvalidArgs: 400,
  ForbiddenArg: 400,
  NotAChoice: 400,
  BadRequest: 400,
  TooLarge: 413,
  NotText: 400,
  /** It carries a key or a token that is nobody's to share. */
  ContentBlocked: 400,
  QueueFull: 429,
  // what a document is
  Encrypted: 422,
  Damaged: 422,
  NoText: 422,
  NoPages: 422,
  NoSuchTable: 404,
  OutOfMemory: 422,
  ReaderCrashed: 422,
  // what the machine says
  NotSupported: 501,
  Timeout: 504,
  Stopped: 409,
  /** Too much that was asked for before is still unread. */
  Busy: 503,
  /** The answers of one MCP batch are too large together. */
  BatchTooLarge: 413,
  /** The request was carried out, but its caller leaves too much unread for the answer to be kept. */
  AnswerNotSent: 500,
  StoreBusy: 503,
  StoreFull: 507,
  /** The open file is no longer the one at its path: nothing more is accepted. */
  StoreGone: 503,
  StoreCorrupt: 500,
  StoreNewer: 500,
  HomeInUse: 409,
  HomeReadOnly: 500,
  PortInUse: 500,
  BadConfig: 500,
  ShuttingDown: 503,
  Internal: 500,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An expected refusal as a value: a stable code and a sentence that says what happened, why, and what to try. */
export interface Refused {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Everything that is thrown on purpose. Caught in run-command, run-turn, the channel's supervisor and the HTTP door. */
export class ParleyError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, sentence: string, options: { cause?: unknown; data?: Readonly<Record<string, unknown>> } = {}) {
    super(sentence, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ParleyError";
    this.code = code;
    this.data = options.data;
  }
}
