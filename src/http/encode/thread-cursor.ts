import { isId } from "#domain/ids";
import type { ThreadPlace } from "#domain/thread";

/** A cursor is the moment of the last thread of a page; its id follows only where the next one is of the same moment. */
export function encodeCursor(next: ThreadPlace | undefined, stamp: (at: number) => string): string | null {
  if (next === undefined) return null;
  return next.id === undefined ? stamp(next.at) : `${stamp(next.at)}~${next.id}`;
}

/** Undefined for what is no cursor and no moment. */
export function decodeCursor(text: string): ThreadPlace | undefined {
  const [moment = "", id] = text.split("~");
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(moment) ? Date.parse(moment) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  if (id === undefined) return { at };
  return isId("thr", id) ? { at, id } : undefined;
}
