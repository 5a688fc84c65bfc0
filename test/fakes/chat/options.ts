export interface ChatServerOptions {
  readonly token?: string;
  readonly port?: number;
  /** Whether a nonce seen before returns the message it made. */
  readonly dedupe?: boolean;
  readonly fileBytes?: number;
  /** Sends unacknowledged events again after this long; 0 leaves it to `redeliver()` and to reconnects. */
  readonly redeliverMs?: number;
  /** JSONL on disk, for tests that look at it after a kill. */
  readonly logFile?: string;
  /** Answers 429 to calls that come faster than one in so many milliseconds, in the same room or anywhere. */
  readonly slowest?: { readonly perRoomMs: number; readonly overallMs: number };
}

export interface SentFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
  /** What the event claims that it has. */
  readonly claims?: number;
}

export interface SayOptions {
  readonly topic?: string;
  readonly mention?: boolean;
  readonly replyTo?: string;
  readonly files?: readonly SentFile[];
}
