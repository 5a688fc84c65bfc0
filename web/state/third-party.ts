import type { MessageWire } from "#protocol/wire";

/** Where a third party's words came from. */
export interface Origin {
  readonly platform: string;
  readonly room: string;
  readonly name: string;
}

/** Null for everybody else's messages. What is missing of the origin is empty: the mark alone makes it a third party's. */
export function originOf({ metadata }: Pick<MessageWire, "metadata">): Origin | null {
  const mark = metadata?.["third_party"];
  if (mark === undefined || mark === null || mark === false) return null;
  const { platform, room, name } = mark as Partial<Record<keyof Origin, unknown>>;
  return { platform: textOf(platform), room: textOf(room), name: textOf(name) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
