import type { NewRecord } from "#domain/audit";
import type { ArtifactId } from "#domain/ids";

/** An upload that is sent with a message. Its hash is known to whoever uploaded it, and says which bytes are meant. */
export interface HandedUpload {
  /** Below the workspace. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Files of a message that is being accepted. */
export interface AttachedUploads {
  readonly artifacts: readonly ArtifactId[];
  /** For the message: where commands find each of them. */
  readonly marks: readonly { readonly artifact: ArtifactId; readonly path: string }[];
  /** For the message's own transaction: they no longer count as unused. */
  readonly audit: readonly NewRecord[];
  /** Must be called once it is known whether the message was accepted. */
  settle(isAccepted: boolean): Promise<void>;
}
