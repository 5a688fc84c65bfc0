import type { SecretLinks } from "#hub/access/secret-links";
import type { Language } from "#domain/command";
import type { Policy } from "#domain/policy";
import type { Store } from "#domain/store";
import type { Hub } from "#hub/hub";
import type { ClisWire } from "#protocol/clis";
import type { StartWire } from "#protocol/start";
import type { Clock } from "#lib/time/clock";

type LogMethod = (fields: object, message: string) => void;

export interface DoorLog {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** The door reads; whatever changes something takes the road. Only a reader's own place is written here. */
export type DoorStore = Pick<
  Store,
  | "thread"
  | "threads"
  | "countThreads"
  | "message"
  | "messages"
  | "messageStates"
  | "entries"
  | "advanceCursor"
  | "run"
  | "runs"
  | "copies"
  | "session"
  | "sessions"
  | "question"
  | "questionByCode"
  | "questions"
  | "artifact"
  | "artifacts"
  | "people"
  | "registeredAgent"
>;

export interface HttpDeps {
  readonly hub: Hub;
  readonly store: DoorStore;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: DoorLog;
  readonly version: string;
  readonly language: Language;
  /** The command prefix in force; the page shows it. */
  readonly prefix: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The https address that people outside this machine use. */
  readonly publicUrl?: string;
  /** Where the built page lies. */
  readonly assetsDir: string;
  /** The home, if it is not the default one: `parley login` has to be told. */
  readonly namedHome?: string;
  readonly artifactsDir: string;
  readonly start: StartWire;
  /** What a new session could run here. Looks at the machine each time. */
  readonly clis: () => Promise<ClisWire>;
  /** Of <home>/hub.json: whoever can read it is the operator. Never empty. */
  readonly operatorToken: string;
  readonly signingKey: Buffer;
  /** Pages for one secret each; without it there are none. */
  readonly secretLinks?: SecretLinks;
  readonly bounds?: Partial<Bounds>;
}

export interface Bounds {
  /** A request that is not whole after this time is cut. */
  readonly requestMs: number;
  /** A stream's reader that falls this far behind is cut; it comes back with its place. */
  readonly streamBytes: number;
  /** A client that takes nothing of its answer for this time is disconnected. */
  readonly writeMs: number;
  /** So is one that has not taken the whole answer in that time and what it needs at this rate. */
  readonly readBytesPerSecond: number;
  /** What one person or agent may leave unread, and all of them together. */
  readonly tokenBytes: number;
  readonly totalBytes: number;
  /** When the answers of one MCP batch have reached this, the rest of it is not run. */
  readonly batchBytes: number;
}

const megabyte = 1024 * 1024;

export const usualBounds: Bounds = {
  requestMs: 30_000,
  streamBytes: megabyte,
  writeMs: 30_000,
  readBytesPerSecond: 16 * 1024,
  tokenBytes: 8 * megabyte,
  totalBytes: 64 * megabyte,
  batchBytes: 4 * megabyte,
};
