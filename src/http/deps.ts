import type { Language } from "#domain/command";
import type { Policy } from "#domain/policy";
import type { Store } from "#domain/store";
import type { Hub } from "#hub/hub";
import type { Clock } from "#lib/clock";

type Line = (fields: object, message: string) => void;

export interface DoorLog {
  readonly debug: Line;
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
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
  readonly artifactsDir: string;
  /** Of <home>/hub.json: whoever can read it is the operator. Never empty. */
  readonly operatorToken: string;
  readonly signingKey: Buffer;
  readonly bounds?: Partial<Bounds>;
}

export interface Bounds {
  /** A request that is not whole after this time is cut. */
  readonly requestMs: number;
  /** A stream's reader that falls this far behind is cut; it comes back with its place. */
  readonly streamBytes: number;
}

export const usualBounds: Bounds = { requestMs: 30_000, streamBytes: 1024 * 1024 };
