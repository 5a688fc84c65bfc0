import type { ArtifactId, RunId, SessionId, ThreadId, TurnId } from "./ids.ts";

/** A file that a run or a session made, copied into Parley's own folder when it was made. */
export interface Artifact {
  readonly id: ArtifactId;
  readonly thread: ThreadId;
  readonly session?: SessionId;
  readonly turn?: TurnId;
  readonly run?: RunId;
  /** The maker's own name for it within the turn: the same key again is the same artifact. */
  readonly key: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly description: string;
  /** Below <home>/artifacts. */
  readonly path: string;
  readonly at: number;
}
