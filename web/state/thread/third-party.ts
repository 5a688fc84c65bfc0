import type { MessageWire } from "#protocol/wire";

/** Where a third party's words came from. */
export interface Origin {
  readonly platform: string;
  readonly room: string;
  readonly name: string;
}

/** Null for everybody else's messages, whatever they say of themselves. What is missing of the origin is empty. */
export function originOf({ author_kind: kind, metadata }: Pick<MessageWire, "author_kind" | "metadata">): Origin | null {
  const mark = metadata?.["third_party"];
  if (kind !== "outside" || mark === undefined || mark === null || mark === false) return null;
  const { platform, room, name } = mark as Partial<Record<keyof Origin, unknown>>;
  return { platform: textOf(platform), room: textOf(room), name: textOf(name) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
