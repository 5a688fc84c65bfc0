import type { MessageWire } from "#protocol/wire";

/** A file that was added to a thread. */
export interface AddedFile {
  /** Below the workspace. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** Null for every other message. Only the hub's own lines are about files; what somebody else wrote into a line's metadata is not. */
export function addedFile({ author_kind: kind, metadata }: Pick<MessageWire, "author_kind" | "metadata">): AddedFile | null {
  if (kind !== "hub" || metadata?.["event"] !== "uploaded") return null;
  const { path, name, bytes } = (metadata["file"] ?? {}) as Partial<Record<keyof AddedFile, unknown>>;
  return typeof path === "string" && typeof name === "string" && typeof bytes === "number" ? { path, name, bytes } : null;
}
