import type { NewMessage } from "#domain/thread";

export const uploadedEvent = "uploaded";

/** The name of the file that a line of the hub's is about; undefined for every other message, whatever its metadata says. */
export function uploadedName({ author, meta }: Pick<NewMessage, "author" | "meta">): string | undefined {
  if (author.kind !== "hub" || meta?.["event"] !== uploadedEvent) return undefined;
  const file = meta["file"];
  if (typeof file !== "object" || file === null || !("name" in file)) return undefined;
  const name = file["name"];
  return typeof name === "string" ? name : undefined;
}
