import type { MessageWire } from "#protocol/wire";

/** Where commands find the files that came with a message, by artifact. Empty for every message whose files came another way. */
export function messageUploads({ metadata }: Pick<MessageWire, "metadata">): ReadonlyMap<string, string> {
  const marks = metadata?.["uploads"];
  if (!Array.isArray(marks)) return none;
  return new Map(marks.flatMap((mark: unknown) => pairOf(mark)));
}

const none: ReadonlyMap<string, string> = new Map();

function pairOf(mark: unknown): readonly (readonly [string, string])[] {
  if (typeof mark !== "object" || mark === null) return [];
  const { artifact, path } = mark as { readonly artifact?: unknown; readonly path?: unknown };
  return typeof artifact === "string" && typeof path === "string" ? [[artifact, path]] : [];
}
