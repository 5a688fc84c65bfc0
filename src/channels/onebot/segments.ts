import { parseCqCodes, type Segment } from "./cq-code.ts";
import type { MessageWire } from "./frame.ts";

/** A message in either format, as segments. */
export function segmentsOf(message: MessageWire): readonly Segment[] {
  if (typeof message === "string") return parseCqCodes(message);
  const list = Array.isArray(message) ? message : [message];
  return list.map(({ type, data }) => ({ type, data: data ?? {} }));
}

/** A value of a segment as text; "" where there is none. */
export function valueOf({ data }: Segment, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
